import type { Fields, Values } from '#domain/fields.ts';
import type { Signature } from '#domain/signatures/schema.ts';
import { blockKinds } from '#domain/signatures/terms.ts';
import { scan, typesOf } from '#domain/uploads/kinds.ts';
import { call } from '#site/lib/call.ts';
import { upload } from '#site/lib/upload.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import { Upload } from '#site/ui/record/Upload.tsx';
import { useContract } from './store.ts';

const words = contract.signatures;
const fields = {
  uploadId: {
    label: words.scanFile,
    kind: 'file',
    types: typesOf(scan.kinds),
    mostBytes: scan.mostBytes,
    required: words.scanFile,
  },
  signedOn: { label: words.signedOn, kind: 'day', required: words.signedOn },
  blocks: { label: words.scanBlocks, kind: 'many', words: blockKinds },
} as const satisfies Fields;
const send = (file: File) => upload('POST /uploads', { purpose: 'signed_paper' }, file, () => undefined);
const form = formOf(fields, {
  uploadId: { span: 6, control: Upload, upload: send },
  signedOn: { span: 3 },
  blocks: { span: 6 },
});

/** Keeps the scan of the contract that was signed by hand. */
export default function ScanDialog({ id, onClose, onDone }: { id: number; onClose: () => void; onDone: () => void }) {
  const { today } = useContract();
  return (
    <RecordForm<Values<typeof fields>, Signature>
      title={words.scanTitle}
      verb={words.scanVerb}
      fields={form}
      initial={{ uploadId: 0, signedOn: today, blocks: [] }}
      save={(body, { key }) =>
        call('POST /signatures/paper', {
          key,
          body: { ...body, blocks: [...body.blocks], entity: 'contract', recordId: id },
        })
      }
      onSaved={onDone}
      onClose={onClose}
    />
  );
}
