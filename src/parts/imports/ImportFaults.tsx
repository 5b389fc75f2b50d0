import { integer } from '#domain/italian.ts';
import type { FaultGroup, ImportDetails } from '#domain/imports/schema.ts';
import { MOST_BYTES } from '#domain/imports/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { FileField } from '#site/ui/FileField.tsx';
import { Formats } from './ImportBits.tsx';
import type { Import } from './useImport.ts';

/** The rejected rows that are open: those of a group of faults, or all. */
export type Opened = Pick<FaultGroup, 'field' | 'sentence'> | 'all';
export const isOpened = (opened: Opened | null, { field, sentence }: FaultGroup): boolean =>
  opened !== null && opened !== 'all' && opened.field === field && opened.sentence === sentence;

/** What is wrong, in groups of the same fault, each of which opens; or the whole as a sheet that comes back. */
export function ImportFaults({
  it,
  one,
  opened,
  open,
}: {
  it: ImportDetails;
  one: Pick<Import, 'busy' | 'mend' | 'mendBySpreadsheet'>;
  opened: Opened | null;
  open: (group: Opened | null) => void;
}) {
  const { id, faults, refused, total } = it;
  const href = (format: 'csv' | 'xlsx') => apiPath('GET /imports/:id/errors', { params: { id }, query: { format } });
  return (
    <section className="card import-faults" aria-label={words.faults}>
      <header>
        <h2>{words.faults}</h2>
        <small>{t(words.ofRows, { n: integer(refused), total: integer(total) })}</small>
      </header>
      <ul>
        {faults.map((group) => (
          <li key={`${group.field} ${group.sentence}`}>
            <button
              type="button"
              className="import-fault"
              aria-expanded={isOpened(opened, group)}
              onClick={() => open(isOpened(opened, group) ? null : group)}
            >
              <b>{group.sentence}</b> <span className="num">{integer(group.count)}</span>
              {group.examples.length > 0 && <small className="muted">{group.examples.join(' · ')}</small>}
            </button>
          </li>
        ))}
      </ul>
      <footer>
        <button type="button" className="link" aria-expanded={opened === 'all'} onClick={() => open('all')}>
          {refused === 1 ? words.openOne : t(words.openAll, { n: integer(refused) })}
        </button>
        <button type="button" className="link" disabled={one.busy} onClick={() => void one.mend({})}>
          {words.again}
        </button>
        <small className="muted">
          {words.download} <Formats href={href} />
        </small>
        <FileField
          // Another version of the import asks for another file.
          key={it.version}
          label={words.sheet}
          name="sheet"
          accept=".csv,.txt,.xlsx,text/csv"
          mostBytes={MOST_BYTES}
          tooLarge={words.tooLarge}
          readOnly={one.busy}
          onChange={(file) => void (file && one.mendBySpreadsheet(file))}
        />
      </footer>
    </section>
  );
}
