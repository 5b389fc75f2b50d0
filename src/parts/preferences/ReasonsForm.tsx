import { reasonFields, type Reasons } from '#domain/record/reason-fields.ts';
import type { ReasonAnswer } from '#domain/record/reasons.ts';
import { call, CallError } from '#site/lib/call.ts';
import { reasons as words } from '#site/messages/it/reasons.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

/** The areas whose moves want reasons of the company. */
export type ReasonedArea = 'contracts' | 'leads' | 'accesses' | 'calendars';

const reasonsOf = ({ moves, version }: ReasonAnswer, move: string) => ({
  version,
  reasons: moves.find((one) => one.move === move)?.reasons ?? [],
});
const form = formOf(reasonFields, { reasons: { look: 'table' } });

/** The form of one move's reasons. Loads when somebody edits. */
export default function ReasonsForm({
  area,
  move,
  label,
  data,
  onSaved,
  onClose,
}: {
  area: ReasonedArea;
  move: string;
  /** As the move is called. */
  label: string;
  data: ReasonAnswer;
  onSaved: (answer: ReasonAnswer) => void;
  onClose: () => void;
}) {
  const { version, ...initial } = reasonsOf(data, move);
  return (
    <RecordForm<Reasons, ReasonAnswer>
      card
      title={label}
      note={words.retired}
      fields={form}
      initial={initial}
      version={version}
      save={async ({ reasons }, saving) => {
        try {
          return await call(`PUT /${area}/settings/reasons`, { version: saving.version, body: { move, reasons } });
        } catch (error) {
          if (!(error instanceof CallError) || error.status !== 412) throw error;
          throw new CallError(412, { ...error.body, current: reasonsOf(error.body.current as ReasonAnswer, move) });
        }
      }}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
