/** Changes of many records at once. A change can be undone on the records that nobody changed since. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { typed } from '#domain/record/fields.ts';
import type { Batch, Undone } from '#domain/record/priced-calls.ts';
import type { Ctx } from '../work/context.ts';
import type { Imported } from './importable.ts';
import { columnOf, factsOf, ownOf, readByIds, type Stored } from './records.ts';
import { writeWords } from './search.ts';

/** Days for which a change can be taken back. */
const KEPT_DAYS = 30;
const MOST_LISTED = 10;

type Of<Row extends Stored> = Imported<Row, never>;

/** A record after a change: its version then, and its values before; null when the change created it. */
export interface KeptRow {
  id: number;
  version: number;
  before: object | null;
}

/** A record and the new values of some of its fields. */
export interface Change<Row> {
  row: Row;
  values: Partial<Row>;
}

export const keysOf = <Row extends object>(values: Partial<Row>) => Object.keys(values) as (keyof Row & string)[];

/** The fields of a record that a person types; null without a record. */
export const typedOf = <Row extends Stored>({ fields }: Of<Row>, row: Row | undefined): Partial<Row> | null =>
  row ? (Object.fromEntries(typed(fields).map(([key]) => [key, row[key as keyof Row]])) as Partial<Row>) : null;

/** Keeps a change so that it can be undone; returns its number. */
export async function keepBatch(
  ctx: Ctx,
  kind: string,
  what: Batch['what'],
  rows: readonly KeptRow[],
): Promise<number> {
  await sql`delete from batches where company_id = ${ctx.user.companyId}
    and created_at < ${ctx.now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(ctx.db);
  const { id } = await ctx.db
    .insertInto('batches')
    .values({
      companyId: ctx.user.companyId,
      kind,
      what,
      userId: ctx.user.id,
      count: rows.length,
      rows: JSON.stringify(rows),
      createdAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The latest changes of a list, newest first. */
export const listBatches = (ctx: Ctx, { table }: { table: string }): Promise<Batch[]> =>
  ctx.db
    .selectFrom('batches as b')
    .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'b.companyId').onRef('u.id', '=', 'b.userId'))
    .select(['b.id', 'b.what', 'b.count', 'b.createdAt as at', 'u.name as who', 'b.undoneAt'])
    .where('b.companyId', '=', ctx.user.companyId)
    .where('b.kind', '=', table)
    .orderBy('b.id', 'desc')
    .limit(MOST_LISTED)
    .execute() as Promise<Batch[]>;

const undo = { reprice: 'unprice', import: 'unimport' } as const;

/**
 * Undoes a change on the records that nobody changed since: changed records get their former values, created ones are
 * deleted. Throws `conflict` when it was undone already.
 */
export async function undoBatch<Row extends Stored>(ctx: Ctx, of: Of<Row>, batchId: number): Promise<Undone> {
  const batch = await ctx.db
    .selectFrom('batches')
    .select(['rows', 'what', 'undoneAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('kind', '=', of.table)
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst();
  if (!batch) throw new Failure('not_found');
  if (batch.undoneAt) throw new Failure('conflict', 'La modifica è già stata annullata.');
  const done = await takeBack(ctx, of, batch.rows as KeptRow[], undo[batch.what as Batch['what']]);
  await ctx.db
    .updateTable('batches')
    .set({ undoneAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', batchId)
    .execute();
  const count = (what: string) => [...done.values()].filter((one) => one === what).length;
  return { restored: count('restored'), removed: count('removed'), kept: count('kept') };
}

/**
 * Undoes a change on those of these records that nobody changed since; says of each, by its id, what became of it. `told`
 * hears of those that have their former values again.
 */
export async function takeBack<Row extends Stored>(
  ctx: Ctx,
  of: Of<Row>,
  rows: readonly KeptRow[],
  action: string,
  told?: (ctx: Ctx, changes: readonly { before: Row; after: Row }[]) => Promise<void>,
): Promise<Map<number, keyof Undone>> {
  const kept = new Map(rows.map((row) => [row.id, row]));
  const found = await readByIds(ctx, of, [...kept.keys()]);
  const same = found.filter((row) => row.version === kept.get(row.id)!.version);
  const asked = same.map(({ id }) => kept.get(id)!);
  const free = new Set(of.untouched ? await of.untouched(ctx, asked) : asked.map(({ id }) => id));
  const untouched = same.filter(({ id }) => free.has(id));
  const made = untouched.filter((row) => kept.get(row.id)!.before === null);
  const changes = untouched.flatMap((row) => {
    const { before } = kept.get(row.id)!;
    return before ? [{ row, values: before as Partial<Row> }] : [];
  });
  const restoredRows = await writeMany(ctx, of, changes, action);
  const removed = await removeMany(ctx, of, made, action);
  await writeWords(
    ctx,
    of.table,
    untouched.map(({ id }) => id),
  );
  if (changes.length > 0)
    await told?.(
      ctx,
      changes.map(({ row }, at) => ({ before: row, after: restoredRows[at]! })),
    );
  const restored = new Set(changes.map(({ row }) => row.id));
  const fate = (id: number) => (removed.has(id) ? 'removed' : restored.has(id) ? 'restored' : 'kept');
  return new Map([...kept.keys()].map((id) => [id, fate(id)]));
}

/** Deletes records together with what is stored beside them; returns those that could be deleted. */
async function removeMany<Row extends Stored>(ctx: Ctx, of: Of<Row>, rows: readonly Row[], action: string) {
  const ids = rows.map(({ id }) => id);
  const free = new Set(of.forget && ids.length > 0 ? await of.forget(ctx, ids) : ids);
  await sql`delete from ${sql.table(of.table)} where company_id = ${ctx.user.companyId}
    and id = any(${[...free]}::bigint[])`.execute(ctx.db);
  const gone = rows.filter(({ id }) => free.has(id));
  ctx.audit(...gone.map((row) => ({ action, entity: of.entity, entityId: row.id, before: factsOf(of, row) })));
  return free;
}

/**
 * Writes the changed values of many records in one statement, then what stands beside them, and an audit row for each.
 * Returns the records as they are now, in the order of the changes.
 */
export async function writeMany<Row extends Stored>(
  ctx: Ctx,
  of: Of<Row>,
  changes: readonly Change<Row>[],
  action: string,
): Promise<Row[]> {
  if (changes.length === 0) return [];
  const columns = Object.keys(ownOf(of, changes[0]!.values)).map((key) => [key as keyof Row, columnOf(key)] as const);
  const rows = changes.map(({ row, values }) => ({
    id: row.id,
    ...Object.fromEntries(columns.map(([key, column]) => [column, values[key]])),
  }));
  const set = columns.map(([, column]) => sql`${sql.ref(column)} = p.${sql.ref(column)}`);
  await sql`update ${sql.table(of.table)} r set ${sql.join(set)}, version = r.version + 1, updated_at = ${ctx.now}
    from jsonb_populate_recordset(null::${sql.table(of.table)}, ${JSON.stringify(rows)}::jsonb) p
    where r.company_id = ${ctx.user.companyId} and r.id = p.id`.execute(ctx.db);
  for (const { row, values } of changes)
    if (of.beside?.keys.some((key) => key in values)) await of.beside.write(ctx, row.id, values);
  const ids = changes.map(({ row }) => row.id);
  await of.written?.(ctx, ids);
  const read = new Map((await readByIds(ctx, of, ids)).map((row) => [row.id, row]));
  const written = changes.map(({ row }) => ({ before: row, after: read.get(row.id)! }));
  ctx.audit(
    ...written.map(({ before, after }) => ({
      action,
      entity: of.entity,
      entityId: after.id,
      before: factsOf(of, before),
      after: factsOf(of, after),
    })),
  );
  return written.map(({ after }) => after);
}
