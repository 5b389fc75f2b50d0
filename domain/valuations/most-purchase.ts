/** The highest purchase price of a used car: the inverse of its margin (rules.md §12, §2, 3 point 14); cents. */
import { DEFAULT_TAX_RATE, grossOf, netOf } from '../money.ts';
import type { CostSums } from '../stock/margin.ts';
import type { Regime } from '../stock/terms.ts';
import { summed, type Line, type Lines } from './lines.ts';

export interface Resale {
  regime: Regime;
  /** Expected retail price, VAT included. */
  price: number;
  /** Expected costs of the car beside its purchase. */
  costs: CostSums;
  /** Cost of the warranty outside the margin, net. */
  warranty: number;
  selling: number;
  /** The margin to be reached, after VAT. */
  target: number;
}

/**
 * The highest purchase price, VAT included, that leaves `target` cents of the sale. In the margin scheme costs count
 * with VAT, and the VAT on the remaining margin is subtracted too: 17,900 − 951.60 − 300 − 400 − 1,500 = 14,748.40,
 * less 484.00 of VAT, is 14,264.40 (22 % on top of the 2,200 that must remain; 396.72 would be due when
 * 14,748.40 are paid, and would leave less than the target). With VAT on the whole price everything counts net, and the
 * VAT of the purchase is refunded.
 */
export function mostPurchase(resale: Resale, rate = DEFAULT_TAX_RATE): Lines {
  const { regime, price, costs, warranty, selling, target } = resale;
  const wanted = warranty + selling + target;
  const exposed = regime === 'iva_exposed';
  const net = netOf(price, rate);
  const spent = exposed ? costs.net : costs.gross;
  const left = net - spent - wanted;
  const vat: Line = exposed
    ? { label: 'IVA detraibile sull’acquisto', amount: grossOf(left, rate) - left }
    : { label: 'IVA sul margine', amount: wanted - grossOf(wanted, rate) };
  return summed([
    { label: 'Prezzo di vendita', amount: price },
    { label: 'IVA sulla vendita', amount: exposed ? net - price : 0 },
    { label: exposed ? 'Ripristino e altri costi, senza IVA' : 'Ripristino e altri costi', amount: -spent },
    { label: 'Garanzia', amount: -warranty },
    { label: 'Spese di vendita', amount: -selling },
    { label: 'Utile voluto', amount: -target },
    vat,
  ]);
}
