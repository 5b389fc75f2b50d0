import { blankOf } from '#domain/record/fields.ts';
import { usedCarFields as fields } from '#domain/stock/fields.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { call } from '#site/lib/call.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import type { Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { Regimes } from '../car/Regimes.tsx';
import { layout, type Car } from '../car/store.ts';

/** The fields asked for a new car; its page has the others. */
const first = [
  ...(['plate', 'maker', 'model', 'versionName', 'fuel', 'km', 'registeredOn', 'purchaseType', 'sellerKind'] as const),
  ...([
    'regime',
    'market',
    'purchaseCost',
    'purchaseTaxRate',
    'retailPrice',
    'locationId',
    'expectedOn',
    'vin',
  ] as const),
] satisfies readonly (keyof Car)[];

/** The sums of a new car's ledger, which is empty. */
const none = { gross: 0, net: 0 };

/** Dialog that enters a car before it arrives, then opens its page. */
export default function NewCar({ locations, onClose }: { locations: Named; onClose: () => void }) {
  const initial: Car = { ...blankOf(fields), locationId: locations[0]?.id ?? null };
  const form = formOf(fields, layout(locations, initial));
  return (
    <RecordForm<Car, UsedCar>
      title={words.new}
      verb={words.create}
      fields={first.map((name) => form.find((field) => field.name === name)!)}
      initial={initial}
      save={(body, { key }) => call('POST /stock/used', { body, key })}
      onSaved={({ id }) => location.assign(`/dealer/stock/used/${id}`)}
      onClose={onClose}
    >
      {(values) => <Regimes car={{ ...values, state: 'scheduled', costs: none }} price={values.retailPrice} />}
    </RecordForm>
  );
}
