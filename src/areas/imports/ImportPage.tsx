import type { ImportDetails } from '#domain/imports/schema.ts';
import { importKinds, importStates, mayStep } from '#domain/imports/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { importedContracts, imports as words } from '#site/messages/it/imports.ts';
import { ImportActions } from '#site/parts/imports/ImportActions.tsx';
import { ImportSteps } from '#site/parts/imports/ImportSteps.tsx';
import { useImport } from '#site/parts/imports/useImport.ts';
import { RemoveImport } from './RemoveImport.tsx';

/** The page of one import: its preview, its progress, its result, and the undo. */
export function ImportPage({ record }: { record: ImportDetails }) {
  const one = useImport(record);
  const it = one.it ?? record;
  const { label, path } = importKinds[it.kind];
  const { tone, label: state } = importStates[it.state];
  return (
    <div className="page">
      <div className="head">
        <h1 className="grow">{it.name}</h1>
        <span className={`badge b-${tone}`}>{state}</span>
        {it.kind === 'contracts' && it.state !== 'mapping' && (
          <a className="btn" href={`/dealer/imports/contracts?import=${it.id}`}>
            {importedContracts.results}
          </a>
        )}
        {it.state === 'done' && (
          <a className="btn" href={path}>
            {words.list}
          </a>
        )}
        {mayStep('remove', it.state) && <RemoveImport busy={one.busy} remove={one.remove} />}
        <ImportActions one={one} />
      </div>
      <p className="muted">{t(words.by, { kind: label, who: it.who, at: moment(it.at) })}</p>
      {one.error && (
        <p className="callout bad" role="alert">
          {one.error}
        </p>
      )}
      <ImportSteps one={one} />
    </div>
  );
}
