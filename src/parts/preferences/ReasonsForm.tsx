import { leadReasonFields, reasonFields, type Reasons } from '#domain/record/reason-fields.ts';
import type { ReasonAnswer } from '#domain/record/reasons.ts';
import type { Values } from '#domain/record/fields.ts';
import { call, CallError } from '#site/lib/call.ts';
import { reasons as words } from '#site/messages/it/reasons.ts';
import type { FormField } from '#site/ui/record/form/form.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

/** The areas whose moves want reasons of the company. */
export type ReasonedArea = 'contracts' | 'leads' | 'accesses' | 'calendars';

type LeadReasons = Values<typeof leadReasonFields>;
type PlainReasons = Values<typeof reasonFields>;

const form = formOf(reasonFields, { reasons: { look: 'table' } });
const leadForm = formOf(leadReasonFields, { reasons: { look: 'table' } });

const of = ({ moves }: ReasonAnswer, move: string) => moves.find((one) => one.move === move)?.reasons ?? [];
/** The reasons of a move as their form holds them: only those of leads say whether nobody was reached. */
const plainOf = (answer: ReasonAnswer, move: string): PlainReasons => ({
  reasons: of(answer, move).map(({ label, needsNote }) => ({ label, needsNote })),
});
const leadOf = (answer: ReasonAnswer, move: string): LeadReasons => ({
  reasons: of(answer, move).map(({ label, needsNote, unreached = false }) => ({ label, needsNote, unreached })),
});

interface ReasonsFormProps {
  area: ReasonedArea;
  move: string;
  /** As the move is called. */
  label: string;
  data: ReasonAnswer;
  onSaved: (answer: ReasonAnswer) => void;
  onClose: () => void;
}

interface Kind<V> {
  fields: readonly FormField<V>[];
  valuesOf: (answer: ReasonAnswer, move: string) => V;
  send: (values: V, version: number) => Promise<ReasonAnswer>;
}

function Form<V extends Reasons>({
  move,
  label,
  data,
  fields,
  valuesOf,
  send,
  onSaved,
  onClose,
}: ReasonsFormProps & Kind<V>) {
  return (
    <RecordForm<V, ReasonAnswer>
      card
      title={label}
      note={words.retired}
      fields={fields}
      initial={valuesOf(data, move)}
      version={data.version}
      save={async (values, { version }) => {
        try {
          return await send(values, version);
        } catch (error) {
          if (!(error instanceof CallError) || error.status !== 412) throw error;
          const now = error.body.current as ReasonAnswer;
          throw new CallError(412, { ...error.body, current: { version: now.version, ...valuesOf(now, move) } });
        }
      }}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** The form of one move's reasons. Loads when somebody edits. */
export default function ReasonsForm(props: ReasonsFormProps) {
  const { area, move } = props;
  if (area === 'leads')
    return (
      <Form
        {...props}
        fields={leadForm}
        valuesOf={leadOf}
        send={({ reasons }, version) => call('PUT /leads/settings/reasons', { version, body: { move, reasons } })}
      />
    );
  return (
    <Form
      {...props}
      fields={form}
      valuesOf={plainOf}
      send={({ reasons }, version) => call(`PUT /${area}/settings/reasons`, { version, body: { move, reasons } })}
    />
  );
}
