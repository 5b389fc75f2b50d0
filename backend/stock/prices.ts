/** Prices that cars had, and where the price of a car stands among those like it (domain.md §2.16). */
import { sql, type RawBuilder } from 'kysely';
import { b2bSeenWith } from '#domain/stock/rights.ts';
import type { PriceChange } from '#domain/stock/schema.ts';
import { sellableStates } from '#domain/stock/terms.ts';
import { holds, type Ctx } from '../lib/context.ts';
import { settingInForce } from './settings.ts';

const kinds = {
  usedCars: { cars: sql.table('used_cars'), prices: sql.table('used_car_prices'), asked: sql.ref('retail_price') },
  newCars: { cars: sql.table('new_cars'), prices: sql.table('new_car_prices'), asked: sql.ref('price') },
};
type Kind = keyof typeof kinds;

/** Changes that are told of one car. */
const MOST = 100;

/** Keeps each price of these cars that they did not have before. */
export async function keepPrices({ db, user, now }: Ctx, kind: Kind, ids: readonly number[]): Promise<void> {
  const { cars, prices, asked } = kinds[kind];
  await sql`insert into ${prices} (company_id, car_id, at, user_id, ${asked}, b2b_price, min_price)
    select r.company_id, r.id, ${now}, ${user.id || null}, r.${asked}, r.b2b_price, r.min_price
    from ${cars} r left join lateral (select p.${asked}, p.b2b_price, p.min_price from ${prices} p
      where p.company_id = r.company_id and p.car_id = r.id order by p.id desc limit 1) last on true
    where r.company_id = ${user.companyId} and r.id = any(${[...ids]}::bigint[])
      and (r.${asked}, r.b2b_price, r.min_price) is distinct from (last.${asked}, last.b2b_price, last.min_price)`.execute(
    db,
  );
}

/** Cars that are deleted had no price. */
export async function forgetPrices({ db, user }: Ctx, kind: Kind, ids: readonly number[]): Promise<void> {
  await sql`delete from ${kinds[kind].prices} where company_id = ${user.companyId} and car_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

/** Every price that a car had, newest first; those among dealers for who may see them. */
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

/**
 * How often a used car was asked for less than ever before, and by how much altogether: what it is below its first price at the
 * lowest. A rise that is taken back lowers nothing. Null where it never was.
 */
export async function cutsOf({ db, user }: Ctx, carId: number): Promise<{ count: number; amount: number } | null> {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*)::int as count, coalesce(sum(lowest - retail_price), 0)::bigint as amount from (
      select retail_price, min(retail_price) over (order by id rows between unbounded preceding and 1 preceding) as lowest
      from used_car_prices where company_id = ${user.companyId} and car_id = ${carId}) p where retail_price < lowest`.execute(
    db,
  );
  return rows[0]!.count === 0 ? null : rows[0]!;
}

/**
 * The place `k.place` of a used car `r` by price among the `k.among` cars of the stock that are alike, itself one of them: the cheapest
 * is 1. Alike are cars for sale of the same make and model whose age and kilometres differ by what the company sets at the most.
 */
const places = (ctx: Pick<Ctx, 'user' | 'today'>): RawBuilder<unknown> => {
  const free = sql`any(${[...sellableStates]}::text[])`;
  const km = sql`(${settingInForce(ctx, 'used.rankKm')})`;
  const years = sql`(${settingInForce(ctx, 'used.rankYears')})`;
  const year = sql`extract(year from r.registered_on)::int`;
  // `offset 0`: the limits are reckoned once for the car, not for each that it is compared with.
  return sql`left join lateral (select 1 + count(*) filter (where o.retail_price < r.retail_price) as place, count(*) as among
    from (select r.km - ${km} as least_km, r.km + ${km} as most_km, make_date(${year} - ${years}, 1, 1) as oldest,
        make_date(${year} + ${years}, 12, 31) as newest offset 0) near
      join used_cars o on o.company_id = ${ctx.user.companyId} and o.alike_key = r.alike_key and o.archived_at is null
        and o.retail_price is not null and o.state = ${free} and o.km >= near.least_km and o.km <= near.most_km
        and o.registered_on >= near.oldest and o.registered_on <= near.newest) k
    on r.archived_at is null and r.retail_price is not null and r.state = ${free}`;
};

/** The places of these used cars, as `2/5`; one that is alone has none. */
export async function ranksOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; rank: string }>`select r.id, k.place || '/' || k.among as rank
    from used_cars r ${places(ctx)}
    where r.company_id = ${ctx.user.companyId} and r.id = any(${[...ids]}::bigint[]) and k.among > 1`.execute(ctx.db);
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

/** A join for lists: `j.share`, from 0 for the cheapest of those alike to 1 for the dearest; cars that are alone come last. */
export const shares = (ctx: Pick<Ctx, 'user' | 'today'>, dir: 'asc' | 'desc' = 'asc'): RawBuilder<unknown> =>
  sql`${places(ctx)} cross join lateral (select case when k.among > 1 then (k.place - 1) / (k.among - 1)::float8
    else ${dir === 'asc' ? 2 : -1} end as share) j`;
