import { blankOf } from '#domain/record/fields.ts';
import { newCarFields as fields } from '#domain/stock/new/fields.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import { call } from '#site/lib/call.ts';
import { newCar as words } from '#site/messages/it/new-cars.ts';
import type { Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { layout, type NewCarValues } from './store.ts';

/** The fields asked for a new car; its page has the others. */
const first = [
  ...(['versionId', 'optionIds', 'orderNumber', 'vin', 'orderedOn', 'expectedOn', 'locationId'] as const),
  ...(['purchaseCost', 'purchaseTaxRate', 'price'] as const),
] satisfies readonly (keyof NewCarValues)[];

/** Dialog that enters an ordered car, then opens its page. */
export default function NewOrder({
  locations,
  today,
  onClose,
}: {
  locations: Named;
  today: string;
  onClose: () => void;
}) {
  const form = formOf(fields, layout(locations));
  const initial: NewCarValues = { ...blankOf(fields), orderedOn: today, locationId: locations[0]?.id ?? null };
  return (
    <RecordForm<NewCarValues, NewCar>
      title={words.new}
      verb={words.create}
      fields={first.map((name) => form.find((field) => field.name === name)!)}
      initial={initial}
      save={(body, { key }) => call('POST /stock/new', { body, key })}
      onSaved={({ id }) => location.assign(`/dealer/stock/new/${id}`)}
      onClose={onClose}
    />
  );
}
