import type { Values } from '#domain/record/fields.ts';
import { reasonFields } from '#domain/signatures/fields.ts';
import type { Signature } from '#domain/signatures/schema.ts';
import { call } from '#site/lib/call.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

const form = formOf(reasonFields, { reason: { span: 6 } });

/** Ends a round of signatures; its signers read why. */
export default function VoidDialog({
  round: { id, version },
  onClose,
  onDone,
}: {
  round: Signature;
  onClose: () => void;
  onDone: () => void;
}) {
  return (
    <RecordForm<Values<typeof reasonFields>, Signature>
      title={words.voidTitle}
      verb={words.void}
      fields={form}
      initial={{ reason: '' }}
      version={version}
      save={(body, saving) => call('POST /signatures/:id/void', { params: { id }, version: saving.version, body })}
      onSaved={onDone}
      onClose={onClose}
    />
  );
}
