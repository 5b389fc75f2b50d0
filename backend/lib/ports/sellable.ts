import { sql } from 'kysely';
import { valuesFor, type BasketValue } from '#domain/financials/future-value.ts';
import type { Plan } from '#domain/financials/schema.ts';
import { isOffered, type Offered } from '#domain/record/offered.ts';
import { privileges as p } from '#domain/privileges.ts';
import { holds, type Ctx } from '../work/context.ts';
import { readInForce } from './future-tables.ts';

/** The part of the context that reading a sheet needs. */
export type Reader = Pick<Ctx, 'db' | 'today' | 'now' | 'user'>;

/** Columns that say from when, for which makes, where and by whom a record may be sold. */
export const offeredColumns = sql.raw(
  'valid_from::text as valid_from, valid_to::text as valid_to, maker_ids, location_ids, roles',
);

/**
 * The records of a list that the caller may sell today for a car of the maker. Location and role do not restrict people
 * who manage everybody's quotes: when they open a colleague's draft, nothing may disappear from it.
 */
export async function sellable<Row extends Offered>(
  { db, today, user }: Reader,
  rows: readonly Row[],
  makerId: number | null,
): Promise<Row[]> {
  const free = holds({ user }, p.manageAllQuotes);
  const own =
    free || rows.every(({ locationIds }) => locationIds.length === 0)
      ? []
      : await db
          .selectFrom('userLocations')
          .select('locationId')
          .where('companyId', '=', user.companyId)
          .where('userId', '=', user.id)
          .execute();
  const selling = { day: today, role: user.roleName, locationIds: own.map((one) => one.locationId), makerId };
  return rows.filter((row) => isOffered(free ? { ...row, locationIds: [], roles: [] } : row, selling));
}

/** A row without the columns that restrict its sale. */
export const bare = <Row extends Offered>({
  validFrom: _f,
  validTo: _t,
  makerIds: _m,
  locationIds: _l,
  roles: _r,
  ...row
}: Row) => row;

type PlanRow = Omit<Plan, 'futureValues' | 'guaranteed'> &
  Offered & { futureValues: BasketValue[]; futureTableIds: number[] };

/**
 * Financing plans that the caller may sell today for such a car. `baskets` answers the ids of its baskets, and is asked
 * only when a plan has future values by basket.
 */
export async function plansFor(
  ctx: Reader,
  car: { usage: 'new' | 'used'; makerId?: number | null },
  baskets: () => Promise<number[]>,
): Promise<Plan[]> {
  const { rows } = await sql<PlanRow>`
    select id, name, lender as company, type, terms, balloon_basis, fee, collection_fee, yearly_fee, tax_mode, protection_percent,
      min_amount, max_amount, min_deposit_percent, max_deposit_percent, min_balloon_percent, max_balloon_percent, future_values, future_table_ids,
      exceed_km_price, commission_percent, ${offeredColumns},
      case when second_months is not null
        then jsonb_build_object('months', second_months, 'tan', coalesce(second_tan, 0)) end as second_step
    from plans where company_id = ${ctx.user.companyId} and archived_at is null and ${car.usage} = any(usages)
    order by lender, name, id limit 500`.execute(ctx.db);
  const sold = await sellable(ctx, rows, car.makerId ?? null);
  const named = sold.flatMap(({ futureTableIds }) => futureTableIds);
  const tables = named.length > 0 ? await readInForce(ctx, named) : [];
  const byBasket = [...tables, ...sold.flatMap(({ futureValues }) => futureValues)];
  const ids = byBasket.some(({ basketId }) => basketId !== null) ? await baskets() : [];
  return sold.map(({ futureTableIds, ...row }) => ({
    ...bare(row),
    ...valuesFor({ ...row, futureTableIds }, tables, ids),
  }));
}
