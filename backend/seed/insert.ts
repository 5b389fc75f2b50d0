import { CompiledQuery, sql, type Transaction } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { DB } from '../db/types.gen.ts';
import type { Ctx } from '../lib/work/context.ts';

export type Owner = Transaction<DB>;

/** Whoever reads and prices in an area for a company, with what that asks of its context alone: no audit and no jobs. */
export const ctxOf = (
  db: Owner,
  { now, today }: Pick<Ctx, 'now' | 'today'>,
  user: Pick<Ctx['user'], 'companyId' | 'privileges'> & Partial<Ctx['user']>,
): Ctx => ({ db, now, today, user }) as Ctx;

/** Rows of one statement: some megabytes at most. */
export const BATCH = 2000;

const column = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Inserts many rows at once; all have the same keys, which are column names in camelCase or snake_case. Ids may be
 * given, in rising order.
 */
export async function insertRows(owner: Owner, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = Object.keys(rows[0]!).map((key) => [key, column(key)] as const);
  const columns = keys.map(([, name]) => name).join(', ');
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows
      .slice(start, start + BATCH)
      .map((row) => Object.fromEntries(keys.map(([key, name]) => [name, (row as Record<string, unknown>)[key]])));
    const text = `insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, $1::json)`;
    await owner.executeQuery(CompiledQuery.raw(text, [JSON.stringify(batch)]));
  }
  // The sequence continues after the ids given here.
  const last = (rows.at(-1) as { id?: number }).id;
  if (last !== undefined && last >= (await nextId(owner, table)))
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})`.execute(owner);
}

/** The id that the table would give next. */
export async function nextId(owner: Owner, table: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(
    (select last_value from pg_sequences where format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence(${table}, 'id')::regclass), 0
  )::int + 1 as next`.execute(owner);
  return rows[0]!.next;
}

/**
 * Sets the company for the following statements: forced row level security applies to the owner too, unless it is a
 * superuser.
 */
export async function enter(owner: Owner, companyId: number): Promise<void> {
  const writes = companyId === MANUFACTURER ? 'national' : '';
  await sql`select set_config('app.company_id', ${String(companyId)}, true), set_config('app.writes', ${writes}, true)`.execute(
    owner,
  );
}
