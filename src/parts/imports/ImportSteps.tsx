import { useState } from 'react';
import { integer } from '#domain/italian.ts';
import type { ImportDetails } from '#domain/imports/schema.ts';
import { importPath, isAtWork } from '#domain/imports/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { Progress } from './ImportBits.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportCourse } from './ImportCourse.tsx';
import { ImportFaults, type Opened } from './ImportFaults.tsx';
import { ImportFixes } from './ImportFixes.tsx';
import { ImportHeading } from './ImportHeading.tsx';
import { ImportKeys } from './ImportKeys.tsx';
import { ImportMend } from './ImportMend.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { ImportDefaults, ImportValues } from './ImportValues.tsx';
import { openIn } from './open-values.ts';
import type { Import } from './useImport.ts';
import './import.css';

/** The state of the import, in a sentence or two. */
function told(it: ImportDetails): string {
  const counts = { created: integer(it.created), updated: integer(it.updated), errors: integer(it.refused) };
  const same = it.unchanged > 0 && t(words.unchanged, { n: integer(it.unchanged) });
  const joined = it.joined > 0 && t(words.joined, { n: integer(it.joined) });
  const open = openIn(it);
  const undecided = open.values > 0 && t(words.undecided, { rows: integer(open.rows), n: integer(open.values) });
  switch (it.state) {
    case 'mapping':
      return undecided || words.readyToCheck;
    case 'ready': {
      const archived = it.archived > 0 && t(words.archived, { n: integer(it.archived) });
      const asked = open.values > 0 && t(words.asked, { rows: integer(open.rows), n: integer(open.values) });
      const isNothing = it.created + it.updated + it.unchanged + it.refused === 0;
      return [isNothing ? words.nothing : t(words.report, counts), same, joined, archived, asked]
        .filter(Boolean)
        .join(' ');
    }
    case 'undone':
      return t(words.undone, { restored: integer(it.restored), removed: integer(it.removed), kept: integer(it.kept) });
    default:
      return [t(words.done, counts), same, joined].filter(Boolean).join(' ');
  }
}

/** One import: its columns and values, its planned or finished changes, and the rows to correct. */
export function ImportSteps({ one }: { one: Import }) {
  const { it, busy, sent, map, chooseList, say, mend } = one;
  /** Undefined: nobody opened or closed anything yet. */
  const [chosen, setOpened] = useState<Opened | null>();
  if (!it) return sent === null ? null : <Progress label={words.uploading} done={sent} total={1} />;
  const { state, faults, changes, twin } = it;
  const isOpen = state === 'mapping' || state === 'ready';
  const tell = (body: Parameters<typeof say>[0]) => void say(body);
  // What is left over of a finished import lies open.
  const opened = chosen === undefined && state === 'done' ? 'all' : (chosen ?? null);
  const columns = (
    <div className="import-left">
      <ImportHeading it={it} busy={busy} choose={(body) => void chooseList(body)} />
      <ImportColumns it={it} busy={busy} map={(body) => void map(body)} />
    </div>
  );
  return (
    <div className="import-steps">
      <ImportCourse it={it} />
      {isAtWork(state) ? (
        <div>
          <Progress
            label={words[state as 'checking' | 'running' | 'undoing']}
            done={it.done}
            total={state === 'undoing' ? it.created + it.updated : it.total}
          />
          <p className="muted">{words.goesOn}</p>
        </div>
      ) : (
        <p role="status">{told(it)}</p>
      )}
      {twin && (
        <p className="callout warn">
          {t(words.twin, { at: moment(twin.at), who: twin.who })}{' '}
          <a href={importPath(it.kind, twin.id)}>{words.seeTwin}</a>
        </p>
      )}
      {/* On a narrow screen what is wrong comes first, and the columns come first until they are checked. */}
      <div className="import-reading" data-open={isOpen || undefined}>
        {faults.length > 0 && (
          <div className="import-side">
            <ImportFaults it={it} one={one} opened={opened} open={setOpened} />
          </div>
        )}
        {state === 'mapping' && columns}
        <div className="import-middle">
          {faults.length > 0 && opened && (
            <ImportMend
              key={`${it.version} ${opened === 'all' ? '' : `${opened.field} ${opened.sentence}`}`}
              it={it}
              opened={opened}
              isWanted={chosen !== undefined}
              busy={busy}
              mend={(body) => void mend(body)}
              onClose={() => setOpened(null)}
            />
          )}
          {changes.length > 0 && <ImportPreview rows={changes} more={it.created + it.updated - changes.length} />}
          {isOpen && (
            <>
              <ImportValues it={it} busy={busy} say={tell} />
              <ImportDefaults it={it} busy={busy} say={tell} />
            </>
          )}
        </div>
        {state === 'ready' && columns}
        {isOpen && (
          <div className="import-more">
            <ImportFixes it={it} busy={busy} say={tell} />
            <ImportKeys it={it} busy={busy} map={(body) => void map(body)} />
          </div>
        )}
      </div>
    </div>
  );
}
