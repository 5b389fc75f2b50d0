/** Former prices of cars, and the price rank of a car among similar ones (rules.md §12). */
import { sql, type RawBuilder } from 'kysely';
import { b2bSeenWith } from '#domain/stock/rights.ts';
import type { PriceChange } from '#domain/stock/schema.ts';
import { sellableStates } from '#domain/stock/terms.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { settingInForce } from './settings.ts';

const kinds = {
  usedCars: { cars: sql.table('used_cars'), prices: sql.table('used_car_prices'), asked: sql.ref('retail_price') },
  newCars: { cars: sql.table('new_cars'), prices: sql.table('new_car_prices'), asked: sql.ref('price') },
};
type Kind = keyof typeof kinds;

/** The most price changes of one car that are shown. */
const MOST = 100;

/** Stores the current price of these cars when it differs from the last stored one. */
export async function keepPrices({ db, user, now }: Ctx, kind: Kind, ids: readonly number[]): Promise<void> {
  const { cars, prices, asked } = kinds[kind];
  const { rows } = await sql<{ id: number; asked: number; b2bPrice: number; minPrice: number }>`
    select r.id, r.${asked} as asked, r.b2b_price, r.min_price
    from ${cars} r left join lateral (select p.${asked}, p.b2b_price, p.min_price from ${prices} p
      where p.company_id = ${user.companyId} and p.car_id = r.id order by p.id desc limit 1) last on true
    where r.company_id = ${user.companyId} and r.id = any(${[...ids]}::bigint[])
      and (r.${asked}, r.b2b_price, r.min_price) is distinct from (last.${asked}, last.b2b_price, last.min_price)`.execute(
    db,
  );
  if (rows.length === 0) return;
  await sql`insert into ${prices} (company_id, car_id, at, user_id, ${asked}, b2b_price, min_price)
    select ${user.companyId}, id, ${now}, ${user.id || null}, asked, b2b, min
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => row.asked)}::bigint[],
      ${rows.map(({ b2bPrice }) => b2bPrice)}::bigint[], ${rows.map(({ minPrice }) => minPrice)}::bigint[]) kept (id, asked, b2b, min)
    returning id`.execute(db);
}

/** Deletes the prices of deleted cars. */
export async function forgetPrices({ db, user }: Ctx, kind: Kind, ids: readonly number[]): Promise<void> {
  await sql`delete from ${kinds[kind].prices} where company_id = ${user.companyId} and car_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

/** The prices of a car, newest first; those for traders only for callers who may see them. */
export async function pricesOf(ctx: Ctx, kind: Kind, carId: number): Promise<PriceChange[]> {
  const { prices, asked } = kinds[kind];
  const { rows } =
    await sql<PriceChange>`select p.at, u.name as who, p.${asked} as retail_price, p.b2b_price, p.min_price
    from ${prices} p left join users u on u.company_id = p.company_id and u.id = p.user_id
    where p.company_id = ${ctx.user.companyId} and p.car_id = ${carId} order by p.id desc limit ${MOST}`.execute(
      ctx.db,
    );
  return holds(ctx, ...b2bSeenWith) ? rows : rows.map(({ b2bPrice: _b2b, ...row }) => row);
}

/** Within this time a markdown that is taken back was a slip: it does not count as one. */
const SLIP = sql`interval '1 minute'`;

/**
 * How often the prices of these used cars fell below their lowest one so far, and the total in cents: the first price less
 * the lowest. Neither a rise that is taken back counts, nor a cut that is taken back at once. A car whose price never
 * fell is not among them.
 */
export async function cutsOf(
  { db, user }: Ctx,
  ids: readonly number[],
): Promise<Map<number, { count: number; amount: number }>> {
  const { rows } = await sql<{ carId: number; count: number; amount: number }>`
    select car_id, count(*)::int as count, sum(lowest - retail_price)::bigint as amount from (
      select car_id, retail_price,
        min(retail_price) over (partition by car_id order by id rows between unbounded preceding and 1 preceding) as lowest
      from (select id, car_id, retail_price, lead(at) over one - at < ${SLIP}
            and lead(retail_price) over one = lag(retail_price) over one as slip
          from used_car_prices where company_id = ${user.companyId} and car_id = any(${[...ids]}::bigint[])
          window one as (partition by car_id order by id)) stood
      where slip is not true) p
    where retail_price < lowest group by car_id`.execute(db);
  return new Map(rows.map(({ carId, ...cuts }) => [carId, cuts]));
}

/**
 * A join for a used car `r`: `k.place` is its rank by price among `k.among` similar cars of the stock, itself included;
 * the cheapest has 1. Cars for sale are similar when they have the same make and model, and age and mileage within the
 * company's limits.
 */
const places = (ctx: Pick<Ctx, 'user' | 'today'>): RawBuilder<unknown> => {
  const free = sql`any(${[...sellableStates]}::text[])`;
  const km = sql`(${settingInForce(ctx, 'used.rankKm')})`;
  const years = sql`(${settingInForce(ctx, 'used.rankYears')})`;
  const year = sql`extract(year from r.registered_on)::int`;
  // `offset 0` makes PostgreSQL compute the limits once for the car, not for every car that it is compared with.
  return sql`left join lateral (select 1 + count(*) filter (where o.retail_price < r.retail_price) as place, count(*) as among
    from (select r.km - ${km} as least_km, r.km + ${km} as most_km, make_date(${year} - ${years}, 1, 1) as oldest,
        make_date(${year} + ${years}, 12, 31) as newest offset 0) near
      join used_cars o on o.company_id = ${ctx.user.companyId} and o.alike_key = r.alike_key and o.archived_at is null
        and o.retail_price is not null and o.state = ${free} and o.km >= near.least_km and o.km <= near.most_km
        and o.registered_on >= near.oldest and o.registered_on <= near.newest) k
    on r.archived_at is null and r.retail_price is not null and r.state = ${free}`;
};

/** The ranks of these used cars, as `2/5`; a car without similar ones has none. */
export async function ranksOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; rank: string }>`select r.id, k.place || '/' || k.among as rank
    from used_cars r ${places(ctx)}
    where r.company_id = ${ctx.user.companyId} and r.id = any(${[...ids]}::bigint[]) and k.among > 1`.execute(ctx.db);
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

/**
 * A join for lists: `j.share` from 0 for the cheapest of similar cars to 1 for the dearest; cars without similar ones
 * come last.
 */
export const shares = (ctx: Pick<Ctx, 'user' | 'today'>, dir: 'asc' | 'desc' = 'asc'): RawBuilder<unknown> =>
  sql`${places(ctx)} cross join lateral (select case when k.among > 1 then (k.place - 1) / (k.among - 1)::float8
    else ${dir === 'asc' ? 2 : -1} end as share) j`;
