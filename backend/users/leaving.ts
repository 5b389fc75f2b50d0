import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { integer } from '#domain/italian.ts';
import { holdsAny } from '#domain/privileges.ts';
import type { users as table } from '#domain/users/endpoints.ts';
import type { Heir, LeavingKind } from '#domain/users/leaving.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Absence, Legacy } from '../lib/people/legacy.ts';
import { notify } from '../lib/people/notify.ts';
import { userNames } from '../lib/people/people.ts';

/** What went to whom of one person: `handovers.moved`. */
interface Moved {
  kind: string;
  to: number | null;
  ids: number[];
}

/** Why work goes to colleagues: its person is blocked, or absent; and how the colleagues are told. */
const whose = { leaving: 'di chi lascia', absence: 'di chi è assente' } as const;
type Why = keyof typeof whose;

type Colleague = { id: number; name: string; privileges: number[]; absent: boolean };

const said = ({ words: [one, many] }: Legacy, n: number) => `${integer(n)} ${n === 1 ? one : many}`;

/** Which rows of a kind pass on; null: none of this kind. */
type Which = (one: Legacy) => RawBuilder<SqlBool> | null;

/** Those of people who leave: all that is open. */
const openOf =
  (ctx: Ctx): Which =>
  (one) =>
    one.open(ctx);

/** Those of somebody who is absent: what is due then. */
export const dueOf =
  (ctx: Ctx, absence: Absence): Which =>
  (one) =>
    one.due?.(ctx, absence) ?? null;

/** Who works here beside these people; who is absent in those days (without days: now) comes last. */
const colleagues = (
  { db, user, now }: Ctx,
  except: readonly number[],
  { from, until }: Absence = { from: now, until: now },
): Promise<Colleague[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'privileges'])
    .select(
      sql<boolean>`exists (select from calendar_events a where a.company_id = ${user.companyId} and a.kind = 'absence'
        and a.ended_as is null and a.starts_at <= ${until} and a.ends_at > ${from ?? now} and users.id = any(a.user_ids))`.as(
        'absent',
      ),
    )
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .where('id', 'not in', [...except, 0])
    .orderBy('absent')
    // Who has the same role comes first: proposed is whom the work suits.
    .orderBy(
      sql`case when role_name in (select e.role_name from users e where e.company_id = ${user.companyId} and e.id = any(${[...except]}::bigint[])) then 0 else 1 end`,
    )
    .orderBy('name')
    .orderBy('id')
    .execute();

const mayHave = ({ heirs }: Legacy, { privileges }: Colleague) => holdsAny(privileges, heirs);

/**
 * What people have in hand by kinds, and who may have it after them; kinds without anything are left out. `absence`: in
 * whose days colleagues are asked whether they are there; without it now.
 */
export async function workOf(
  ctx: Ctx,
  legacies: readonly Legacy[],
  ids: readonly number[],
  which: Which,
  absence?: Absence,
): Promise<LeavingKind[]> {
  const { companyId } = ctx.user;
  const among = await colleagues(ctx, ids, absence);
  const kinds: LeavingKind[] = [];
  for (const one of legacies) {
    const condition = which(one);
    if (!condition) continue;
    const { rows } = await sql<{ open: number; all: number }>`select
        count(*) filter (where ${condition})::int as open, count(*)::int as all
      from ${sql.table(one.table)} r where r.company_id = ${companyId}
        and ${one.isMany ? sql`${sql.ref(`r.${one.column}`)} && ${[...ids]}::bigint[]` : sql`${sql.ref(`r.${one.column}`)} = any(${[...ids]}::bigint[])`}`.execute(
      ctx.db,
    );
    const { open, all } = rows[0]!;
    if (open === 0) continue;
    kinds.push({
      kind: one.kind,
      count: open,
      text: said(one, open),
      besides: one.all && all > open ? one.all.replace('{n}', integer(all)) : '',
      heirs: among.filter((colleague) => mayHave(one, colleague)).map(({ id, name, absent }) => ({ id, name, absent })),
      nobody: one.nobody ?? false,
    });
  }
  return kinds;
}

export const leaving =
  (legacies: readonly Legacy[]): VerbOf<typeof table, 'GET /users/leaving'> =>
  (ctx, { query: { ids } }) =>
    workOf(ctx, legacies, ids, openOf(ctx));

/** Condition: this person has the row. */
const held = ({ isMany }: Legacy, column: RawBuilder<unknown>, personId: number | null) =>
  isMany ? sql`${personId}::bigint = any(${column})` : sql`${column} is not distinct from ${personId}`;

/** Writes who has these rows, for those that `from` has, and says so of each record. */
async function write(
  ctx: Ctx,
  one: Legacy,
  ids: readonly number[],
  { from, to }: { from: number | null; to: number | null },
): Promise<number[]> {
  const { companyId } = ctx.user;
  const column = sql.ref(one.column);
  const value = one.isMany ? sql`array_replace(${column}, ${from}::bigint, ${to}::bigint)` : sql`${to}`;
  const { rows } = await sql<{
    id: number;
  }>`update ${sql.table(one.table)} set ${column} = ${value}, version = version + 1
    where company_id = ${companyId} and id = any(${[...ids]}::bigint[]) and ${held(one, column, from)}
    returning id`.execute(ctx.db);
  const names = await userNames(ctx, [from ?? 0, to ?? 0]);
  const nameOf = (id: number | null) => names.get(id ?? 0) ?? null;
  const facts = { before: { [one.fact]: nameOf(from) }, after: { [one.fact]: nameOf(to) } };
  ctx.audit(...rows.map(({ id }) => ({ action: 'assign', entity: one.entity, entityId: id, ...facts })));
  const written = rows.map(({ id }) => id);
  if (written.length > 0) await one.given?.(ctx, written, to, from);
  return written;
}

/** The rows of a kind that a person (null: nobody) passes on, with those that go along, all or of these ids; locked. */
async function inHand(
  ctx: Ctx,
  one: Legacy,
  personId: number | null,
  which: Which,
  among?: readonly number[],
): Promise<{ open: number[]; ids: number[] }> {
  const own = sql`r.company_id = ${ctx.user.companyId} and ${held(one, sql.ref(`r.${one.column}`), personId)}
    ${among ? sql`and r.id = any(${[...among]}::bigint[])` : sql``}`;
  // The newest first, in the order in which issuing locks older revisions.
  const read = async (condition: RawBuilder<SqlBool>) =>
    (
      await sql<{ id: number }>`select r.id from ${sql.table(one.table)} r where ${own} and ${condition}
        order by r.id desc for update of r`.execute(ctx.db)
    ).rows.map(({ id }) => id);
  const condition = which(one);
  const open = condition ? await read(condition) : [];
  const more = one.along && open.length > 0 ? await read(one.along(ctx, open)) : [];
  return { open, ids: [...new Set([...open, ...more])] };
}

/**
 * Hands over the work of people who are blocked, or what `which` says of it: each kind to who was named for it. Everything
 * else stays with them. Returns the ids of the handovers, by which it is taken back. Throws at `heirs` when somebody may
 * not have it.
 */
export async function handOver(
  ctx: Ctx,
  legacies: readonly Legacy[],
  people: readonly { id: number; name: string }[],
  heirs: readonly Heir[],
  { which = openOf(ctx), why = 'leaving' }: { which?: Which; why?: Why } = {},
): Promise<number[]> {
  if (heirs.length === 0 || people.length === 0) return [];
  const among = await colleagues(
    ctx,
    people.map(({ id }) => id),
  );
  const wanted = heirs.map(({ kind, to }, at) => {
    const one = legacies.find((legacy) => legacy.kind === kind);
    const heir = among.find(({ id }) => id === to);
    if (!one || !(to === null ? one.nobody : heir && mayHave(one, heir)))
      throw new Failure('invalid', undefined, {
        fields: { [`heirs.${at}.to`]: 'Scegliere un collega che se ne occupa' },
      });
    return { one, to };
  });
  const told = new Map<number, string[]>();
  const made: number[] = [];
  for (const person of people) {
    const moved: Moved[] = [];
    const facts: Record<string, string> = {};
    for (const { one, to } of wanted) {
      const { open, ids } = await inHand(ctx, one, person.id, which);
      if (open.length === 0) continue;
      moved.push({ kind: one.kind, to, ids: await write(ctx, one, ids, { from: person.id, to }) });
      const heir = among.find(({ id }) => id === to);
      facts[one.kind] = `${said(one, open.length)} → ${heir?.name ?? 'nessuno'}`;
      if (to !== null) told.set(to, [...(told.get(to) ?? []), `${said(one, open.length)} di ${person.name}`]);
    }
    if (moved.length === 0) continue;
    const { id } = await ctx.db
      .insertInto('handovers')
      .values({
        companyId: ctx.user.companyId,
        kind: why,
        personId: person.id,
        givenBy: ctx.user.id || null,
        createdAt: ctx.now,
        moved: JSON.stringify(moved),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    made.push(id);
    ctx.audit({
      action: 'handed_over',
      entity: 'user',
      entityId: person.id,
      before: { work: [] },
      after: { work: Object.values(facts) },
    });
  }
  for (const [id, texts] of told)
    await notify(ctx, id === ctx.user.id ? [] : [id], {
      kind: 'work_handed',
      title: `${ctx.user.name} affida il lavoro ${whose[why]}`,
      text: texts.join(' · '),
      href: '/dealer',
    });
  return made;
}

/** The handovers of these blocked people that were made when they were blocked, and not an earlier time. */
export async function leftBy({ db, user }: Ctx, people: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('handovers as h')
    .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'h.companyId').onRef('u.id', '=', 'h.personId'))
    .select('h.id')
    .where('h.companyId', '=', user.companyId)
    .where('h.personId', 'in', [0, ...people])
    .where('h.kind', '=', 'leaving')
    .where('h.undoneAt', 'is', null)
    .whereRef('h.createdAt', '>=', 'u.archivedAt')
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives people back what these handovers moved, as far as the heirs still have it and it is still open. */
export async function takeBack(ctx: Ctx, legacies: readonly Legacy[], handoverIds: readonly number[]): Promise<void> {
  if (handoverIds.length === 0) return;
  const rows = await ctx.db
    .updateTable('handovers')
    .set({ undoneAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', 'in', handoverIds)
    .where('undoneAt', 'is', null)
    .returning(['id', 'personId', 'moved'])
    .execute();
  for (const { personId, moved } of rows.toSorted((a, b) => b.id - a.id)) {
    const texts: string[] = [];
    for (const { kind, to, ids } of moved as Moved[]) {
      const one = legacies.find((legacy) => legacy.kind === kind);
      if (!one) continue;
      const back = await inHand(ctx, one, to, openOf(ctx), ids);
      if (back.open.length === 0) continue;
      await write(ctx, one, back.ids, { from: to, to: personId });
      texts.push(said(one, back.open.length));
    }
    ctx.audit({
      action: 'work_back',
      entity: 'user',
      entityId: personId,
      before: { work: [] },
      after: { work: texts },
    });
  }
}
