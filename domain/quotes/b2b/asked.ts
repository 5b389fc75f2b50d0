import { grossOf, netOf } from '#domain/money.ts';
import type { B2bCar, B2bLine } from './priced.ts';
import type { SaleRegime } from './terms.ts';

/** No VAT is due on what leaves the country, and none is within its price. */
export const leaves = (regime: SaleRegime): boolean => regime === 'intra_eu' || regime === 'export';

/** A price that is asked VAT included, as it is in a regime of sale: of a car with VAT without it where none is due. */
export const priceIn = (gross: number, regime: SaleRegime, car: Pick<B2bCar, 'regime'>, taxRate: number): number =>
  car.regime === 'vat' && leaves(regime) ? netOf(gross, taxRate) : gross;

/** The price of a line whose regime changes: what stays of it without VAT is the same. */
export function changeRegime(line: B2bLine, regime: SaleRegime, taxRate: number): B2bLine {
  if (line.regime === 'vat' && leaves(regime)) return { ...line, regime, price: netOf(line.price, taxRate) };
  if (leaves(line.regime) && regime === 'vat') return { ...line, regime, price: grossOf(line.price, taxRate) };
  return { ...line, regime };
}

/** A car as it joins an offer: in the regime of the stock, at what is asked of traders. */
export const lineOf = ({ id, regime, askingPrice }: B2bCar): B2bLine => ({
  carId: id,
  regime,
  price: askingPrice ?? 0,
});
