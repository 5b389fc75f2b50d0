import { useState } from 'react';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { importKinds, MOST_BYTES } from '#domain/imports/terms.ts';
import { importing, imports as words } from '#site/messages/it/imports.ts';
import { FieldShell } from '#site/ui/Field.tsx';
import { FileField } from '#site/ui/FileField.tsx';
import { Progress, Templates } from '#site/parts/imports/ImportBits.tsx';
import { useImport } from '#site/parts/imports/useImport.ts';
import '#site/ui/record/form/form.css';

/** Uploads a file for one of the lists; once it is read, the page of the import opens with the preview. */
export function NewImport({ kinds }: { kinds: readonly ImportKind[] }) {
  const [kind, setKind] = useState(kinds[0]!);
  const one = useImport(null);
  return (
    <section className="card pad import-new" aria-labelledby="new-import">
      <h2 id="new-import">{words.new}</h2>
      <div className="form-grid">
        <div className="span-2">
          <FieldShell label={words.kind} name="kind">
            {(control) => (
              <select
                {...control}
                value={kind}
                disabled={one.busy}
                onChange={({ target }) => setKind(target.value as ImportKind)}
              >
                {kinds.map((each) => (
                  <option key={each} value={each}>
                    {importKinds[each].label}
                  </option>
                ))}
              </select>
            )}
          </FieldShell>
        </div>
        <div className="span-4">
          <FileField
            label={importing.file}
            name="file"
            error={one.error}
            help={
              <>
                {importing.help} <Templates kind={kind} />
              </>
            }
            accept=".csv,.txt,.xlsx,text/csv"
            mostBytes={MOST_BYTES}
            tooLarge={importing.tooLarge}
            onChange={async (file) => {
              const it = await one.choose(kind, file);
              if (it) location.assign(`/dealer/imports/${it.id}`);
            }}
          />
        </div>
      </div>
      {one.sent !== null && <Progress label={importing.uploading} done={one.sent} total={1} />}
    </section>
  );
}
