/** Editions as they are stored: read, locked, written, and what their machine decides by. */
import { sql, type RawBuilder } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { MOST_PROBLEMS } from '#domain/catalog/editions/checks.ts';
import { editionMachine, isOver, type EditionFacts, type EditionState } from '#domain/catalog/editions/machine.ts';
import type { Change } from '#domain/catalog/editions/changes.ts';
import type { Edition } from '#domain/catalog/editions/schema.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import type { CourseRow, Kept } from '#backend/lib/records/move.ts';
import { problemsIn } from './problems.ts';
import { PART, partsOf } from './rows.ts';

export type EditionRow = Omit<Edition, 'changes' | 'publisherGone'> &
  CourseRow &
  EditionFacts & {
    state: EditionState;
    publishedBy: number | null;
    /** Its changes, where who locked it has read them: nobody saves others until the transaction ends. */
    stored?: readonly StoredChange[];
  };

const selectWith = (
  changes: RawBuilder<unknown>,
) => sql`select e.id, e.version, e.name, e.state, e.day, e.maker, e.published_by, e.publisher,
  e.published_at, e.refusal, e.undoes, e.issued_days, e.draft_days, e.updated_at,
  ${changes} as changes
  from catalog_editions e`;
const select = selectWith(
  sql`(select count(*) from catalog_changes c where c.company_id = e.company_id and c.edition_id = e.id)`,
);

/** An edition; its problems are only read by who needs them. Throws `not_found`. */
export async function readEdition({ db }: Pick<Ctx, 'db'>, id: number, isLocked = false): Promise<EditionRow> {
  const { rows } = await sql<EditionRow>`${select} where e.company_id = ${MANUFACTURER} and e.id = ${id}
    ${isLocked ? sql`for update of e` : sql``}`.execute(db);
  if (!rows[0]) throw new Failure('not_found');
  return { ...rows[0], problems: [] };
}

/** Editions that are not published yet are for those who write them. */
export const isSeen =
  (ctx: Pick<Ctx, 'user'>) =>
  ({ state }: Pick<EditionRow, 'state'>): boolean =>
    isOver(state) || holds(ctx, p.managePreferences);

/** An edition that the caller may read. Throws `not_found`. */
export async function seenEdition(ctx: Pick<Ctx, 'db' | 'user'>, id: number): Promise<EditionRow> {
  const edition = await readEdition(ctx, id);
  if (!isSeen(ctx)(edition)) throw new Failure('not_found');
  return edition;
}

/** An edition that rows are saved in, locked: without counting those that it has. Throws `not_found`. */
export async function lockEdition({ db }: Pick<Ctx, 'db'>, id: number): Promise<EditionRow> {
  const { rows } =
    await sql<EditionRow>`${selectWith(sql`0`)} where e.company_id = ${MANUFACTURER} and e.id = ${id} for update of e`.execute(
      db,
    );
  if (!rows[0]) throw new Failure('not_found');
  return { ...rows[0], problems: [] };
}

/** All editions, newest first. */
export async function readEditions({ db }: Pick<Ctx, 'db'>): Promise<EditionRow[]> {
  const { rows } = await sql<EditionRow>`${select} where e.company_id = ${MANUFACTURER}
    order by e.state in ('published', 'rolled_back'), coalesce(e.published_at, e.updated_at) desc, e.id desc limit 500`.execute(
    db,
  );
  return rows;
}

/** The people among these who may still publish. */
async function writers({ db }: Ctx, ids: readonly (number | null)[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select u.id from users u where u.company_id = ${MANUFACTURER}
    and u.id = any(${ids.filter((id) => id !== null)}::bigint[]) and u.archived_at is null and ${p.managePreferences} = any(u.privileges)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function answers(ctx: Ctx, rows: readonly EditionRow[]): Promise<Edition[]> {
  const present = await writers(ctx, rows.map(({ publishedBy }) => publishedBy)); // prettier-ignore
  return rows.map(({ publishedBy, problems: _problems, stored: _stored, ...row }) => ({
    ...row,
    publisherGone: publishedBy !== null && !present.has(publishedBy),
  }));
}

export const answer = async (ctx: Ctx, id: number): Promise<Edition> =>
  (await answers(ctx, [await readEdition(ctx, id)]))[0]!;

/** Writes columns of an edition and raises its version. */
export async function write({ db, now }: Ctx, { id, version }: CourseRow, columns: object): Promise<void> {
  await db
    .updateTable('catalogEditions')
    .set({ ...columns, version: version + 1, updatedAt: now })
    .where('companyId', '=', MANUFACTURER)
    .where('id', '=', id)
    .execute();
}

type KeptEditions = Kept<typeof editionMachine, EditionRow, Edition>;

/** For what is saved in a draft: its problems do not matter yet. */
export const keptDrafts: KeptEditions = {
  machine: editionMachine,
  lock: lockEdition,
  write,
  answer,
};

/** One publication after the other: the second sees what the first has changed. Dealers' calls wait for neither. */
export const inTurn = ({ db }: Pick<Ctx, 'db'>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('catalog editions', 0))`.execute(db);

/** For moves: what blocks an edition counts, beside what another publication has just brought. */
export const keptEditions: KeptEditions = {
  ...keptDrafts,
  lock: async (ctx, id) => {
    await inTurn(ctx);
    const edition = await readEdition(ctx, id, true);
    if (isOver(edition.state)) return edition;
    const stored = await readChanges(ctx, id);
    const problems = (await problemsIn(ctx, stored)).filter(({ blocks }) => blocks).slice(0, MOST_PROBLEMS);
    return { ...edition, stored, problems: problems.map(({ sentence }) => sentence) };
  },
};

/** Pictures are no part of a price list: no quote is told of them. */
export const isOfList = ({ kind }: Change): boolean => kind !== 'versionImages';

/** A change as it is stored. */
export interface StoredChange extends Change {
  version: number;
  changer: string;
  changedAt: string;
}

const readStored = async (
  { db }: Pick<Ctx, 'db'>,
  editionId: number,
  where: RawBuilder<unknown>,
  most: RawBuilder<unknown> = sql``,
): Promise<StoredChange[]> =>
  (
    await sql<StoredChange>`select kind, key, before, after, version, changer, changed_at from catalog_changes
    where company_id = ${MANUFACTURER} and edition_id = ${editionId} and ${where} order by kind, key ${most}`.execute(
      db,
    )
  ).rows;

/** The changes of an edition, by table and key; those under a condition, where one is given. */
export async function readChanges(
  ctx: Pick<Ctx, 'db'>,
  editionId: number,
  where?: RawBuilder<unknown>,
): Promise<StoredChange[]> {
  if (where) return readStored(ctx, editionId, where);
  const all: StoredChange[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last ? sql`(kind, key) > (${last.kind}, ${last.key})` : sql`true`;
    const part = await readStored(ctx, editionId, after, sql`limit ${PART}`);
    all.push(...part);
    if (part.length < PART) return all;
  }
}

/** Some changes of an edition under a condition, by table and key. */
export const readChangesFrom = (
  ctx: Pick<Ctx, 'db'>,
  editionId: number,
  where: RawBuilder<unknown>,
  { offset, limit }: { offset: number; limit: number },
): Promise<StoredChange[]> => readStored(ctx, editionId, where, sql`limit ${limit} offset ${offset}`);

/** Stores changes of an edition; those that it had of the same rows go. */
export async function storeChanges(
  { db }: Pick<Ctx, 'db'>,
  editionId: number,
  changes: readonly StoredChange[],
): Promise<void> {
  const json = (row: object | null) => row && JSON.stringify(row);
  for (const part of partsOf(changes))
    await sql`insert into catalog_changes (company_id, edition_id, kind, key, before, after, version, changer, changed_at)
    select ${MANUFACTURER}, ${editionId}, d.kind, d.key, d.before, d.after, d.version, d.changer, d.changed_at
    from unnest(${part.map(({ kind }) => kind)}::text[], ${part.map(({ key }) => key)}::text[],
      ${part.map(({ before }) => json(before))}::jsonb[], ${part.map(({ after }) => json(after))}::jsonb[],
      ${part.map(({ version }) => version)}::int[], ${part.map(({ changer }) => changer)}::text[],
      ${part.map(({ changedAt }) => changedAt)}::timestamptz[]) as d (kind, key, before, after, version, changer, changed_at)
    on conflict (company_id, edition_id, kind, key) do update set before = excluded.before, after = excluded.after,
      version = excluded.version, changer = excluded.changer, changed_at = excluded.changed_at`.execute(db);
}

export async function dropChanges(
  { db }: Ctx,
  editionId: number,
  rows: readonly { kind: string; key: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`delete from catalog_changes c using unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ key }) => key)}::text[]) as d (kind, key)
    where c.company_id = ${MANUFACTURER} and c.edition_id = ${editionId} and c.kind = d.kind and c.key = d.key`.execute(
    db,
  );
}
