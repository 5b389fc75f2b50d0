import { blankOf, type Values } from '#domain/record/fields.ts';
import type { usedCarFields } from '#domain/stock/fields.ts';
import { valuationFields } from '#domain/valuations/fields.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';

type Valued = Pick<
  Values<typeof usedCarFields>,
  | 'plate'
  | 'maker'
  | 'model'
  | 'versionName'
  | 'body'
  | 'fuel'
  | 'gearbox'
  | 'registeredOn'
  | 'km'
  | 'locationId'
  | 'regime'
  | 'retailPrice'
>;

/** Makes a new valuation of a car of the stock, with what is known of it, and opens it. */
export async function valueAgain(car: Valued): Promise<void> {
  const { plate, maker, model, versionName, body, fuel, gearbox, registeredOn, km, locationId, regime, retailPrice } =
    car;
  const known = { plate, maker, model, versionName, body, fuel, gearbox, registeredOn, km, locationId, regime };
  const valued = { ...blankOf(valuationFields), ...known, retailPrice };
  const { id } = await call('POST /valuations', { key: newKey(), body: valued });
  location.assign(`/dealer/usedEvaluation/${id}`);
}
