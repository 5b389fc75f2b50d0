import { reasonFields, type ReasonedMove, type Reasons } from '#domain/contracts/reason-fields.ts';
import type { ReasonAnswer } from '#domain/contracts/setting-endpoints.ts';
import { call, CallError } from '#site/lib/call.ts';
import { contractSettings as words } from '#site/messages/it/contracts-settings.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';

const reasonsOf = ({ moves, version }: ReasonAnswer, move: ReasonedMove) => ({
  version,
  reasons: moves.find((one) => one.move === move)?.reasons ?? [],
});
const form = formOf(reasonFields, { reasons: { look: 'table' } });

/** The form of one move's reasons. Loads when somebody edits. */
export default function ReasonsForm({
  move,
  label,
  data,
  onSaved,
  onClose,
}: {
  move: ReasonedMove;
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
          return await call('PUT /contracts/settings/reasons', { version: saving.version, body: { move, reasons } });
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
