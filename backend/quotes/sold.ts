import { sql } from 'kysely';
import { isOffered, type Offered } from '#domain/offered.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { InsuranceTariff, SaleItem } from '#domain/quotes/schema.ts';
import { servicePrice, type ServicedCar, type ServiceTariff } from '#domain/services/rules.ts';
import { holds, type Ctx } from '../lib/context.ts';

/** What reading a sheet needs of a call. */
export type Reader = Pick<Ctx, 'db' | 'today' | 'now' | 'user'>;

/** Columns that say who may sell a record since when. */
export const offeredColumns = sql.raw(
  'valid_from::text as valid_from, valid_to::text as valid_to, maker_ids, location_ids, roles',
);

/**
 * What of a list the caller may sell today for a car of the maker. Who manages everybody's quotes is held by no location or role:
 * opening a colleague's draft takes nothing out of it.
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

type ServiceRow = Omit<SaleItem, 'price' | 'cost'> & Offered & ServiceTariff & { provider: 'dealer' | 'maker' };

/** What services and policies are sold for: a new car, or a used one of the mileage (km) and age (months); power in kW. */
export interface SoldCar extends ServicedCar {
  usage: 'new' | 'used';
  makerId: number | null;
}

/** Services for the car at their price of today, the dealer's own and the maker's. */
export async function readServices(ctx: Reader, { usage, makerId, ...car }: SoldCar) {
  const { rows } = await sql<ServiceRow>`
    select id, code, description, provider, price, cost, tax_rate, bands, bands_only, ${offeredColumns} from services
    where company_id = ${ctx.user.companyId} and archived_at is null and ${usage} = any(usages)
    order by description, id limit 1000`.execute(ctx.db);
  const offered = (await sellable(ctx, rows, makerId)).flatMap((row) => {
    const due = servicePrice(row, car);
    const { id, code, description, taxRate, provider } = row;
    return due
      ? [{ provider, item: { id, code, description, price: due.price, taxRate, cost: due.cost ?? null } }]
      : [];
  });
  const of = (provider: ServiceRow['provider']): SaleItem[] =>
    offered.flatMap((one) => (one.provider === provider ? [one.item] : []));
  return { services: of('dealer'), makerServices: of('maker') };
}

/** Policies of the company for the car, with the tariffs that give their premiums. */
export async function readInsurances(ctx: Reader, { usage, makerId }: SoldCar): Promise<InsuranceTariff[]> {
  const { rows } = await sql<InsuranceTariff & Offered>`
    select id, code, name, insurer, type, usages, durations, covers, zones, powers, min_value, max_value, max_months, default_on,
      commission_percent, rappel_percent, ${offeredColumns} from insurances
    where company_id = ${ctx.user.companyId} and archived_at is null and ${usage} = any(usages)
    order by insurer, name, id limit 500`.execute(ctx.db);
  const sold = await sellable(ctx, rows, makerId);
  return sold.map(({ validFrom: _f, validTo: _t, makerIds: _m, locationIds: _l, roles: _r, ...tariff }) => tariff);
}
