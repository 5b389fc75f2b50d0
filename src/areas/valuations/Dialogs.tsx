import { valuesIn } from '#domain/record/fields.ts';
import { valuationFields, type ValuationValues } from '#domain/valuations/fields.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { call } from '#site/lib/call.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import type { Named } from '#site/ui/choices.ts';
import type { FormField } from '#site/ui/record/form/form.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { carForm, carKeys, correctionForm, correctionKeys, planForm, planKeys } from './form.ts';

export type ValuationDialog = 'edit' | 'correct' | 'plan';

interface Props {
  of: Valuation;
  locations: Named;
  findsCustomers: boolean;
  onSaved: (saved: Valuation) => void;
  onClose: () => void;
}

/** Changes some fields of the valuation and leaves the others. */
function Change({
  of,
  title,
  fields,
  keys,
  onSaved,
  onClose,
}: DialogBase & {
  title: string;
  fields: readonly object[];
  keys: readonly (keyof ValuationValues)[];
}) {
  const all = valuesIn(valuationFields, of);
  const initial = Object.fromEntries(keys.map((key) => [key, all[key]])) as Partial<ValuationValues>;
  return (
    <RecordForm<Partial<ValuationValues>, Valuation>
      title={title}
      fields={fields as FormField<Partial<ValuationValues>>[]}
      initial={initial}
      version={of.version}
      save={(values, { version }) =>
        call('PUT /valuations/:id', { params: { id: of.id }, version, body: { ...all, ...values } })
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

type DialogBase = Pick<Props, 'of' | 'onSaved' | 'onClose'>;

/** The dialog that was asked for, beside those of the moves. */
export default function Dialogs({ asked, ...props }: Props & { asked: ValuationDialog }) {
  const { of, locations, findsCustomers, onSaved, onClose } = props;
  const given = { of, onSaved, onClose };
  const customer = of.customerId !== null && of.customer !== null ? { id: of.customerId, name: of.customer } : null;
  switch (asked) {
    case 'edit':
      return (
        <Change
          {...given}
          title={words.edit}
          fields={carForm({ findsCustomers, locations, customer })}
          keys={carKeys}
        />
      );
    case 'correct':
      return <Change {...given} title={words.corrections} fields={correctionForm} keys={correctionKeys} />;
    case 'plan':
      return <Change {...given} title={words.setPrice} fields={planForm} keys={planKeys} />;
  }
}
