import { companyFields as fields } from '#domain/companies/fields.ts';
import { blankOf } from '#domain/fields.ts';
import type { CompanyInput, CompanyProfile } from '#domain/companies/schema.ts';
import { call } from '#site/lib/call.ts';
import { preferences } from '#site/messages/it/preferences.ts';
import { formOf, type Layout } from '#site/ui/record/form-of.ts';
import { pick, RecordForm } from '#site/ui/record/RecordForm.tsx';

const layout: Layout<typeof fields> = {
  name: { span: 4 },
  vatNumber: { span: 2 },
  address: { span: 6 },
  cap: { span: 1 },
  city: { span: 4 },
  province: { span: 1 },
  phone: { span: 3 },
  email: { span: 3 },
};
const form = formOf(fields, layout);

/** Dialog to edit the company. Loaded when it is opened. */
export default function CompanyDialog({
  company,
  onSaved,
  onClose,
}: {
  company: CompanyProfile;
  onSaved(saved: CompanyProfile): void;
  onClose(): void;
}) {
  return (
    <RecordForm<CompanyInput, CompanyProfile>
      title={preferences.company.editTitle}
      fields={form}
      initial={pick<CompanyInput>(company, blankOf(fields))}
      version={company.version}
      save={(body, { version }) =>
        call('PUT /companies/:company_id/profile', { params: { company_id: company.id }, version, body })
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
