import type { Values } from '#domain/record/fields.ts';
import { scanFields } from '#domain/signatures/fields.ts';
import type { Signature, ToSign } from '#domain/signatures/schema.ts';
import { signerRoles } from '#domain/signatures/terms.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { upload } from '#site/lib/upload.ts';
import { rounds as words } from '#site/messages/it/signatures.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { Upload } from '#site/ui/record/form/Upload.tsx';
import { useAsked, type SignedRecord } from './asked.ts';
import { Lacking } from './Lacking.tsx';

const send = (file: File) => upload('POST /uploads', { purpose: 'signed_paper' }, file, () => undefined);
/** The people are the record's; only the parts that this document has are asked for. */
const formFor = ({ parties, blocks: parts }: ToSign) =>
  formOf(scanFields, {
    uploadId: { span: 6, control: Upload, upload: send },
    signedOn: { span: 3 },
    signers: {
      span: 6,
      options: parties.map(({ role, name }) => ({
        value: role,
        label: t(words.party, { name, role: signerRoles[role].toLowerCase() }),
      })),
    },
    blocks: { span: 6, options: parts.map(({ kind, title }) => ({ value: kind, label: title })) },
  });

interface ScanProps {
  of: SignedRecord;
  today: string;
  onClose: () => void;
  onDone: () => void;
}

/** Keeps the scan of a document that was signed by hand. */
export default function ScanDialog({ of, today, onClose, onDone }: ScanProps) {
  const asked = useAsked(of);
  if (!asked) return null;
  if (asked.missing.length > 0 || asked.parties.length === 0)
    return <Lacking asked={asked} title={words.scanTitle} onClose={onClose} />;
  return (
    <RecordForm<Values<typeof scanFields>, Signature>
      title={words.scanTitle}
      verb={words.scanVerb}
      note={asked.scanChecked ? words.scanNote : undefined}
      fields={formFor(asked)}
      initial={{ uploadId: 0, signedOn: today, signers: [], blocks: [] }}
      save={(body, { key }) =>
        call('POST /signatures/paper', {
          key,
          body: { ...body, ...of },
        })
      }
      onSaved={onDone}
      onClose={onClose}
    />
  );
}
