import { sql, type RawBuilder } from 'kysely';
import { daysBetween } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { budgetFor, monthlyOf } from '#domain/financials/budget.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { quoteRights } from '#domain/quotes/rights.ts';
import { stateOn } from '#domain/quotes/rules.ts';
import type { QuoteState } from '#domain/quotes/terms.ts';
import type { FoundUsedCar } from '#domain/quotes/start/used-start.ts';
import { covers } from '#domain/record/rights.ts';
import { sellableStates, type UsedState } from '#domain/stock/terms.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { quoteHref } from '#backend/lib/records/links.ts';
import { found } from '#backend/lib/records/search.ts';
import { readQuoteSettings } from '#backend/lib/records/params.ts';
import { readParams } from '../sheet/params.ts';
import { readPlans } from '../sheet/sold.ts';
import { goneOf } from './used-car.ts';

type Table = typeof table;
const anyCar = { priceIncludesRoadCost: false, category: 'M1', isUsed: true };
/** The most quotes of one car that are shown. */
const MOST_QUOTES = 20;

const within = (column: string, values: readonly string[] | undefined) =>
  values?.length ? sql`and ${sql.ref(column)} = any(${values}::text[])` : sql``;
const nameOf = sql`concat_ws(' ', r.maker, r.model, nullif(r.version_name, ''))`;
/** Condition: issued, not expired, not superseded. */
const isOpen = (today: string) =>
  sql`not q.superseded and (q.state = 'accepted' or q.state = 'issued' and q.expires_on >= ${today})`;
/** SQL for the current reservation of a car `r` by `u`; with `userId`, only somebody else's. */
export const holder = (now: Date, userId: number | null = null): RawBuilder<unknown> =>
  sql`case when r.reserved_until > ${now} ${userId === null ? sql`` : sql`and r.reserved_by <> ${userId}`}
    then jsonb_build_object('by', u.name, 'until', to_char(r.reserved_until at time zone 'Europe/Rome', 'YYYY-MM-DD')) end`;
/** SQL for how alike a car `r` and the car `o` are in shape and drive. */
const likeness = sql`(r.body = o.body)::int * 4 + (r.fuel = o.fuel)::int * 2 + (r.gearbox = o.gearbox)::int + (lower(r.maker) = lower(o.maker))::int * 2`;

/**
 * Cars of the company's stock that can be offered: with a price and in a state in which cars are sold; the dearest
 * first.
 */
export const usedCars: VerbOf<Table, 'GET /quotes/used-cars'> = async (ctx, { query }) => {
  const { db, today, now, user } = ctx;
  const { q, instalment, deposit, price, fuel, gearbox, body, kmTo, like, offset, limit } = query;
  const plans = instalment ? await readPlans(ctx, { usage: 'used' }) : [];
  const carried = instalment ? budgetFor(plans, instalment, deposit) : null;
  if (instalment && !carried) return { plan: null, budget: null, total: 0, found: [] };
  const most = Math.min(carried?.price ?? Infinity, price ?? Infinity);
  const where = sql`r.company_id = ${user.companyId} and r.archived_at is null and r.state = any(${[...sellableStates]}::text[])
    and r.retail_price is not null ${Number.isFinite(most) ? sql`and r.retail_price <= ${most}` : sql``}
    ${kmTo === undefined ? sql`` : sql`and r.km <= ${kmTo}`} ${like === undefined ? sql`` : sql`and r.id <> ${like}`}
    ${within('r.fuel', fuel)} ${within('r.gearbox', gearbox)} ${within('r.body', body)} and ${await found(ctx, 'usedCars', 'r.id', q)}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from used_cars r where ${where}`.execute(db);
  const { rows } = await sql<Omit<FoundUsedCar, 'instalment'>>`
    select r.id, r.code, ${nameOf} as name, r.plate, r.body, r.fuel, r.gearbox, r.kw, r.km, r.registered_on, r.colour, l.name as location,
      r.retail_price as price, r.state = 'scheduled' as scheduled, ${holder(now)} as reserved,
      (select count(*)::int from quotes q where q.company_id = ${user.companyId} and q.stock_id = r.id and ${isOpen(today)}) as quotes
    from used_cars r left join locations l on l.company_id = r.company_id and l.id = r.location_id
      left join users u on u.company_id = r.company_id and u.id = r.reserved_by
      ${like === undefined ? sql`` : sql`left join used_cars o on o.company_id = r.company_id and o.id = ${like}`}
    where ${where} order by ${like === undefined ? sql`` : sql`${likeness} desc, abs(r.retail_price - o.retail_price),`} r.retail_price desc, r.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  const params =
    carried &&
    (await readParams(db, user.companyId, today, await readQuoteSettings(db, user.companyId, today), anyCar));
  const monthly = (amount: number) => (carried && params ? monthlyOf(carried, amount, deposit, params) : null);
  return {
    plan: carried && {
      name: carried.plan.name,
      company: carried.plan.company,
      months: carried.months,
      taeg: monthly(carried.price)?.taeg ?? null,
    },
    budget: Number.isFinite(most) ? most : null,
    total: counted[0]!.total,
    found: rows.map((row) => ({ ...row, instalment: monthly(row.price)?.instalment ?? null })),
  };
};

interface Car {
  state: UsedState;
  soldOn: string | null;
  location: string | null;
  acquiredOn: string | null;
  reserved: { by: string; until: string } | null;
}
interface Offered {
  id: number;
  number: string | null;
  state: QuoteState;
  sellerId: number;
  seller: string;
  customer: string | null;
  expiresOn: string | null;
}

/** The current state of a car, with the quotes that offer it. Throws `not_found`. */
export const usedCarStanding: VerbOf<Table, 'GET /quotes/used-cars/:stockId'> = async (
  ctx,
  { params: { stockId } },
) => {
  const { db, today, now, user } = ctx;
  const { rows: cars } = await sql<Car>`
    select r.state, r.sold_on, r.acquired_on, l.name as location, ${holder(now, user.id)} as reserved
    from used_cars r left join locations l on l.company_id = r.company_id and l.id = r.location_id
      left join users u on u.company_id = r.company_id and u.id = r.reserved_by
    where r.company_id = ${user.companyId} and r.id = ${stockId}`.execute(db);
  const car = cars[0];
  if (!car) throw new Failure('not_found');
  const { rows } = await sql<Offered>`
    select q.id, q.number, q.state, q.seller_id, u.name as seller, q.customer_name as customer, q.expires_on
    from quotes q join users u on u.company_id = q.company_id and u.id = q.seller_id
    where q.company_id = ${user.companyId} and q.stock_id = ${stockId} and (${isOpen(today)} or q.state in ('draft', 'converted') and not q.superseded)
    order by q.updated_at desc, q.id desc limit ${MOST_QUOTES}`.execute(db);
  const located = { stockId, makerId: null, modelId: null, versionId: null };
  return {
    gone: goneOf(car),
    reserved: car.reserved,
    location: car.location,
    days: car.acquiredOn && goneOf(car) === null ? daysBetween(car.acquiredOn, today) : null,
    quotes: rows.map(({ sellerId, ...quote }) => {
      const sees = covers(quoteRights.see, user.privileges, sellerId === user.id);
      return {
        ...quote,
        state: stateOn(quote, today),
        customer: sees ? quote.customer : null,
        href: sees ? quoteHref({ id: quote.id, ...located }) : null,
      };
    }),
  };
};
