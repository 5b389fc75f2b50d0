/** Tables of future values as records of the manufacturer's list, and what publishing them asks. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { faultsOf } from '#domain/financials/tables/check.ts';
import type { futureTables as table } from '#domain/financials/tables/endpoints.ts';
import { futureTableFields } from '#domain/financials/tables/fields.ts';
import type { FutureTable, FutureTableInput } from '#domain/financials/tables/schema.ts';
import { overlap, tableStateOn } from '#domain/financials/tables/terms.ts';
import { day } from '#domain/italian.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { seriesSql, untilSql } from '#backend/lib/ports/future-tables.ts';
import { isArchived, orderOf, selectOf, type Records, type Stored } from '#backend/lib/records/records.ts';

type Filters = Partial<z.output<(typeof table)['GET /future-tables']['query']>>;

/** A table as it is stored, with the names of what it points to; its state on the day follows. */
export type FutureTableRow = Omit<FutureTable, 'state'> & Stored;

const stateOn = (today: string) => sql`case when r.draft then 'draft' when r.valid_from > ${today} then 'scheduled'
  when ${untilSql} < ${today} then 'over' else 'running' end`;

/** Throws at the field when the basket does not exist. */
async function checkBasket({ db }: Ctx, { basketId }: FutureTableInput): Promise<void> {
  if (basketId === null) return;
  const { rows } =
    await sql`select from baskets where company_id = ${MANUFACTURER} and holds = 'versions' and id = ${basketId}`.execute(
      db,
    );
  if (rows.length === 0)
    throw new Failure('invalid', undefined, { fields: { basketId: 'Scegliere un paniere dell’elenco' } });
}

export const tables: Records<FutureTableRow, Filters> = {
  table: 'futureTables',
  entity: 'future_table',
  noun: 'la tabella',
  file: 'valori-futuri',
  fields: futureTableFields,
  select: selectOf(
    'futureTables',
    futureTableFields,
    sql`, ${seriesSql} as series, r.edition, r.draft, ${untilSql}::text as until,
      (select b.name from baskets b where b.company_id = r.company_id and b.id = r.basket_id) as basket`,
  ),
  order: orderOf(futureTableFields),
  sort: { sort: 'name', dir: 'asc' },
  where: ({ today }, { state, lender, archived }) => [
    ...(state ? [sql<SqlBool>`${stateOn(today)} = any(${state}::text[])`] : []),
    ...(lender ? [sql<SqlBool>`r.lender = ${lender}`] : []),
    isArchived(archived),
  ],
  check: (ctx, input) => checkBasket(ctx, input as FutureTableInput),
};

/** A table as calls answer it. */
export const answerOf =
  ({ today }: Pick<Ctx, 'today'>) =>
  (row: FutureTableRow): FutureTable => ({ ...row, state: tableStateOn(row, today) });

/** All published editions, with their last days. */
async function published({ db }: Ctx): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select r.id, r.name, r.edition, ${seriesSql} as series, r.lender, r.basket_id, r.valid_from, ${untilSql}::text as until, r.audience, r.company_ids
    from future_tables r where r.company_id = ${MANUFACTURER} and not r.draft and r.archived_at is null
    order by r.valid_from, r.id limit 2000`.execute(db);
  return rows;
}
type Published = Pick<
  FutureTableRow,
  'id' | 'name' | 'edition' | 'series' | 'lender' | 'basketId' | 'validFrom' | 'until' | 'audience' | 'companyIds'
>;

const sameText = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
const meet = (one: Published, other: Published) =>
  one.audience === 'all' || other.audience === 'all' || one.companyIds.some((id) => other.companyIds.includes(id));

/** Why a draft cannot be published, by field: its values, its first day, another table for the same cars. */
export async function refusedFields(ctx: Ctx, row: FutureTableRow): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.fromEntries(
    faultsOf(row.cells).map(({ at, message }) => [`cells.${at}.percent`, message]),
  );
  if (row.cells.length === 0) fields.cells = 'Inserire almeno un valore';
  if (row.validFrom < ctx.today) fields.validFrom = 'Non prima di oggi: i preventivi già fatti non cambiano';
  const all = await published(ctx);
  const twin = all.find(({ series, validFrom }) => series === row.series && validFrom === row.validFrom);
  if (twin) fields.validFrom = `La versione ${twin.edition} comincia lo stesso giorno`;
  const other = all.find(
    (one) =>
      one.series !== row.series &&
      one.basketId === row.basketId &&
      sameText(one.lender, row.lender) &&
      meet(one, row) &&
      overlap(one, row),
  );
  if (other) {
    const until = other.until === null ? 'senza fine' : `fino al ${day(other.until)}`;
    fields.basketId = `Stessa finanziaria e stesse auto: c’è già «${other.name}», dal ${day(other.validFrom)} ${until}`;
  }
  const left = all.find(
    (one) =>
      one.series === row.series &&
      row.audience === 'named' &&
      (one.until === null || one.until >= row.validFrom) &&
      (one.audience === 'all' || one.companyIds.some((id) => !row.companyIds.includes(id))),
  );
  // Who is named in this edition no more does not see it, and would go on with the one before.
  if (left) fields.companyIds = `La versione ${left.edition} vale anche per altre concessionarie: prima chiuderla`;
  return fields;
}
