import { sql, type RawBuilder } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { integer } from '#domain/italian.ts';
import { holdsAny } from '#domain/privileges.ts';
import type { users as table } from '#domain/users/endpoints.ts';
import type { Heir } from '#domain/users/leaving.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Legacy } from '../lib/people/legacy.ts';
import { notify } from '../lib/people/notify.ts';
import { userNames } from '../lib/people/people.ts';

/** What went to whom of one person: `handovers.moved`. */
interface Moved {
  kind: string;
  to: number | null;
  ids: number[];
}

type Colleague = { id: number; name: string; privileges: number[] };

const said = ({ words: [one, many] }: Legacy, n: number) => `${integer(n)} ${n === 1 ? one : many}`;

const colleagues = ({ db, user }: Ctx, except: readonly number[]): Promise<Colleague[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'privileges'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .where('id', 'not in', [...except, 0])
    .orderBy('name')
    .orderBy('id')
    .execute();

const mayHave = ({ heirs }: Legacy, { privileges }: Colleague) => holdsAny(privileges, heirs);

/** What people have in hand by kinds, and who may have it after them; kinds without anything are left out. */
export const leaving =
  (legacies: readonly Legacy[]): VerbOf<typeof table, 'GET /users/leaving'> =>
  async (ctx, { query: { ids } }) => {
    const { companyId } = ctx.user;
    const among = await colleagues(ctx, ids);
    const kinds = [];
    for (const one of legacies) {
      const { rows } = await sql<{ open: number; all: number }>`select
          count(*) filter (where ${one.open(ctx)})::int as open, count(*)::int as all
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
        heirs: among.filter((colleague) => mayHave(one, colleague)).map(({ id, name }) => ({ id, name })),
        nobody: one.nobody ?? false,
      });
    }
    return kinds;
  };

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

/** The rows of a kind that a person passes on, with those that go along; locked. */
async function inHand(ctx: Ctx, one: Legacy, personId: number): Promise<{ open: number[]; ids: number[] }> {
  const own = sql`r.company_id = ${ctx.user.companyId} and ${held(one, sql.ref(`r.${one.column}`), personId)}`;
  // The newest first, in the order in which issuing locks older revisions.
  const read = async (condition: ReturnType<Legacy['open']>) =>
    (
      await sql<{ id: number }>`select r.id from ${sql.table(one.table)} r where ${own} and ${condition}
        order by r.id desc for update of r`.execute(ctx.db)
    ).rows.map(({ id }) => id);
  const open = await read(one.open(ctx));
  const more = one.along && open.length > 0 ? await read(one.along(ctx, open)) : [];
  return { open, ids: [...new Set([...open, ...more])] };
}

/**
 * Hands over the work of people who are blocked: each kind to who was named for it. Everything else stays with them.
 * Throws at `heirs` when somebody may not have it.
 */
export async function handOver(
  ctx: Ctx,
  legacies: readonly Legacy[],
  people: readonly { id: number; name: string }[],
  heirs: readonly Heir[],
): Promise<void> {
  if (heirs.length === 0 || people.length === 0) return;
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
  for (const person of people) {
    const moved: Moved[] = [];
    const facts: Record<string, string> = {};
    for (const { one, to } of wanted) {
      const { open, ids } = await inHand(ctx, one, person.id);
      if (open.length === 0) continue;
      moved.push({ kind: one.kind, to, ids: await write(ctx, one, ids, { from: person.id, to }) });
      const heir = among.find(({ id }) => id === to);
      facts[one.kind] = `${said(one, open.length)} → ${heir?.name ?? 'nessuno'}`;
      if (to !== null) told.set(to, [...(told.get(to) ?? []), `${said(one, open.length)} di ${person.name}`]);
    }
    if (moved.length === 0) continue;
    await ctx.db
      .insertInto('handovers')
      .values({
        companyId: ctx.user.companyId,
        personId: person.id,
        givenBy: ctx.user.id || null,
        createdAt: ctx.now,
        moved: JSON.stringify(moved),
      })
      .execute();
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
      title: `${ctx.user.name} affida il lavoro di chi lascia`,
      text: texts.join(' · '),
      href: '/dealer',
    });
}

/** Gives people back what they handed over, as far as the heirs still have it. */
export async function takeBack(ctx: Ctx, legacies: readonly Legacy[], people: readonly number[]): Promise<void> {
  if (people.length === 0) return;
  const rows = await ctx.db
    .updateTable('handovers')
    .set({ undoneAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('personId', 'in', people)
    .where('undoneAt', 'is', null)
    .returning(['id', 'personId', 'moved'])
    .execute();
  for (const { personId, moved } of rows.toSorted((a, b) => b.id - a.id)) {
    const texts: string[] = [];
    for (const { kind, to, ids } of moved as Moved[]) {
      const one = legacies.find((legacy) => legacy.kind === kind);
      if (!one) continue;
      const back = await write(ctx, one, ids, { from: to, to: personId });
      texts.push(said(one, back.length));
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
