import { useEffect } from 'react';
import type { ImportDetails } from '#domain/imports/schema.ts';
import { importKinds, importPath, importStates, MOST_BYTES } from '#domain/imports/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { catalogImport } from '#site/messages/it/catalog-import.ts';
import { importing, imports as words } from '#site/messages/it/imports.ts';
import { FileField } from '#site/ui/FileField.tsx';
import { ImportActions } from '#site/parts/imports/ImportActions.tsx';
import { Progress, Templates } from '#site/parts/imports/ImportBits.tsx';
import { ImportSteps } from '#site/parts/imports/ImportSteps.tsx';
import { useImport } from '#site/parts/imports/useImport.ts';
import '#site/ui/record/form/form.css';

const kind = 'catalog/options';

/** Takes a price list with options into a draft: a new file, or one that was sent before. */
export function Import({ record }: { record: ImportDetails | null }) {
  const one = useImport(record);
  const { it } = one;
  const state = it?.state;
  useEffect(() => {
    // The editions beside it count their changes: the page is read again once it has written or taken back.
    if (state !== record?.state && (state === 'done' || state === 'undone')) location.reload();
  }, [state, record]);
  const isOpen = it?.state === 'mapping' || it?.state === 'ready';
  /** The draft of a file that names none. */
  const into = isOpen && it.defaults.find(({ field }) => field === 'edition');
  return (
    <section className="card pad" aria-labelledby="import">
      <div className="head">
        <h2 className="grow" id="import">
          {it ? it.name : `${words.new}: ${importKinds[kind].label}`}
        </h2>
        {it && <span className={`badge b-${importStates[it.state].tone}`}>{importStates[it.state].label}</span>}
        <ImportActions one={one} />
      </div>
      {it && <p className="muted">{t(words.by, { kind: importKinds[kind].label, who: it.who, at: moment(it.at) })}</p>}
      {it ? (
        one.error && (
          <p className="callout bad" role="alert">
            {one.error}
          </p>
        )
      ) : (
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
            const sent = await one.choose(kind, file);
            if (sent) location.assign(importPath(kind, sent.id));
          }}
        />
      )}
      {one.sent !== null && <Progress label={importing.uploading} done={one.sent} total={1} />}
      {into && (
        <p className="callout warn">
          {into.value ? t(catalogImport.into, { edition: into.value }) : catalogImport.where}
        </p>
      )}
      <ImportSteps one={one} />
    </section>
  );
}
