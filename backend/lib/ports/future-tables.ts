/** The manufacturer's tables of future values, as plans of a dealer read them. */
import { sql, type RawBuilder } from 'kysely';
import type { TableInForce } from '#domain/financials/tables/schema.ts';
import type { Ctx } from '../work/context.ts';

/** SQL for the first edition of table `r`. */
export const seriesSql = sql<number>`coalesce(r.series_id, r.id)`;

/** SQL for the last day of edition `r`: its own, or the one before the next published edition; null: without end. */
export const untilSql: RawBuilder<string | null> =
  sql`least(r.valid_to, (select min(n.valid_from) - 1 from future_tables n
  where n.company_id = r.company_id and not n.draft and coalesce(n.series_id, n.id) = ${seriesSql}
    and n.valid_from > r.valid_from))`;

/** The tables in force today that the caller's company may name; of these alone where `ids` says so. */
export async function readInForce(
  { db, today }: Pick<Ctx, 'db' | 'today'>,
  ids?: readonly number[],
): Promise<TableInForce[]> {
  const { rows } = await sql<TableInForce>`
    select ${seriesSql} as id, r.name, r.lender, r.basis, r.basket_id, r.between_months, r.cells, ${untilSql}::text as until
    from future_tables r where not r.draft and r.archived_at is null and r.valid_from <= ${today}
      and coalesce(${untilSql}, ${today}) >= ${today}
      ${ids ? sql`and ${seriesSql} = any(${[...ids]}::bigint[])` : sql``}
    order by r.lender, r.name, r.id limit 500`.execute(db);
  return rows;
}
