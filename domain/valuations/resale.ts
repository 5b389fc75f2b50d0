/** What the resale of a valued car costs, and so the most that may be offered for it (rules.md §12); cents. */
import { netOf } from '../money.ts';
import type { CostSums } from '../stock/margin.ts';
import type { UsedSettings } from '../stock/used-setting-fields.ts';
import type { ValuationValues } from './fields.ts';
import { mostPurchase } from './most-purchase.ts';
import { damageCost } from './worth.ts';

/** Preparation as it was typed, else as expected for every car, and the damages. */
export function resaleCosts(
  { preparation, damages }: Pick<ValuationValues, 'preparation' | 'damages'>,
  expected: CostSums,
): CostSums {
  const { gross, net } = preparation === null ? expected : { gross: preparation, net: netOf(preparation) };
  const spent = damageCost(damages);
  return { gross: gross + spent, net: net + netOf(spent) };
}

/** Offers go down to 50 €: what is proposed is never above what was reckoned. */
const OFFER_STEP = 50_00;

/** What is proposed to offer, in cents: the corrected value, at most the highest purchase price where it is known (`most`). */
export const proposedOffer = (value: number, most: number | null): number =>
  Math.max(0, Math.floor(Math.min(value, most ?? value) / OFFER_STEP) * OFFER_STEP);

/** What an offer leaves of the sale: the wanted profit, and what it lies below the highest purchase price, without VAT. */
export const profitOf = (offer: number, most: number, target: number): number => target + netOf(most - offer);

/** The highest purchase price of a valued car, VAT included; null without a retail price. */
export function mostOffer(
  car: Pick<ValuationValues, 'preparation' | 'damages' | 'retailPrice' | 'regime' | 'target'>,
  { targetMargin, warrantyCost, sellingCost }: Pick<UsedSettings, 'targetMargin' | 'warrantyCost' | 'sellingCost'>,
  expected: CostSums,
): number | null {
  const { retailPrice: price, regime, target } = car;
  if (price === null) return null;
  const costs = resaleCosts(car, expected);
  const most = mostPurchase({ regime, price, costs, warranty: warrantyCost, selling: sellingCost, target: target ?? targetMargin }); // prettier-ignore
  return most.total;
}
