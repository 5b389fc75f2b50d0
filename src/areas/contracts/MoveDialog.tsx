import { blankOf, type Fields, type Values } from '#domain/fields.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { contractMachine as machine } from '#domain/contracts/rules.ts';
import type { Move, MoveOf } from '#domain/machine.ts';
import { kit } from '#site/messages/it/kit.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { move, useContract, useContractNow } from './store.ts';

type Name = MoveOf<typeof machine>;
type Reasons = readonly { id: number; label: string; needsNote: boolean }[];

/** What a move takes: fields of its own, the company's reason, a note. */
const fieldsOf = (takes: Fields | undefined, reasons: Reasons): Fields => ({
  ...takes,
  ...(reasons.length > 0 && {
    reason: {
      label: kit.reason,
      kind: 'choice',
      words: Object.fromEntries(reasons.map(({ id, label }) => [String(id), label])),
      nullable: '—',
      required: kit.chooseReason,
    },
    note: { label: kit.note, kind: 'area', maxLength: 500 },
  }),
});

/** Asks for what a move takes before it is made. */
export default function MoveDialog({ name, onClose }: { name: Name; onClose: () => void }) {
  const store = useContract();
  const seen = useContractNow();
  const { label, takes }: Move = machine.moves[name];
  const reasons = store.reasons.filter((reason) => reason.move === name);
  const fields = fieldsOf(takes, reasons);
  const needsNote = (reason: unknown) => reasons.find((one) => String(one.id) === reason)?.needsNote ?? false;
  return (
    <RecordForm<Values<Fields>, Contract>
      title={label}
      verb={label}
      fields={formOf(fields, Object.fromEntries(Object.keys(fields).map((key) => [key, { span: 6 as const }])))}
      initial={blankOf(fields)}
      version={seen.whole}
      check={(values): Record<string, string> => {
        const { reason, note } = values as { reason?: string; note?: string };
        return needsNote(reason) && !note?.trim() ? { note: kit.writeNote } : {};
      }}
      save={async (body, { version }) => {
        if (!(await store.autosave.flush())) throw new Error(kit.note);
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
