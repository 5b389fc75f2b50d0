import { blankOf, type Values } from '#domain/record/fields.ts';
import { day } from '#domain/italian.ts';
import { acceptFields } from '#domain/signatures/acceptance-fields.ts';
import type { Acceptances } from '#domain/signatures/acceptance-schema.ts';
import { identities } from '#domain/signatures/advanced.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { upload } from '#site/lib/upload.ts';
import { advanced } from '#site/messages/it/advanced.ts';
import { DrawField } from '#site/parts/signatures/DrawField.tsx';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { Upload } from '#site/ui/record/form/Upload.tsx';

const words = advanced.form;
type Typed = Values<typeof acceptFields>;
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
  const options = papers.map(({ scanId, paper, number, until }) => ({
    value: scanId,
    label: t(words.until, { paper: identities[paper], number, until: day(until) }),
  }));
  const lines = conditions.split('\n').filter((line) => line.trim() !== '');
  return (
    <RecordForm<Typed, Acceptances & { version: number }>
      title={words.title}
      verb={words.verb}
      note={words.note}
      fields={formOf(acceptFields, {
        scanId: { span: 6, options },
        phone: { span: 6 },
        read: { span: 6 },
        confirmed: { span: 6 },
        drawing: { span: 6, control: DrawField },
        uploadId: { span: 6, control: Upload, upload: send },
      })}
      initial={{ ...blankOf(acceptFields), scanId: papers[0]!.scanId, phone: phone ?? '' }}
      save={(body, { key }) => call('POST /signatures/people/:id', { params: { id }, key, body })}
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
