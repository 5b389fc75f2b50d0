/** What becomes of the rows of a file, and which records the file does not name. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ImportResults } from '#domain/imports/schema.ts';
import { RESULTS_PAGE, type ImportResult } from '#domain/imports/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { columnOf } from '../lib/records/records.ts';
import type { Importable } from '../lib/records/importable.ts';
import { readImport, rowsOf, type Kinds } from './record.ts';

/** Rows that write, or say what the record says already. */
const SAVED = sql<SqlBool>`outcome in ('created', 'updated', 'unchanged')`;
const rowsBy: Readonly<Record<Exclude<ImportResult, 'not_imported'>, RawBuilder<SqlBool>>> = {
  all_imported: sql`true`,
  imported_and_save: SAVED,
  imported_only: sql`${SAVED} is not true and outcome is distinct from 'joined'`,
  joined: sql`outcome = 'joined'`,
};

/** The records that no row of the list is about. */
const absent = (ctx: Ctx, { of, expected }: Importable, rows: RawBuilder<SqlBool>) =>
  sql`from ${sql.table(of.table)} r where r.company_id = ${ctx.user.companyId}
    and ${expected?.(ctx) ?? sql`r.archived_at is null`}
    and not exists (select from import_rows i where ${rows} and i.found_id = r.id)`;

/** A page of the rows that a filter leaves, with the count of each filter; throws `not_found` and `forbidden`. */
export async function resultsOf(
  ctx: Ctx,
  kinds: Kinds,
  id: number,
  { filter, offset }: { filter: ImportResult; offset: number },
): Promise<ImportResults> {
  const it = await readImport(ctx, id);
  const kind = kinds.get(it.kind)!;
  const own = rowsOf(ctx, it);
  const missing = absent(ctx, kind, sql`i.company_id = ${ctx.user.companyId} and i.import_id = ${it.id}`);
  // Of a row that was refused, or is a second one, what the file says stands for the value by which it is found.
  const at = it.fields.indexOf(kind.keys[0]);
  const typed = at < 0 ? sql`null` : sql`cells ->> ${at}::int`;
  const page = sql`limit ${RESULTS_PAGE} offset ${offset}`;
  const { rows: counted } = await sql<{
    all: number;
    saved: number;
    joined: number;
    missing: number;
  }>`select count(*)::int as all,
      count(nullif(${SAVED}, false))::int as saved, count(*) filter (where outcome = 'joined')::int as joined, (select count(*)::int ${missing}) as missing
    from import_rows where ${own}`.execute(ctx.db);
  const { all, saved, joined, missing: not } = counted[0]!;
  const found =
    filter === 'not_imported'
      ? sql<
          ImportResults['rows'][number]
        >`select null::int as "row", r.${sql.ref(columnOf(kind.keys[0]))}::text as name,
          null::text as outcome, null::text as message, null::int as "joinedTo", r.id as "recordId" ${missing} order by r.id desc ${page}`
      : sql<
          ImportResults['rows'][number]
        >`select row, coalesce(substr(key, strpos(key, '=') + 1), ${typed}, '') as name, outcome, message, joined_to as "joinedTo",
          coalesce(record_id, found_id) as "recordId"
        from import_rows where ${own} and ${rowsBy[filter]} order by row ${page}`;
  const counts = {
    all_imported: all,
    imported_and_save: saved,
    imported_only: all - saved - joined,
    joined,
    not_imported: not,
  };
  return { counts, rows: (await found.execute(ctx.db)).rows };
}
