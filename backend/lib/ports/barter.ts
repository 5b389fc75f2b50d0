import type { TradeIn } from '#domain/quotes/schema.ts';
import type { UsedCarInput } from '#domain/stock/schema.ts';
import type { Ctx } from '../work/context.ts';

/** What a valuation knows of a car that a quote takes in. */
export type Offered = Pick<TradeIn, 'plate' | 'description' | 'km' | 'registeredOn' | 'valuation'>;

/** What a valuation knows of a car that the company buys. */
export type Bought = Pick<
  UsedCarInput,
  | ('plate' | 'maker' | 'model' | 'versionName' | 'body' | 'fuel' | 'gearbox' | 'registeredOn' | 'km' | 'locationId')
  | ('regime' | 'purchaseCost' | 'retailPrice' | 'sellerKind' | 'sellerId' | 'seller' | 'expectedOn' | 'notes')
>;

/** What quotes and stock give to valuations (backend/areas.ts joins them): valuations know no other area. */
export interface Takers {
  /** Takes a car in with a draft of the caller; throws `invalid` at `quoteId`, or as saving the quote does. */
  put(ctx: Ctx, quoteId: number, car: Offered): Promise<void>;
  /** Takes the car out of the quote; throws `conflict` once the quote is issued and valid. */
  drop(ctx: Ctx, quoteId: number, plate: string): Promise<void>;
  /** Expects a car that is bought; returns its id. Throws `conflict` while a car of its plate is in the stock. */
  buy(ctx: Ctx, car: Bought): Promise<number>;
  /** Cancels the expected car; throws `conflict` once it has arrived. */
  unbuy(ctx: Ctx, carId: number): Promise<void>;
}
