import { sql } from 'kysely';
import type { FieldMessages } from '#domain/errors.ts';
import { inSavepoint } from '../lib/work/savepoint.ts';
import { typedOf, writeMany, type KeptRow } from '../lib/records/batches.ts';
import type { Ctx } from '../lib/work/context.ts';
import { asFailure } from '../lib/work/failures.ts';
import type { Importable } from '../lib/records/importable.ts';
import { columnOf, factsOf, readByIds, type Stored } from '../lib/records/records.ts';
import { writeFirstWords, writeWords } from '../lib/records/search.ts';
import { columnsFrom, type Written } from './decide.ts';

/** The result for a row that was to be written: the record after the import, or why it was rejected. */
export type Fate = { row: number } & (KeptRow | { refused: string });

/**
 * Writes new and changed rows all together; if the database refuses them, one by one, so that one bad row does not keep
 * out the others.
 */
export async function write(
  ctx: Ctx,
  kind: Importable,
  constraints: Record<string, FieldMessages>,
  rows: readonly Written[],
): Promise<Fate[]> {
  if (rows.length === 0) return [];
  try {
    return await inSavepoint(ctx, (inner) => writeAll(inner, kind, rows));
  } catch (error) {
    const failure = asFailure(error, constraints);
    if (failure.code === 'internal' || failure.code === 'unavailable') throw error;
    if (rows.length === 1) {
      const { fields = {} } = failure.detail;
      return [{ row: rows[0]!.row, refused: Object.values(fields).join('; ') || failure.message }];
    }
    const fates = [];
    for (const row of rows) fates.push(...(await write(ctx, kind, constraints, [row])));
    return fates;
  }
}

async function writeAll(ctx: Ctx, kind: Importable, rows: readonly Written[]): Promise<Fate[]> {
  const { of } = kind;
  const fresh = rows.filter(({ old }) => !old);
  const changes = rows.flatMap(({ row, old, input }) =>
    old ? [{ line: row, row: old, values: ownOf(kind, input) }] : [],
  );
  await writeMany(ctx, of, changes, 'import');
  const ids = fresh.length > 0 ? await insertAll(ctx, kind, fresh) : [];
  const written = new Map([
    ...changes.map(({ line, row }) => [line, row.id] as const),
    ...fresh.map(({ row }, n) => [row, ids[n]!] as const),
  ]);
  const entered = rows.map(({ row, old, cells }) => ({ id: written.get(row)!, old, cells }));
  await kind.entered?.(ctx, entered);
  if (of.beside) for (const { row, input } of rows) await of.beside.write(ctx, written.get(row)!, input);
  if (changes.length > 0)
    await writeWords(
      ctx,
      of.table,
      changes.map(({ row }) => row.id),
    );
  await writeFirstWords(ctx, of.table, ids);
  const records = new Map((await readByIds(ctx, of, [...written.values()])).map((record) => [record.id, record]));
  if (kind.told) for (const { row } of changes) await kind.told(ctx, row, records.get(row.id)!);
  ctx.audit(
    ...ids.map((id) => ({ action: 'import', entity: of.entity, entityId: id, after: factsOf(of, records.get(id)!) })),
  );
  return rows.map(({ row, old }) => {
    const { id, version } = records.get(written.get(row)!)!;
    return { row, id, version, before: old ? ownOf(kind, columnsFrom(kind, typedOf(of, old)!)) : null };
  });
}

/** The input as columns of the record's own table, without the fields stored elsewhere. */
const ownOf = ({ of: { beside } }: Importable, input: object) =>
  Object.fromEntries(Object.entries(input).filter(([key]) => !beside?.keys.includes(key))) as Partial<Stored>;

/** Inserts new records; returns their ids in the order of the rows. */
async function insertAll(ctx: Ctx, kind: Importable, rows: readonly Written[]): Promise<number[]> {
  const { of } = kind;
  const inputs: object[] = [];
  const made = await kind.fresh?.(ctx);
  for (const { input } of rows) inputs.push(ownOf(kind, made ? await made(input) : input));
  const values = inputs.map((input) =>
    Object.fromEntries(Object.entries<unknown>({ ...input }).map(([key, value]) => [columnOf(key), value])),
  );
  const columns = sql.join(Object.keys(values[0]!).map((name) => sql.ref(name)));
  // One parameter for all rows: one for every cell would block the event loop.
  const { rows: inserted } = await sql<{
    id: number;
  }>`insert into ${sql.table(of.table)} (company_id, ${columns}, created_at, updated_at)
    select ${ctx.user.companyId}, ${columns}, ${ctx.now}, ${ctx.now}
    from jsonb_populate_recordset(null::${sql.table(of.table)}, ${JSON.stringify(values)}::jsonb)
    returning id`.execute(ctx.db);
  const ids = inserted.map(({ id }) => id);
  await of.written?.(ctx, ids);
  return ids;
}
