import { sql } from 'kysely';
import type { Ctx } from '../lib/work/context.ts';
import type { Importable, Keyed } from '../lib/records/importable.ts';
import { columnOf, readByIds, type Stored } from '../lib/records/records.ts';
import { identityOf, keysIn, recordKey, takeTurns, type Prepared, type ReadRow } from './decide.ts';
import { isOwnNumber } from './guess.ts';
import { readerOf } from './reading.ts';
import { rowsOf, type ImportRecord } from './record.ts';
import { keysSeen, type SeenKeys } from './seen-keys.ts';

/** Rows that are read, decided and written in one go, so that others do not wait long for the records. */
export const CHUNK = 200;

interface Texts {
  row: number;
  cells: string[];
}

const isNumber = (text: string) => /^\d{1,15}$/.test(text);

/** The records with these keys, with their versions. Only a code also finds archived records. */
export async function findByKeys(ctx: Ctx, kind: Importable, rows: readonly ReadRow[]): Promise<Keyed[]> {
  const { of, compared = {}, found: finding } = kind;
  const values = new Map<string, string[]>();
  for (const key of rows.flatMap(({ keys }) => keys)) {
    const at = key.indexOf('=');
    values.set(key.slice(0, at), [...(values.get(key.slice(0, at)) ?? []), key.slice(at + 1)]);
  }
  const found: Keyed[] = [];
  for (const [match, wanted] of values) {
    const isOwn = isOwnNumber(kind, match);
    const live = match === 'code' || isOwn ? sql`true` : sql`archived_at is null`;
    const column = sql.ref(compared[match] ?? columnOf(match));
    const fits = isOwn
      ? sql`id = any(${wanted.filter(isNumber)}::bigint[])`
      : sql`${column} = any(${wanted}::text[]) and ${column} <> ''`;
    const keyed =
      finding?.(ctx, match, wanted) ??
      sql<Keyed>`select id, version, ${`${match}=`}::text || ${column}::text as key from ${sql.table(of.table)}
        where company_id = ${ctx.user.companyId} and ${fits} and ${live} order by id`;
    const { rows: named } = await keyed.execute(ctx.db);
    found.push(...named);
  }
  return found;
}

/** The rows with everything that they say, read as the import reads them. */
export async function readRows(
  ctx: Ctx,
  kind: Importable,
  it: ImportRecord,
  rows: readonly { row: number; cells: readonly string[] }[],
): Promise<ReadRow[]> {
  const reader = readerOf(kind, it, (await kind.vocabulary?.(ctx)) ?? {}, ctx.today);
  const turn = takeTurns();
  const done: ReadRow[] = [];
  for (const { row, cells: texts } of rows) {
    await turn();
    const read = reader(texts);
    const keys = keysIn(kind, it.matches, read.cells);
    done.push({ ...read, row, texts, keys, identity: identityOf(kind, keys, read.cells) });
  }
  return done;
}

/**
 * The next rows of an import, with everything they are compared with; null when none are left. Nothing is locked. A
 * check takes the rows that were not looked at; rows that were written are not read again.
 */
export async function prepare(
  ctx: Ctx,
  kind: Importable,
  it: ImportRecord,
  seen: SeenKeys,
): Promise<(Prepared & { marks: string }) | null> {
  const open =
    it.state === 'checking'
      ? sql`outcome is null`
      : sql`record_id is null and coalesce(outcome, '') not in ('refused', 'joined')`;
  const { rows: read } = await sql<Texts>`select row, cells from import_rows
    where ${rowsOf(ctx, it)} and row > ${it.atRow} and ${open} order by row limit ${CHUNK}`.execute(ctx.db);
  if (read.length === 0) return null;
  const numbers = read.map(({ row }) => row);
  const doubles = it.joined === 0 ? [] : await joinedTo(ctx, it, numbers);
  const rows = read.map(({ row, cells }) => {
    const others = doubles.filter((one) => one.row === row);
    return { row, cells: others.length > 0 ? joined([cells, ...others.map((one) => one.cells)]) : cells };
  });
  const keys = await keysSeen(ctx, it, seen);
  const compared = await compare(ctx, kind, it, await readRows(ctx, kind, it, rows));
  const last = numbers.at(-1)!;
  // While rows are written none joins another any more: that one may be written already, and is not read again.
  const isChecked = it.state === 'checking';
  const records = isChecked ? [...compared.found.values()].flat().map(({ id }) => recordKey(id)) : [];
  const earlier = [...compared.rows.map(({ identity }) => identity), ...records].flatMap((key): [string, number][] => {
    const row = keys.get(key);
    return row !== undefined && row < last ? [[key, row]] : [];
  });
  return { ...compared, earlier: new Map(earlier), isChecked };
}

/** The rows that were joined to these, each with the number of the row that it belongs to. */
async function joinedTo(ctx: Ctx, it: ImportRecord, numbers: readonly number[]): Promise<Texts[]> {
  const { rows } = await sql<Texts>`select joined_to as row, cells from import_rows
    where ${rowsOf(ctx, it)} and joined_to = any(${[...numbers]}::int[]) order by import_rows.row`.execute(ctx.db);
  return rows;
}

/** The first row, with the cells of the others where it has none. */
function joined(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(({ length }) => length));
  return Array.from({ length: width }, (_, at) => rows.find((cells) => cells[at])?.[at] ?? '');
}

/** Reads everything that rows are compared with. */
export async function compare(
  ctx: Ctx,
  kind: Importable,
  it: ImportRecord,
  rows: readonly ReadRow[],
): Promise<Omit<Prepared, 'earlier' | 'isChecked'> & { marks: string }> {
  const named = await findByKeys(ctx, kind, rows);
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
  const { matches } = it;
  const finish = await kind.of.finish?.(
    ctx,
    rows.map(({ cells }) => cells),
  );
  return { kind, matches, rows, found, finish, width: it.heads.length, today: ctx.today, marks: marksOf(named) };
}

/** A text that changes when a record with one of the keys changes. */
export const marksOf = (named: readonly { id: number; version: number }[]): string =>
  named.map(({ id, version }) => `${id}.${version}`).join(' ');
