import { networkFields } from '#domain/files/fields.ts';
import type { NetworkFile } from '#domain/files/network.ts';
import type { Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { network as words } from '#site/messages/it/files-network.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';

type Typed = Values<typeof networkFields>;

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
      fields={formOf(networkFields, {
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
