import { day } from '../italian.ts';
import { DEFAULT_TAX_RATE, round } from '../money.ts';
import type { Issue } from './priced.ts';
import type { UsedCar } from './used-car.ts';

/**
 * Margin scheme of a used car, car by car: all amounts in VAT-inclusive cents, repairs included in `cost`. A loss pays no VAT
 * and gives no credit (domain.md §2.2).
 */
export function usedMargin(sale: number, cost: number, rate = DEFAULT_TAX_RATE) {
  const gross = sale - cost;
  const vat = gross > 0 ? round((gross * rate) / (100 + rate)) : 0;
  return { gross, vat, net: gross - vat };
}

/** What keeps the car from being offered to the customer, or what one should know. */
export function availability(
  { gone, reserved }: Pick<UsedCar, 'gone' | 'reserved'>,
  customerId: number | null,
  path = 'stockId',
): Issue[] {
  if (gone) return [{ level: 'error', path, message: `${gone}: scegliere un’altra auto dallo stock` }];
  if (!reserved || (customerId !== null && reserved.customerId === customerId)) return [];
  const message = `Auto opzionata da ${reserved.by} fino al ${day(reserved.until)}: avvisare il cliente che potrebbe non essere disponibile`;
  return [{ level: 'warning', path, message }];
}
