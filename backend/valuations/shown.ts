/** What stands beside a valuation: earlier ones of the plate, comparable cars of the stock, what became of the car. */
import { sql } from 'kysely';
import { addDays, addMonths } from '#domain/dates.ts';
import { sumsOf } from '#domain/stock/margin.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import type { UsedSettings } from '#domain/stock/used-setting-fields.ts';
import { SOLD_DAYS } from '#domain/valuations/market.ts';
import { mostOffer, proposedOffer } from '#domain/valuations/resale.ts';
import { valuers } from '#domain/valuations/rights.ts';
import type { OwnCar, Valuation } from '#domain/valuations/schema.ts';
import { valuationStates } from '#domain/valuations/terms.ts';
import { worth, type Worthy } from '#domain/valuations/worth.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { stateOnDay } from '../lib/records/course.ts';
import { readSettings } from './counts.ts';

interface Car {
  id: number;
  plateKey: string;
  maker: string;
  model: string;
  registeredOn: string | null;
  usedCarId: number | null;
  takenAt: string | null;
}

/** How many years older or younger a comparable car may be, and how many are shown. */
const YEARS = 2;
const SHOWN = 60;

/** Other valuations of the plate in the company, whoever made them, the newest first. */
export async function earlierOf({ db, user, today }: Ctx, { id, plateKey }: Car): Promise<Valuation['earlier']> {
  if (plateKey === '') return [];
  const { rows } = await sql<
    Valuation['earlier'][number]
  >`select t.id, t.number, ${stateOnDay(valuationStates, 't', today)} as state,
      t.offer, t.offer_until, (t.created_at at time zone 'Europe/Rome')::date as on,
      (select u.name from users u where u.company_id = ${user.companyId} and u.id = t.made_by) as by,
      (select l.name from locations l where l.company_id = ${user.companyId} and l.id = t.location_id) as location
    from valuations t where t.company_id = ${user.companyId} and t.plate_key = ${plateKey} and t.id <> ${id}
    order by t.id desc limit 10`.execute(db);
  return rows;
}

/** Cars of the stock of the same make and model and about its age: on sale, or sold within a year. */
export async function ownLike(
  { db, user, today }: Ctx,
  { maker, model, registeredOn, usedCarId }: Car,
): Promise<Pick<Valuation, 'own' | 'ownSold'>> {
  const { rows } =
    await sql<OwnCar>`select r.id, concat_ws(' ', r.maker, r.model, nullif(r.version_name, '')) as title, r.state, r.km,
      r.registered_on, r.retail_price as price, r.sale_price as sold_for, r.sold_on,
      greatest(0, coalesce(r.sold_on, ${today}::date) - r.acquired_on) as days
    from used_cars r where r.company_id = ${user.companyId} and lower(r.maker) = ${maker.toLowerCase()} and lower(r.model) = ${model.toLowerCase()}
      and r.id is distinct from ${usedCarId} and (${registeredOn}::date is null or r.registered_on is null
        or abs(extract(year from r.registered_on) - extract(year from ${registeredOn}::date)) <= ${YEARS})
      and ((r.state in ('scheduled', 'acquired', 'restoring', 'consignment', 'service_vehicle') and r.archived_at is null)
        or (r.state in ('sold', 'delivered') and r.sold_on >= ${addMonths(today, -12)}))
    order by r.sold_on is not null, r.retail_price, r.id limit ${SHOWN}`.execute(db);
  const since = addDays(today, -SOLD_DAYS);
  return { own: rows, ownSold: rows.filter(({ soldOn }) => soldOn !== null && soldOn >= since).length };
}

/** The car of the stock that it became: named by it, or by its plate after it was taken in. */
export async function realisedOf(ctx: Ctx, { usedCarId, plateKey, takenAt }: Car): Promise<Valuation['realised']> {
  if (takenAt === null || (usedCarId === null && plateKey === '')) return null;
  const { rows } = await sql<NonNullable<Valuation['realised']> & { purchaseCost: number | null }>`
    select r.id as car_id, r.state, r.purchase_cost, r.retail_price, r.sale_price as sold_for, r.sold_on
    from used_cars r where r.company_id = ${ctx.user.companyId}
      and ${usedCarId === null ? sql`r.plate_key = ${plateKey} and r.created_at >= ${takenAt}` : sql`r.id = ${usedCarId}`}
    order by r.id desc limit 1`.execute(ctx.db);
  const row = rows[0];
  if (!row) return null;
  const { purchaseCost, ...seen } = row;
  return { ...seen, ...(holds(ctx, ...costSeenWith) && { purchaseCost }) };
}

const preparationIn = ({ preparation }: UsedSettings) =>
  sumsOf(preparation.map((line) => ({ ...line, expected: null })));

/** The highest purchase price of the car by the settings in force; null without a retail price. */
export async function mostFor(ctx: Ctx, car: Parameters<typeof mostOffer>[0]): Promise<number | null> {
  const settings = await readSettings(ctx);
  return mostOffer(car, settings, preparationIn(settings));
}

/**
 * What is proposed to who offers, and the highest purchase price, from which the company's margin can be reckoned, to who
 * may see it.
 */
export async function offerFor(
  ctx: Ctx,
  car: Worthy & Parameters<typeof mostOffer>[0],
): Promise<Pick<Valuation, 'proposed' | 'atMost'>> {
  const settings = await readSettings(ctx);
  const expected = preparationIn(settings);
  const most = mostOffer(car, settings, expected);
  const { total } = worth(car, { ...settings, expected: expected.gross }, ctx.today);
  return {
    proposed: holds(ctx, ...valuers) ? proposedOffer(total, most) : null,
    ...(holds(ctx, ...costSeenWith) && { atMost: most }),
  };
}

/** How valued cars of this model sold in twelve months against the price that their valuation planned. */
export async function alikeTo({ db, user, today }: Ctx, { maker, model }: Car): Promise<Valuation['alike']> {
  const { rows } = await sql<{ sold: number; above: number | null }>`select count(*)::int as sold,
      round(1000 * (avg(r.sale_price::numeric / nullif(t.retail_price, 0)) - 1))::float / 10 as above
    from valuations t join used_cars r on r.company_id = t.company_id
      and (r.id = t.used_car_id or (t.used_car_id is null and t.plate_key <> '' and r.plate_key = t.plate_key))
    where t.company_id = ${user.companyId} and t.state = 'taken' and lower(t.maker) = ${maker.toLowerCase()}
      and lower(t.model) = ${model.toLowerCase()} and r.sold_on >= ${addMonths(today, -12)} and r.created_at >= t.taken_at`.execute(
    db,
  );
  return rows[0]!;
}
