/** What a new car costs, earns and lacks, and what becomes of it as a used one (domain.md §2.2); cents. */
import { daysBetween } from '#domain/dates.ts';
import { DEFAULT_TAX_RATE, netOf, vatOf } from '#domain/money.ts';
import type { UsedMargin } from '../margin.ts';
import type { Regime, SellerKind } from '../terms.ts';
import type { Conversion, NewPaper, NewState } from './terms.ts';
import { newPapers } from './terms.ts';
import { keysOf } from '#domain/machine.ts';

interface Costed {
  purchaseCost: number | null;
  purchaseTaxRate: number;
  otherCosts: number | null;
}

/**
 * What stays when a new car is sold for `sale` cents, VAT included and without registration: everything counts net, as VAT is
 * deducted. Campaigns of the maker and what else a sale brings are the quote's. Null while it is not known what the car costs.
 */
export function newMarginOf(
  { purchaseCost, purchaseTaxRate, otherCosts }: Costed,
  sale: number,
  rate = DEFAULT_TAX_RATE,
): UsedMargin | null {
  if (purchaseCost === null) return null;
  const [vat, cost] = [vatOf(sale, rate), netOf(purchaseCost, purchaseTaxRate) + netOf(otherCosts ?? 0, rate)];
  return { sale, vat, cost, net: sale - vat - cost };
}

/** Days since the car arrived; null for one that is not unsold in the yard. */
export const newDaysOf = ({ state, arrivedOn }: { state: NewState; arrivedOn: string | null }, today: string) =>
  state === 'in_stock' && arrivedOn !== null ? Math.max(0, daysBetween(arrivedOn, today)) : null;

/** Papers without which a car that is there cannot be registered. */
export const newMissing = ({ state, papers }: { state: NewState; papers: readonly string[] }): NewPaper[] =>
  ['in_stock', 'sold'].includes(state)
    ? keysOf(newPapers).filter((paper) => paper !== 'second_key' && !papers.includes(paper))
    : [];

/** What follows for tax when the dealer registers a new car in its own name. */
export interface Converted {
  purchaseType: Conversion;
  sellerKind: SellerKind;
  regime: Regime;
  purchaseCost: number | null;
  purchaseTaxRate: number;
  /** In the ledger: what was spent before, and what the registration costs, without VAT (art. 15). */
  costs: { kind: 'transport' | 'transfer'; note: string; amount: number; taxRate: number }[];
}

/**
 * A new car as Km 0 or Demo: the VAT of its invoice was deducted, so the margin scheme is closed for good and it is sold with
 * exposed VAT; `registration` (IPT and fees, cents) becomes a cost of it, and the next owner pays a change of ownership.
 */
export const convertedOf = (
  { purchaseCost, purchaseTaxRate, otherCosts }: Costed,
  purchaseType: Conversion,
  registration: number,
): Converted => ({
  purchaseType,
  sellerKind: 'vat',
  regime: 'iva_exposed',
  purchaseCost,
  purchaseTaxRate,
  costs: [
    ...(otherCosts
      ? [
          {
            kind: 'transport' as const,
            note: 'Trasporto e preparazione',
            amount: otherCosts,
            taxRate: DEFAULT_TAX_RATE,
          },
        ]
      : []),
    ...(registration
      ? [{ kind: 'transfer' as const, note: 'Immatricolazione e IPT', amount: registration, taxRate: 0 }]
      : []),
  ],
});
