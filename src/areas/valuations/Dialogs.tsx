import { addDays } from '#domain/dates.ts';
import { blankOf, valuesIn, type Fields, type Values } from '#domain/fields.ts';
import {
  askFields,
  barterFields,
  offerFields,
  scheduleFields,
  valuationFields,
  type ValuationValues,
} from '#domain/valuations/fields.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { call } from '#site/lib/call.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { attempt } from '#site/ui/list/attempt.ts';
import ReasonDialog from '#site/ui/ReasonDialog.tsx';
import { formOf } from '#site/ui/record/form-of.ts';
import type { FormField } from '#site/ui/record/form.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { carForm, carKeys, correctionForm, correctionKeys, planForm, planKeys } from './form.ts';

export type Asked = 'edit' | 'correct' | 'plan' | 'ask' | 'offer' | 'barter' | 'schedule' | 'sendBack' | 'close';

interface Props {
  of: Valuation;
  /** The corrected value, in cents: what an offer begins with. */
  suggested: number;
  specialists: Named;
  locations: Named;
  findsCustomers: boolean;
  offerDays: number;
  today: string;
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
}: Pick<Props, 'of' | 'onSaved' | 'onClose'> & {
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

type Taking = 'ask' | 'offer' | 'barter' | 'schedule';
const taken = { ask: askFields, offer: offerFields, barter: barterFields, schedule: scheduleFields } as const;

/** A move that takes something beside the reason. */
function Move<N extends Taking>({
  name,
  of,
  form,
  initial,
  onSaved,
  onClose,
}: Pick<Props, 'of' | 'onSaved' | 'onClose'> & {
  name: N;
  form: readonly object[];
  initial?: Partial<Values<(typeof taken)[N]>>;
}) {
  const { label } = valuationMachine.moves[name];
  const fields: Fields = taken[name];
  return (
    <RecordForm<Record<string, unknown>, Valuation>
      title={label}
      verb={label}
      fields={form as FormField<Record<string, unknown>>[]}
      initial={{ ...blankOf(fields), ...initial }}
      version={of.version}
      save={(body, { version }) =>
        call(`POST /valuations/:id/${name}`, { params: { id: of.id }, version, body: body as never })
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** Drafts of the person: an issued quote takes no car in any more. */
const drafts = async (q: string, signal: AbortSignal) =>
  (await call('GET /quotes', { query: { q, state: 'draft', limit: 8 }, signal })).rows.map(
    ({ id, number, customer, vehicle }) => ({
      id,
      name: [number ?? 'Bozza', customer, vehicle].filter(Boolean).join(' · '),
    }),
  );

/** The dialog that was asked for. */
export default function Dialogs({ asked, ...props }: Props & { asked: Asked }) {
  const { of, suggested, specialists, locations, findsCustomers, offerDays, today, onSaved, onClose } = props;
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
    case 'ask':
      return (
        <Move
          {...given}
          name="ask"
          form={formOf(askFields, { specialistId: { span: 6, options: named(specialists) }, question: { span: 6 } })}
        />
      );
    case 'offer':
      return (
        <Move
          {...given}
          name="offer"
          form={formOf(offerFields, { offer: { span: 6 }, offerUntil: { span: 3 }, offerKm: { span: 3 } })}
          initial={{
            offer: suggested > 0 ? suggested : 0,
            offerUntil: addDays(today, offerDays),
            offerKm: of.km === null ? null : of.km + 500,
          }}
        />
      );
    case 'barter':
      return (
        <Move
          {...given}
          name="barter"
          form={formOf(barterFields, { quoteId: { span: 6, search: drafts, help: words.quotes } })}
        />
      );
    case 'schedule':
      return <Move {...given} name="schedule" form={formOf(scheduleFields, { expectedOn: { span: 6 } })} />;
    default: {
      const { label, reasons, noteFor, done } = valuationMachine.moves[asked];
      return (
        <ReasonDialog
          title={label}
          verb={label}
          reasons={reasons as Readonly<Record<string, string>>}
          noteFor={noteFor}
          onClose={onClose}
          onChosen={(why) =>
            attempt(
              async () =>
                onSaved(
                  await call(`POST /valuations/:id/${asked}`, {
                    params: { id: of.id },
                    version: of.version,
                    body: why as never,
                  }),
                ),
              () => undefined,
              done,
            )
          }
        />
      );
    }
  }
}
