/** What the market pays for cars of the stock, as the sources of quotations last said of their plates. */
import { sql } from 'kysely';
import { addDays, dayInRome, instantInRome } from '#domain/dates.ts';
import { MARKET_DAYS, type MarketPrice } from '#domain/stock/market.ts';
import { market } from '#domain/valuations/market.ts';
import type { SourceAnswer } from '#domain/valuations/schema.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { holds, type Ctx } from '../lib/work/context.ts';

interface Quoted {
  id: number;
  answer: Pick<SourceAnswer, 'adverts' | 'retail'>;
  askedAt: string;
}

/** The market prices of these used cars; a car without a quotation of the last days has none. */
export async function marketOf({ db, user, today }: Ctx, ids: readonly number[]): Promise<Map<number, MarketPrice>> {
  const { rows } = await sql<Quoted>`select r.id, q.answer, q.asked_at
    from used_cars r join lateral (select o.answer, o.asked_at from quotations o
      where o.company_id = ${user.companyId} and o.plate_key = r.plate_key and o.plate_key <> '' and o.question <> 'plate'
        and o.answer is not null and o.asked_at >= ${instantInRome(addDays(today, -MARKET_DAYS), '00:00')}
      order by o.asked_at desc, o.id desc limit 1) q on true
    where r.company_id = ${user.companyId} and r.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(
    rows.flatMap(({ id, answer: { adverts, retail }, askedAt }): [number, MarketPrice][] => {
      // Adverts are what buyers compare; a guide's price stands in for them.
      const asked = adverts.map((advert) => advert.price);
      const price = market(null, asked, 0).average ?? retail;
      return price === null || price === 0 ? [] : [[id, { price, on: dayInRome(new Date(askedAt)) }]];
    }),
  );
}

/** The market price of a car, for a caller who may see costs. */
export const marketPriceOf = async (ctx: Ctx, id: number): Promise<{ marketPrice?: MarketPrice | null }> =>
  holds(ctx, ...costSeenWith) ? { marketPrice: (await marketOf(ctx, [id])).get(id) ?? null } : {};
