/** The margin of a used car (rules.md §12, §2, 3 point 14); cents. */
import { DEFAULT_TAX_RATE, grossOf, netOf, round, vatOf } from '../money.ts';
import type { Regime, SaleRegime, SellerKind, UsedState } from './terms.ts';

/**
 * The margin scheme for one used car: all amounts in cents with VAT, repairs included in `cost`. A loss owes no VAT and
 * gives no credit (rules.md §2).
 */
export function usedMargin(sale: number, cost: number, rate = DEFAULT_TAX_RATE) {
  const gross = sale - cost;
  const vat = gross > 0 ? round((gross * rate) / (100 + rate)) : 0;
  return { gross, vat, net: gross - vat };
}

/** What was spent on the car beside its purchase, with and without VAT, in cents. */
export interface CostSums {
  gross: number;
  net: number;
}

/** A line of the ledger: its actual amount, or its planned one while there is none. */
interface Line {
  expected: number | null;
  amount: number | null;
  taxRate: number;
}

/** The sums of a ledger, in cents; the net is rounded once for each line. */
export const sumsOf = (lines: readonly Line[]): CostSums =>
  lines.reduce(
    ({ gross, net }, { amount, expected, taxRate }) => {
      const due = amount ?? expected ?? 0;
      return { gross: gross + due, net: net + netOf(due, taxRate) };
    },
    { gross: 0, net: 0 },
  );

/** The values from which the margin of a car is computed. */
export interface Costed {
  state: UsedState;
  regime: Regime;
  purchaseCost: number | null;
  purchaseTaxRate: number;
  consignmentFee: number | null;
  costs: CostSums;
}

/**
 * The margin of a sale: `net` = `sale` − `vat` − `cost`. `vat` is what the sale owes, on the margin or on the whole
 * price.
 */
export interface UsedMargin {
  sale: number;
  vat: number;
  cost: number;
  net: number;
}

/** Whether the car is or was on consignment: a sold one without purchase cost was never bought. */
const isConsigned = ({ state, purchaseCost }: Costed): boolean =>
  state === 'consignment' || (purchaseCost === null && (state === 'sold' || state === 'delivered'));

/**
 * The margin when the car is sold for `sale` cents, VAT included. In the margin scheme costs count with their VAT, and
 * VAT is due on the difference only; with VAT on the whole price everything counts net; a car on consignment earns its
 * fee. Null while the costs are unknown.
 */
export function marginOf(car: Costed, sale: number, rate = DEFAULT_TAX_RATE): UsedMargin | null {
  const { regime, purchaseCost, purchaseTaxRate, consignmentFee, costs } = car;
  if (isConsigned(car)) {
    if (consignmentFee === null) return null;
    return told(consignmentFee, vatOf(consignmentFee, rate), costs.net);
  }
  if (purchaseCost === null) return null;
  if (regime === 'iva_exposed') return told(sale, vatOf(sale, rate), netOf(purchaseCost, purchaseTaxRate) + costs.net);
  const cost = purchaseCost + costs.gross;
  return told(sale, usedMargin(sale, cost, rate).vat, cost);
}

/**
 * The margins of both regimes, in cents, of a car that could be sold in either: one bought without VAT that is to be
 * sold with VAT on the whole price. Null for any other car, and while its cost is unknown.
 */
export function bothMargins(
  car: Costed & { sellerKind: SellerKind },
  sale: number,
): { retail: UsedMargin; exposed: UsedMargin } | null {
  if (car.sellerKind === 'vat' || car.regime !== 'iva_exposed' || isConsigned(car)) return null;
  const retail = marginOf({ ...car, regime: 'retail' }, sale);
  const exposed = marginOf(car, sale);
  return retail && exposed && { retail, exposed };
}

/**
 * The margin of a sale in its own regime, in cents. A car that leaves the country bears no VAT: its price is the net
 * one, and costs count net. A car bought in the margin scheme and sold with VAT owes it on the whole price. Null while
 * the costs are unknown.
 */
export function marginOfSale(
  car: Costed,
  price: number,
  regime: SaleRegime,
  rate = DEFAULT_TAX_RATE,
): UsedMargin | null {
  const isFree = regime === 'intra_eu' || regime === 'export';
  const own = { ...car, regime: regime === 'margin' ? ('retail' as const) : ('iva_exposed' as const) };
  const whole = marginOf(own, isFree ? grossOf(price, rate) : price, rate);
  return whole && isFree && !isConsigned(car) ? told(price, 0, whole.cost) : whole;
}

const told = (sale: number, vat: number, cost: number): UsedMargin => ({ sale, vat, cost, net: sale - vat - cost });
