/** What the market says of a price (rules.md §12, the figures of INDICATA); amounts are cents. */
import { round } from '../money.ts';

/** Days over which sales are counted for the days of supply. */
export const SOLD_DAYS = 45;

export interface Market {
  listed: number;
  /** Comparable cars sold in the last 45 days. */
  sold: number;
  average: number | null;
  /** Percent of the average price, with one decimal. */
  toMarket: number | null;
  /** From the cheapest on, the car itself included. */
  rank: { place: number; among: number } | null;
  /** Market days supply: for how many days the listed cars last at the pace of sale. Null: none was sold. */
  supply: number | null;
}

/**
 * `MDS = listed / (sold / 45)`, `price to market = price / average price`, `rank = position / number`.
 *
 * @param prices asking prices of comparable cars
 * @param listed how many there are; absent: as many as prices
 */
export function market(price: number | null, prices: readonly number[], sold: number, listed = prices.length): Market {
  const average = prices.length === 0 ? null : round(prices.reduce((sum, one) => sum + one, 0) / prices.length);
  const known = price !== null && average !== null && average > 0;
  return {
    listed,
    sold,
    average,
    toMarket: known ? round((price * 1000) / average) / 10 : null,
    rank: known ? { place: prices.filter((one) => one < price).length + 1, among: prices.length + 1 } : null,
    supply: sold === 0 ? null : round((listed * SOLD_DAYS) / sold),
  };
}
