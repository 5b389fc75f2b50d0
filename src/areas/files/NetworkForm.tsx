import type { Fields, Values } from '#domain/record/fields.ts';
import type { NetworkFile } from '#domain/files/network.ts';
import { call } from '#site/lib/call.ts';
import { network as words } from '#site/messages/it/files-network.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

const fields = {
  name: { label: words.name, kind: 'text', maxLength: 120, required: words.nameNeeded },
  folder: { label: words.folder, kind: 'text', maxLength: 80, help: words.folderHelp },
  brandId: { label: words.brand, kind: 'lookup', nullable: words.noBrand },
  expiresOn: { label: words.ends, kind: 'day', span: 'planned', nullable: true },
  audience: { label: words.audience, kind: 'choice', words: words.audiences },
  companyIds: { label: words.companies, kind: 'lookups', most: 2000, when: { field: 'audience', is: ['some'] } },
} as const satisfies Fields;
type Typed = Values<typeof fields>;

/** Where a file of the network stands and who reads it. */
export default function NetworkForm({
  file,
  brands,
  companies,
  onSaved,
  onClose,
}: {
  file: NetworkFile;
  brands: Named;
  companies: Named;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { id, version, name, folder, brandId, expiresOn, companyIds } = file;
  const audience = companyIds === null ? 'all' : companyIds.length > 0 ? 'some' : 'nobody';
  return (
    <RecordForm<Typed, NetworkFile>
      title={words.form}
      note={words.note}
      fields={formOf(fields, {
        name: { span: 6 },
        folder: { span: 3 },
        brandId: { options: named(brands), span: 3 },
        audience: { span: 3 },
        expiresOn: { span: 3 },
        companyIds: { options: named(companies), span: 6 },
      })}
      initial={{ name, folder, brandId, expiresOn, audience, companyIds: companyIds ?? [] }}
      version={version}
      check={(values, typing): Record<string, string> =>
        values.audience === 'some' && values.companyIds.length === 0 && !typing
          ? { companyIds: words.companiesNeeded }
          : {}
      }
      save={({ audience: whom, companyIds: some, ...values }, { version: seen }) =>
        call('PUT /network/files/:id', {
          params: { id },
          version: seen,
          body: { ...values, companyIds: whom === 'all' ? null : whom === 'some' ? some : [] },
        })
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
