import { claimFields, type ClaimValues } from '#domain/contracts/claims/fields.ts';
import type { Claim } from '#domain/contracts/claims/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { upload } from '#site/lib/upload.ts';
import { claim as words } from '#site/messages/it/claims.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { pick, RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { Upload } from '#site/ui/record/form/Upload.tsx';

const send = (file: File) => upload('POST /uploads', { purpose: 'claim' }, file, () => undefined);

interface Props {
  claim: Claim;
  onSaved: (saved: Claim) => void;
  onClose: () => void;
}

/** Deadline, booking number and proof, in place of the card that shows them. */
export default function ClaimForm({ claim, onSaved, onClose }: Props) {
  const { id, version, proofId, proof } = claim;
  const known = proofId === null || proof === null ? [] : [{ id: proofId, name: proof }];
  return (
    <RecordForm<ClaimValues, Claim>
      card
      title={words.kept}
      fields={formOf(claimFields, {
        dueBy: { span: 3 },
        bookingNumber: { span: 3 },
        proofId: { span: 6, control: Upload, upload: send, known },
      })}
      initial={pick<ClaimValues>(claim, blankOf(claimFields))}
      version={version}
      save={(body, { version: over }) => call('PUT /claims/:id', { params: { id }, version: over, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
