import { sql } from 'kysely';
import type { Ctx } from '../lib/context.ts';
import type { Importable } from '../lib/importable.ts';
import { columnOf, readByIds, type Stored } from '../lib/records.ts';
import { keyOf, type Prepared } from './decide.ts';
import { rowsOf, type ImportRecord } from './record.ts';

/** Rows that are read, decided and written in one go, so that others do not wait long for the records. */
export const CHUNK = 100;

/** The records with these keys, with their versions. Only a code also finds archived records. */
export async function findByKeys(
  ctx: Ctx,
  { of }: Importable,
  match: string,
  values: readonly string[],
): Promise<{ id: number; version: number; key: string }[]> {
  const live = match === 'code' ? sql`true` : sql`archived_at is null`;
  const column = sql.ref(columnOf(match));
  const { rows } = await sql<{ id: number; version: number; key: string }>`
    select id, version, ${column} as key from ${sql.table(of.table)}
    where company_id = ${ctx.user.companyId} and ${column} = any(${values.filter(Boolean)}::text[]) and ${live}
    order by id`.execute(ctx.db);
  return rows;
}

/** The next rows of an import, with everything they are compared with; null when none are left. Nothing is locked. */
export async function prepare(
  ctx: Ctx,
  kind: Importable,
  it: ImportRecord,
): Promise<(Prepared & { marks: string }) | null> {
  const isCheck = it.state === 'checking';
  const { rows: read } = await sql<{ row: number; cells: string[] }>`select row, cells from import_rows
    where ${rowsOf(ctx, it)} and row > ${it.atRow} and ${isCheck ? sql`true` : sql`outcome is distinct from 'refused'`}
    order by row limit ${CHUNK}`.execute(ctx.db);
  if (read.length === 0) return null;
  const { fields, match } = it;
  const rows = read.map((one) => ({ ...one, key: keyOf({ kind, fields, match }, one.cells) }));
  return { kind, fields, match, rows, ...(await compare(ctx, kind, it, rows)) };
}

/** Reads everything that rows are compared with. */
export async function compare(ctx: Ctx, kind: Importable, it: ImportRecord, rows: Prepared['rows']) {
  const values = rows.map(({ key }) => key);
  const named = await findByKeys(ctx, kind, it.match, values);
  const records = new Map<number, Stored>();
  for (const record of await readByIds(
    ctx,
    kind.of,
    named.map(({ id }) => id),
    false,
  ))
    records.set(record.id, record);
  const found = new Map<string, Stored[]>();
  for (const { id, key } of named)
    found.set(key, [...(found.get(key) ?? []), ...(records.get(id) ? [records.get(id)!] : [])]);
  const { rows: before } = await sql<{ key: string; row: number }>`select key, min(row) as row from import_rows
    where ${rowsOf(ctx, it)} and key = any(${values}::text[]) and row < ${rows[0]!.row} group by key`.execute(ctx.db);
  const earlier = new Map(before.map(({ key, row }) => [key, row]));
  return { found, earlier, finish: await kind.of.finish?.(ctx), marks: marksOf(named) };
}

/** A text that changes when a record with one of the keys changes. */
export const marksOf = (named: readonly { id: number; version: number }[]): string =>
  named.map(({ id, version }) => `${id}.${version}`).join(' ');
