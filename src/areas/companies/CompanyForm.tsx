import type { ReactNode } from 'react';
import { companyFields as fields } from '#domain/companies/fields.ts';
import type { CompanyInput, CompanyProfile } from '#domain/companies/schema.ts';
import { blankOf, type Fields } from '#domain/record/fields.ts';
import type { SettingPart } from '#domain/record/setting-parts.ts';
import { call } from '#site/lib/call.ts';
import { partOf } from '#site/ui/record/form/form-of.ts';
import type { Choices, Place, Row } from '#site/ui/record/form/form.ts';
import { pick, RecordForm } from '#site/ui/record/form/RecordForm.tsx';

const places: Readonly<Record<string, Place<Row>>> = {
  name: { span: 6 },
  address: { span: 6 },
  cap: { span: 1 },
  city: { span: 3 },
  province: { span: 2 },
  accounts: { look: 'table', layout: { iban: { span: 4 }, bank: { span: 3 } } },
  payments: { span: 6 },
  signature: { span: 6 },
  registry: { span: 4 },
  rea: { span: 2 },
};

/** The form of one card of the company's page; the other values stay as they are. Loads when somebody edits. */
export default function CompanyForm({
  company,
  part,
  provinces,
  onSaved,
  onClose,
  children,
}: {
  company: CompanyProfile;
  part: SettingPart<keyof CompanyInput>;
  provinces: Choices;
  onSaved(saved: CompanyProfile): void;
  onClose(): void;
  children: (typed: CompanyProfile) => ReactNode;
}) {
  const own: Fields = Object.fromEntries(part.keys.map((key) => [key, fields[key]]));
  const { province, ...others } = places;
  const form = partOf<CompanyInput>(own, { ...others, province: { ...province, options: provinces } });
  return (
    <RecordForm<CompanyInput, CompanyProfile>
      card
      title={part.title}
      note={part.help}
      fields={form}
      initial={pick<CompanyInput>(company, blankOf(fields))}
      version={company.version}
      save={(body, { version }) =>
        call('PUT /companies/:company_id/profile', { params: { company_id: company.id }, version, body })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      {(values) => children({ ...company, ...values })}
    </RecordForm>
  );
}
