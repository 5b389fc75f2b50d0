import { integer } from '#domain/italian.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';

/** The progress of the current step. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <div className="import-progress">
      <label>
        {label}
        <progress value={done} max={Math.max(1, total)} />
      </label>
      {total > 1 && <small className="num">{t(words.progress, { done: integer(done), total: integer(total) })}</small>}
    </div>
  );
}

/** Links to the same spreadsheet in both formats. */
export function Formats({ href }: { href: (format: 'csv' | 'xlsx') => string }) {
  return (
    <>
      <a href={href('xlsx')} download>
        XLSX
      </a>
      {' · '}
      <a href={href('csv')} download>
        CSV
      </a>
    </>
  );
}

/** Links to empty spreadsheets with the columns of this kind. */
export function Templates({ kind }: { kind: ImportKind }) {
  return (
    <>
      {words.template}: <Formats href={(format) => apiPath('GET /imports/template', { query: { kind, format } })} />
    </>
  );
}
