/** How much a used car may cost at most: the reverse of its margin (domain.md §2.16, §5.1 point 14); cents. */
import { DEFAULT_TAX_RATE, grossOf, netOf } from '../money.ts';
import type { CostSums } from '../stock/margin.ts';
import type { Regime } from '../stock/terms.ts';
import { summed, type Line, type Lines } from './lines.ts';

export interface Resale {
  regime: Regime;
  /** Retail price that is expected, VAT included. */
  price: number;
  /** What will be spent on the car beside its purchase. */
  costs: CostSums;
  /** Outside the margin, net. */
  warranty: number;
  selling: number;
  /** What is to stay, all VAT paid. */
  target: number;
}

/**
 * The most that a car may cost, VAT included, so that `target` cents stay of its sale. In the margin scheme costs count with VAT, and
 * the VAT on the margin that is left is taken off, too: 17,900 − 951.60 − 300 − 400 − 1,500 = 14,748.40 are 14,264.40 after 484.00 of
 * it (22 % on top of the 2,200 that must stay; the 396.72 of §2.16 are those owed when 14,748.40 are paid, and would leave less than
 * the target). With exposed VAT all count net and the VAT of the purchase comes back.
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
