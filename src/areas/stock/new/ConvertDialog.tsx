import { useEffect, useState } from 'react';
import { blankOf, type Values } from '#domain/record/fields.ts';
import { money } from '#domain/italian.ts';
import { marginOf, sumsOf } from '#domain/stock/margin.ts';
import { conversionFields as fields } from '#domain/stock/new/fields.ts';
import { convertedOf } from '#domain/stock/new/rules.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import { call } from '#site/lib/call.ts';
import { newCar as words } from '#site/messages/it/new-cars.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import type { NewCarStore } from './store.ts';

type Conversion = Values<typeof fields>;
const form = formOf(fields, {});

/** What the car costs and earns as a used one, with the values of the form. */
function Consequences({ car, values }: { car: NewCar; values: Conversion }) {
  const { costs, ...taxed } = convertedOf(
    {
      purchaseCost: car.purchaseCost ?? null,
      purchaseTaxRate: car.purchaseTaxRate ?? 0,
      otherCosts: car.otherCosts ?? 0,
    },
    values.kind,
    values.registration,
  );
  const sums = sumsOf(costs.map(({ amount, taxRate }) => ({ expected: null, amount, taxRate })));
  const used = { ...taxed, state: 'acquired' as const, consignmentFee: null, costs: sums };
  const margin = values.price === null ? null : marginOf(used, values.price);
  return (
    <div className="callout consequences">
      <p>{words.consequences}</p>
      {margin && (
        <dl className="priced">
          <div>
            <dt>{words.saleVat}</dt>
            <dd>{money(-margin.vat)}</dd>
          </div>
          <div>
            <dt>{words.netCost}</dt>
            <dd>{money(-margin.cost)}</dd>
          </div>
          <div className={margin.net < 0 ? 'sum loss' : 'sum gain'}>
            <dt>{words.marginAfter}</dt>
            <dd>{money(margin.net)}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}

/** Dialog that registers the car in the company's own name. It becomes a used car, whose page opens. */
export default function ConvertDialog({
  store,
  name,
  onClose,
}: {
  store: NewCarStore;
  name: string;
  onClose: () => void;
}) {
  const [initial, setInitial] = useState<Conversion | null>(null);
  const car = store.$car.get()!;
  const { id, version } = car;
  useEffect(() => {
    const start = (registration: number) =>
      setInitial({ ...blankOf(fields), registration, registeredOn: store.today, price: car.price });
    // Without a proposal the person types the cost.
    call('GET /stock/new/:id/registration', { params: { id } }).then(
      (proposed) => start(proposed.registration),
      () => start(0),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  if (!initial) return null;
  return (
    <RecordForm<Conversion, NewCar>
      title={`${words.convertTitle}: ${name}`}
      verb={words.convert}
      fields={form}
      initial={initial}
      save={(body) => call('POST /stock/new/:id/convert', { params: { id }, version, body })}
      onSaved={({ usedCarId }) => location.assign(`/dealer/stock/used/${usedCarId}`)}
      onClose={onClose}
    >
      {(values) => <Consequences car={car} values={values} />}
    </RecordForm>
  );
}
