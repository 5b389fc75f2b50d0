import { sql } from 'kysely';
import { tableFor, type BasketValue } from '#domain/financials/future-value.ts';
import type { Plan } from '#domain/financials/schema.ts';
import { isOffered, type Offered } from '#domain/offered.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { B2bService } from '#domain/quotes/b2b/schema.ts';
import type { InsuranceTariff, ServiceItem } from '#domain/quotes/schema.ts';
import { servicePrice, type ServicedCar, type ServiceTariff } from '#domain/services/rules.ts';
import { holds, type Ctx } from '../lib/context.ts';
import { basketsWith, type CatalogueCar } from './baskets.ts';

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
const bare = <Row extends Offered>({
  validFrom: _f,
  validTo: _t,
  makerIds: _m,
  locationIds: _l,
  roles: _r,
  ...row
}: Row) => row;

type ServiceRow = Omit<ServiceItem, 'price' | 'cost'> & Offered & ServiceTariff & { provider: 'dealer' | 'maker' };

/** The car for which services and policies are sold: new, or used with mileage (km) and age (months); power in kW. */
export interface SoldCar extends ServicedCar {
  usage: 'new' | 'used';
  makerId: number | null;
}

/** What a service excludes: others of its own group, and a warranty those of the same provider (domain.md §5.1, 22). */
const groups = sql`array_remove(array[
  case when kind = 'ext_warranty' then kind || ' ' || provider end, nullif(lower(trim(exclusive_group)), '')], null) as groups`;

/** Services for the car at today's price, the dealer's own and the maker's. */
export async function readServices(ctx: Reader, { usage, makerId, ...car }: SoldCar) {
  const { rows } = await sql<ServiceRow>`
    select id, code, description, provider, price, cost, tax_rate, tax_nature, bands, bands_only, default_on, printed,
      ${groups}, ${offeredColumns}
    from services
    where company_id = ${ctx.user.companyId} and archived_at is null and ${usage} = any(usages)
    order by description, id limit 1000`.execute(ctx.db);
  const offered = (await sellable(ctx, rows, makerId)).flatMap((row) => {
    const due = servicePrice(row, car);
    const { id, code, description, taxRate, taxNature, defaultOn, printed, groups: own, provider } = row;
    const item = {
      id,
      code,
      description,
      taxRate,
      taxNature,
      defaultOn,
      printed,
      groups: own,
      cost: due?.cost ?? null,
    };
    return due ? [{ provider, item: { ...item, price: due.price } }] : [];
  });
  const of = (provider: ServiceRow['provider']): ServiceItem[] =>
    offered.flatMap((one) => (one.provider === provider ? [one.item] : []));
  return { services: of('dealer'), makerServices: of('maker') };
}

/** Services that the caller may sell to traders today, with their tariffs; each says which cars it is for. */
export async function readB2bServices(ctx: Reader): Promise<B2bService[]> {
  const { rows } = await sql<B2bService & Offered>`
    select id, code, description, price, cost, tax_rate, tax_nature, bands, bands_only, default_on, printed,
      ${groups}, ${offeredColumns}
    from services
    where company_id = ${ctx.user.companyId} and archived_at is null and 'b2b' = any(usages)
    order by description, id limit 200`.execute(ctx.db);
  const offered = await sellable(
    ctx,
    rows.map((row) => ({ ...row, makerIds: [], brands: row.makerIds })),
    null,
  );
  return offered.map(({ brands, ...row }) => ({ ...bare(row), makerIds: brands }));
}

/** The company's policies for the car, with the tariffs for their premiums. */
export async function readInsurances(ctx: Reader, { usage, makerId }: SoldCar): Promise<InsuranceTariff[]> {
  const { rows } = await sql<InsuranceTariff & Offered>`
    select id, code, name, insurer, type, usages, durations, covers, zones, powers, min_value, max_value, max_months, default_on,
      commission_percent, rappel_percent, ${offeredColumns} from insurances
    where company_id = ${ctx.user.companyId} and archived_at is null and ${usage} = any(usages)
    order by insurer, name, id limit 500`.execute(ctx.db);
  return (await sellable(ctx, rows, makerId)).map(bare);
}

/** The car that a plan is for. While its make is unknown, only plans for all makes are offered. */
export interface FinancedCar extends CatalogueCar {
  usage: 'new' | 'used';
}
type PlanRow = Omit<Plan, 'futureValues'> & Offered & { futureValues: BasketValue[] };

/** Financing plans that the caller may sell today for the car, each with the future values of the car's basket. */
export async function readPlans(ctx: Reader, car: FinancedCar): Promise<Plan[]> {
  const { rows } = await sql<PlanRow>`
    select id, name, lender as company, type, terms, balloon_basis, fee, collection_fee, yearly_fee, tax_mode, protection_percent,
      min_amount, max_amount, min_deposit_percent, max_deposit_percent, min_balloon_percent, max_balloon_percent, future_values,
      exceed_km_price, commission_percent, ${offeredColumns},
      case when second_months is not null
        then jsonb_build_object('months', second_months, 'tan', coalesce(second_tan, 0)) end as second_step
    from plans where company_id = ${ctx.user.companyId} and archived_at is null and ${car.usage} = any(usages)
    order by lender, name, id limit 500`.execute(ctx.db);
  const sold = await sellable(ctx, rows, car.makerId ?? null);
  const named = sold.some(({ futureValues }) => futureValues.some(({ basketId }) => basketId !== null));
  // Baskets contain versions that are sold new.
  const { rows: found } =
    named && car.usage === 'new' ? await basketsWith(ctx.user.companyId, car).execute(ctx.db) : { rows: [] };
  const baskets = found.map(({ id }) => id);
  return sold.map((row) => ({ ...bare(row), futureValues: tableFor(row.futureValues, baskets) }));
}
