import { sql } from 'kysely';
import type { Plan } from '#domain/financials/schema.ts';
import type { Offered } from '#domain/record/offered.ts';
import type { B2bService } from '#domain/quotes/b2b/schema.ts';
import type { InsuranceTariff, ServiceItem } from '#domain/quotes/schema.ts';
import { servicePrice, type ServicedCar, type ServiceTariff } from '#domain/services/rules.ts';
import { bare, offeredColumns, plansFor, sellable, type Reader } from '#backend/lib/ports/sellable.ts';
import { basketsWith, type CatalogueCar } from '#backend/lib/ports/baskets.ts';

type ServiceRow = Omit<ServiceItem, 'price' | 'cost'> & Offered & ServiceTariff & { provider: 'dealer' | 'maker' };

/** The car for which services and policies are sold: new, or used with mileage (km) and age (months); power in kW. */
export interface SoldCar extends ServicedCar {
  usage: 'new' | 'used';
  makerId: number | null;
}

/** What a service excludes: others of its own group, and a warranty those of the same provider (rules.md §3, 7). */
const groups = sql`array_remove(array[
  case when kind = 'ext_warranty' then kind || ' ' || provider end, nullif(lower(trim(exclusive_group)), '')], null) as groups`;

/** Services for the car at today's price, the dealer's own and the maker's. */
export async function readServices(ctx: Reader, { usage, makerId, ...car }: SoldCar) {
  const { rows } = await sql<ServiceRow>`
    select id, code, description, kind, months, provider, price, cost, tax_rate, tax_nature, bands, bands_only, default_on, printed,
      ${groups}, ${offeredColumns}
    from services
    where company_id = ${ctx.user.companyId} and archived_at is null and ${usage} = any(usages)
    order by description, id limit 1000`.execute(ctx.db);
  const offered = (await sellable(ctx, rows, makerId)).flatMap((row) => {
    const due = servicePrice(row, car);
    const { id, code, description, kind, months, taxRate, taxNature, defaultOn, printed, groups: own, provider } = row;
    const item = {
      id,
      code,
      description,
      kind,
      months,
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
    select id, code, description, kind, price, cost, tax_rate, tax_nature, bands, bands_only, default_on, printed,
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
/** Financing plans that the caller may sell today for the car, each with the future values of the car's basket. */
export const readPlans = (ctx: Reader, car: FinancedCar): Promise<Plan[]> =>
  plansFor(ctx, car, async () => {
    // Baskets contain versions that are sold new.
    if (car.usage !== 'new') return [];
    const { rows } = await basketsWith(ctx.user.companyId, car).execute(ctx.db);
    return rows.map(({ id }) => id);
  });
