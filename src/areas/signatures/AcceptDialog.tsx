import type { Fields, Values } from '#domain/record/fields.ts';
import { day } from '#domain/italian.ts';
import type { Acceptances } from '#domain/signatures/acceptance-schema.ts';
import { identities } from '#domain/signatures/advanced.ts';
import { MOST_DRAWING } from '#domain/signatures/terms.ts';
import { scan, typesOf } from '#domain/uploads/kinds.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { upload } from '#site/lib/upload.ts';
import { advanced } from '#site/messages/it/advanced.ts';
import { DrawField } from '#site/parts/signatures/DrawField.tsx';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { Upload } from '#site/ui/record/form/Upload.tsx';

const words = advanced.form;
const fieldsFor = ({ papers }: Acceptances) =>
  ({
    scanId: {
      label: words.scanId,
      kind: 'choice',
      words: Object.fromEntries(
        papers.map(({ scanId, paper, number, until }) => [
          String(scanId),
          t(words.until, { paper: identities[paper], number, until: day(until) }),
        ]),
      ),
    },
    phone: { label: words.phone, kind: 'text', phone: true, maxLength: 20, required: words.phone },
    read: { label: words.read, kind: 'flag' },
    confirmed: { label: words.confirmed, kind: 'flag' },
    drawing: { label: words.drawing, kind: 'text', maxLength: MOST_DRAWING },
    uploadId: {
      label: words.upload,
      kind: 'file',
      nullable: true,
      types: typesOf(scan.kinds),
      mostBytes: scan.mostBytes,
    },
  }) as const satisfies Fields;
type Typed = Values<ReturnType<typeof fieldsFor>>;
const send = (file: File) => upload('POST /uploads', { purpose: 'customer_document' }, file, () => undefined);

/** Somebody is identified, reads the conditions and signs the declaration, on the device or on paper. */
export default function AcceptDialog({
  id,
  now,
  onSaved,
  onClose,
}: {
  id: number;
  now: Acceptances;
  onSaved: (answer: Acceptances) => void;
  onClose: () => void;
}) {
  const { version, conditions, papers, phone } = now;
  const lines = conditions.split('\n').filter((line) => line.trim() !== '');
  return (
    <RecordForm<Typed, Acceptances & { version: number }>
      title={words.title}
      verb={words.verb}
      note={words.note}
      fields={formOf(fieldsFor(now), {
        scanId: { span: 6 },
        phone: { span: 6 },
        read: { span: 6 },
        confirmed: { span: 6 },
        drawing: { span: 6, control: DrawField },
        uploadId: { span: 6, control: Upload, upload: send },
      })}
      initial={{
        scanId: String(papers[0]!.scanId),
        phone: phone ?? '',
        read: false,
        confirmed: false,
        drawing: '',
        uploadId: null,
      }}
      save={({ scanId, read, confirmed, ...body }, { key }) =>
        call('POST /signatures/people/:id', {
          params: { id },
          key,
          body: { ...body, scanId: Number(scanId), read: read as true, confirmed: confirmed as true },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {() => (
        <details open>
          <summary>{t(words.conditions, { version })}</summary>
          <ol>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
      )}
    </RecordForm>
  );
}
