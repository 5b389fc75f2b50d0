/** A lower price for a used car, and what it changes; cents with VAT. */
import { marginOf, type Costed } from './margin.ts';
import type { StockSettings } from './setting-fields.ts';
import type { UsedState } from './terms.ts';

/** The least price that a car is offered at. */
export const LEAST_PRICE = 1_00;

export interface Prices {
  retailPrice: number | null;
  b2bPrice: number | null;
  minPrice: number | null;
}

/** The prices after a markdown: neither traders nor anybody else pay more than the public. */
export const markedDown = ({ b2bPrice, minPrice }: Omit<Prices, 'retailPrice'>, to: number) => {
  const atMost = (price: number | null) => price && Math.min(price, to);
  return { retailPrice: to, b2bPrice: atMost(b2bPrice), minPrice: atMost(minPrice) };
};

/** Why a price is no markdown; null: it is one. */
export const markdownIssue = (from: number | null, to: number): 'least' | 'higher' | null =>
  to < LEAST_PRICE ? 'least' : from !== null && to >= from ? 'higher' : null;

/** What a sale at a price leaves; null while the costs are unknown. */
export const profitAt = (car: Costed, price: number | null): number | null =>
  price === null ? null : (marginOf(car, price)?.net ?? null);

interface Fed {
  state: UsedState;
  photos: number;
}

/** Why portals do not have a car that has a price; null: they read it with its new price. */
export const notFed = (
  { state, photos }: Fed,
  { feedStates, feedPhotos }: Pick<StockSettings, 'feedStates' | 'feedPhotos'>,
): 'state' | 'photos' | null =>
  !(feedStates as readonly UsedState[]).includes(state) ? 'state' : photos < feedPhotos ? 'photos' : null;
