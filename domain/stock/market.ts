/** The price of a used car against what the market asks for it. */
import { round } from '../money.ts';

/** For how long an answer of a source says what the market asks. */
export const MARKET_DAYS = 90;

/** What the market asks for such a car, in cents with VAT, and the day on which a source said so. */
export interface MarketPrice {
  price: number;
  on: string;
}

/** The price in whole percent of the market's; null where either is unknown. */
export const toMarket = (price: number | null, market: MarketPrice | null | undefined): number | null =>
  price === null || !market ? null : round((price * 100) / market.price);
