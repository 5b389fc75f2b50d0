/** The VAT regimes in which a used car may be sold (rules.md §2). */
import { monthsBetween } from '../dates.ts';
import type { Regime, SellerKind } from './terms.ts';

interface Bought {
  sellerKind: SellerKind;
  market: 'italy' | 'other';
  regime: Regime;
  km: number | null;
  registeredOn: string | null;
  purchasedOn: string | null;
}

/** The default regime by the kind of seller: a purchase without VAT opens the margin scheme. */
export const regimeOf = (sellerKind: SellerKind): Regime => (sellerKind === 'vat' ? 'iva_exposed' : 'retail');

/** A car from abroad counts as used only beyond both 6,000 km and 6 months. */
const NEW_KM = 6_000;
const NEW_MONTHS = 6;

const sameDay = (a: string, b: string) => a.slice(8) === b.slice(8);

/**
 * Why the regime does not fit the purchase, in Italian; null if it does. The dealer may always choose the ordinary
 * regime.
 */
export function regimeIssue({ sellerKind, market, regime, km, registeredOn, purchasedOn }: Bought): string | null {
  if (regime === 'iva_exposed') return null;
  if (sellerKind === 'vat') return 'Acquistata con IVA in fattura: si può vendere solo con IVA esposta';
  if (market === 'italy') return null;
  const months = registeredOn === null || purchasedOn === null ? null : monthsBetween(registeredOn, purchasedOn);
  // On the last day itself the six months are not over.
  const young =
    months !== null && (months < NEW_MONTHS || (months === NEW_MONTHS && sameDay(registeredOn!, purchasedOn!)));
  if ((km !== null && km <= NEW_KM) || young)
    return 'Dall’estero con al massimo 6.000 km o 6 mesi è un’auto nuova: si può vendere solo con IVA esposta';
  return null;
}
