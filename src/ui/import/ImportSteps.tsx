import { integer } from '#domain/italian.ts';
import type { ImportDetails } from '#domain/imports/schema.ts';
import { isAtWork } from '#domain/imports/terms.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { Progress } from './ImportBits.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportErrors } from './ImportErrors.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import type { Import } from './useImport.ts';
import './import.css';

/** Number of unread columns shown by name; further ones are counted. */
const MOST_NAMED = 8;

/** The state of the import, in a sentence or two. */
function told(it: ImportDetails): string {
  const counts = { created: integer(it.created), updated: integer(it.updated), errors: integer(it.refused) };
  const same = it.unchanged > 0 && t(words.same, { n: integer(it.unchanged) });
  switch (it.state) {
    case 'mapping': {
      const key = it.keys.find(({ field }) => field === it.match) ?? it.keys[0]!;
      return t(words.mapping, { key: key.label });
    }
    case 'ready': {
      const archived = it.archived > 0 && t(words.archived, { n: integer(it.archived) });
      const isNothing = it.created + it.updated + it.unchanged + it.refused === 0;
      return [isNothing ? words.nothing : t(words.report, counts), same, archived].filter(Boolean).join(' ');
    }
    case 'undone':
      return t(words.undone, { restored: integer(it.restored), removed: integer(it.removed), kept: integer(it.kept) });
    default:
      return [t(words.done, counts), same].filter(Boolean).join(' ');
  }
}

/** One import: its progress, its columns, its planned or finished changes, and the rows to correct. */
export function ImportSteps({ it, busy, sent, map }: Pick<Import, 'it' | 'busy' | 'sent' | 'map'>) {
  if (!it) return sent === null ? null : <Progress label={words.uploading} done={sent} total={1} />;
  const { state, columns, errors, changes } = it;
  const isWorking = isAtWork(state);
  const ignored = columns.filter(({ head, field }) => head && !field).map(({ head }) => head);
  return (
    <div className="import-steps">
      {isWorking ? (
        <>
          <Progress
            label={words[state as 'checking' | 'running' | 'undoing']}
            done={it.done}
            total={state === 'undoing' ? it.created + it.updated : it.total}
          />
          <p className="muted">{words.goesOn}</p>
        </>
      ) : (
        <p role="status">{told(it)}</p>
      )}
      {ignored.length > 0 && state !== 'undone' && (
        <p className="callout warn" role="status">
          {t(words.ignored, { columns: ignored.slice(0, MOST_NAMED).join(', ') })}
          {ignored.length > MOST_NAMED && ` ${t(words.ignoredMore, { n: ignored.length - MOST_NAMED })}`}
        </p>
      )}
      {columns.length > 0 && <ImportColumns it={it} busy={busy} map={(body) => void map(body)} />}
      {errors.length > 0 && <ImportErrors it={it} />}
      {changes.length > 0 && <ImportPreview rows={changes} more={it.created + it.updated - changes.length} />}
    </div>
  );
}
