import { blankOf, type Fields, type Values } from '#domain/fields.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import type { Move, MoveOf } from '#domain/machine.ts';
import { CallError } from '#site/lib/call.ts';
import { contract as words } from '#site/messages/it/contracts.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { noteIssues, reasonFields } from '#site/ui/record/own-reasons.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { move, useContract, useContractNow } from './store.ts';

type Name = MoveOf<typeof machine>;

/** Asks for what a move takes before it is made. */
export default function MoveDialog({ name, onClose }: { name: Name; onClose: () => void }) {
  const store = useContract();
  const seen = useContractNow();
  const { label, takes }: Move = machine.moves[name];
  const reasons = store.reasons.filter((reason) => reason.move === name);
  const fields: Fields = { ...takes, ...(reasons.length > 0 && reasonFields(reasons)) };
  return (
    <RecordForm<Values<Fields>, Contract>
      title={label}
      verb={label}
      fields={formOf(fields, Object.fromEntries(Object.keys(fields).map((key) => [key, { span: 6 as const }])))}
      initial={blankOf(fields)}
      version={seen.whole}
      check={(values) => noteIssues(reasons, values as { reason?: string; note?: string })}
      save={async (body, { version }) => {
        if (!(await store.autosave.flush()))
          throw new CallError(422, { error: 'invalid', message: words.unsaved, requestId: '' });
        return move(name, { ...seen, whole: version }, body);
      }}
      onSaved={(now) => {
        store.take(now);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
