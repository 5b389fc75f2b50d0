import type { Numbering } from '#domain/companies/numbering.ts';
import { numberKinds, numberOf, type NumberKind } from '#domain/companies/numbers.ts';
import type { CompanyProfile } from '#domain/companies/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { preferences } from '#site/messages/it/preferences.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

const words = preferences.company.numbers;
const fields = {
  prefix: { label: words.prefix, kind: 'text', maxLength: 6, help: words.prefixHelp },
  first: { label: words.first, kind: 'number', min: 1, max: 900_000, help: words.firstHelp },
} as const;
const form = formOf(fields, {});

/** Chooses prefix and first number of a kind for a year that has given none. Loads when somebody edits. */
export default function NumbersForm({
  kind,
  numbering: { year, prefix, next },
  company,
  onSaved,
  onClose,
}: {
  kind: NumberKind;
  numbering: Numbering;
  company: CompanyProfile;
  onSaved(saved: CompanyProfile): void;
  onClose(): void;
}) {
  return (
    <RecordForm<{ prefix: string; first: number }, CompanyProfile>
      card
      title={t(words.title, { kind: numberKinds[kind].label, year })}
      note={t(words.help, { year })}
      fields={form}
      initial={{ prefix, first: next }}
      version={company.version}
      save={({ prefix: typed, first }, { version }) =>
        call('PUT /companies/:company_id/numbers', {
          params: { company_id: company.id },
          version,
          body: { kind, year, prefix: typed.trim().toUpperCase(), first },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {(values) => (
        <div className="example">
          {t(words.example, { number: numberOf(kind, year, values.first, values.prefix.trim().toUpperCase()) })}
        </div>
      )}
    </RecordForm>
  );
}
