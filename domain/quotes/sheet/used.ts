import { day } from '#domain/italian.ts';
import { heldText } from '#domain/stock/rules.ts';
import type { Issue } from './priced.ts';
import type { UsedCar } from '../start/used-car.ts';

/** Errors and warnings about the car's availability for this customer: sold, reserved. */
export function availability(
  { gone, reserved }: Pick<UsedCar, 'gone' | 'reserved'>,
  customerId: number | null,
  path = 'stockId',
): Issue[] {
  if (gone) return [{ level: 'error', path, message: `${gone}: scegliere un’altra auto dallo stock` }];
  if (!reserved || (customerId !== null && reserved.customerId === customerId)) return [];
  const message = `Auto opzionata da ${reserved.by}${heldText(reserved.until, day)}: avvisare il cliente che potrebbe non essere disponibile`;
  return [{ level: 'warning', path, message }];
}
