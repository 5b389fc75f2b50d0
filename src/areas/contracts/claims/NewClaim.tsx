import { handFields, type HandClaim } from '#domain/contracts/claims/fields.ts';
import type { Claim } from '#domain/contracts/claims/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { newClaim as words } from '#site/messages/it/claims.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

/** A claim by hand; saved, its page opens. */
export default function NewClaim({ number, onClose }: { number: string; onClose: () => void }) {
  return (
    <RecordForm<HandClaim, Claim>
      title={words.title}
      note={words.note}
      fields={formOf(handFields, {
        number: { span: 3 },
        kind: { span: 3 },
        type: { span: 3 },
        payer: { span: 3 },
        name: { span: 6 },
        amount: { span: 3 },
        dueBy: { span: 3 },
      })}
      initial={{ ...blankOf(handFields), number }}
      save={(body, { key }) => call('POST /claims', { body, key })}
      onSaved={({ id }) => location.assign(`/dealer/claims/${id}`)}
      onClose={onClose}
    />
  );
}
