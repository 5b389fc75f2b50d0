import { addDays } from '#domain/dates.ts';
import { blankOf, valuesIn, type Fields } from '#domain/record/fields.ts';
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
import { kit } from '#site/messages/it/kit.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import type { FormField } from '#site/ui/record/form/form.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
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
}: Given & {
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

type Given = Pick<Props, 'of' | 'onSaved' | 'onClose'>;

/** A move that takes something beside the reason. */
function Move<V extends object>({
  name,
  of,
  form,
  initial,
  send,
  onSaved,
  onClose,
}: Given & {
  name: 'ask' | 'offer' | 'barter' | 'schedule' | 'sendBack' | 'close';
  form: readonly FormField<V>[];
  initial: V;
  send: (to: { params: { id: number }; version: number; body: V }) => Promise<Valuation>;
}) {
  const { label } = valuationMachine.moves[name];
  return (
    <RecordForm<V, Valuation>
      title={label}
      verb={label}
      fields={form}
      initial={initial}
      version={of.version}
      save={(body, { version }) => send({ params: { id: of.id }, version, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** What a move with a reason asks for; where the reason needs a note, the server says so at its field. */
const reasonFields = <R extends string>(reasons: Readonly<Record<R, string>>) =>
  ({
    reason: { label: kit.reason, kind: 'choice', words: reasons, nullable: '—', required: kit.chooseReason },
    note: { label: kit.note, kind: 'area', maxLength: 500 },
  }) as const satisfies Fields;
const sendBackFields = reasonFields(valuationMachine.moves.sendBack.reasons);
const closeFields = reasonFields(valuationMachine.moves.close.reasons);

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
          initial={blankOf(askFields)}
          send={(to) => call('POST /valuations/:id/ask', to)}
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
          send={(to) => call('POST /valuations/:id/offer', to)}
        />
      );
    case 'barter':
      return (
        <Move
          {...given}
          name="barter"
          form={formOf(barterFields, { quoteId: { span: 6, search: drafts, help: words.quotes } })}
          initial={blankOf(barterFields)}
          send={(to) => call('POST /valuations/:id/barter', to)}
        />
      );
    case 'schedule':
      return (
        <Move
          {...given}
          name="schedule"
          form={formOf(scheduleFields, { expectedOn: { span: 6 } })}
          initial={blankOf(scheduleFields)}
          send={(to) => call('POST /valuations/:id/schedule', to)}
        />
      );
    case 'sendBack':
      return (
        <Move
          {...given}
          name="sendBack"
          form={formOf(sendBackFields, { reason: { span: 6 }, note: { span: 6 } })}
          initial={blankOf(sendBackFields)}
          send={({ body, ...to }) =>
            call('POST /valuations/:id/sendBack', { ...to, body: { ...body, reason: body.reason! } })
          }
        />
      );
    case 'close':
      return (
        <Move
          {...given}
          name="close"
          form={formOf(closeFields, { reason: { span: 6 }, note: { span: 6 } })}
          initial={blankOf(closeFields)}
          send={({ body, ...to }) =>
            call('POST /valuations/:id/close', { ...to, body: { ...body, reason: body.reason! } })
          }
        />
      );
  }
}
