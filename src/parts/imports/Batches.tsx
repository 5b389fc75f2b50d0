import { useEffect, useState } from 'react';
import type { ImportRow } from '#domain/imports/schema.ts';
import type { ImportKind } from '#domain/imports/kinds.ts';
import { importStates } from '#domain/imports/terms.ts';
import { integer } from '#domain/italian.ts';
import type { Batch } from '#domain/record/priced-calls.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { undoing as words } from '#site/messages/it/lists.ts';
import type { RecordCalls } from '#site/ui/list/record/calls.ts';
import { undoBatch } from '#site/ui/list/bulk/undo.ts';

const MOST = 10;

/** The last bulk changes of this list. Each can be undone as long as the server keeps it. */
export function Batches({
  calls,
  kind,
  again,
  onOpen,
}: {
  calls: Pick<RecordCalls<never, never>, 'batches' | 'undo'>;
  kind: ImportKind;
  /** Reads the list again. */
  again: () => void;
  /** Shows an import, whose own dialog takes it back. */
  onOpen: (id: number) => void;
}) {
  const [rows, setRows] = useState<readonly Batch[]>([]);
  const [imports, setImports] = useState<readonly ImportRow[]>([]);
  const [busy, setBusy] = useState(false);
  const load = () => calls.batches?.().then(setRows, console.info);
  useEffect(() => {
    void load();
    void call('GET /imports', { query: { kind } }).then(setImports, console.info);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the dialog opens
  }, []);
  if (rows.length + imports.length === 0) return null;
  const nameOf = ({ what, count }: Batch) => t(words[what], { n: integer(count) });
  const line = (name: string, rest: (string | null | false)[]) => (
    <span className="grow">
      {name} <small>{rest.filter(Boolean).join(' · ')}</small>
    </span>
  );
  return (
    <details className="batches">
      <summary>{words.title}</summary>
      <ul>
        {imports.slice(0, MOST).map(({ id, name, state, at, who }) => (
          <li key={`import ${id}`}>
            {line(name, [importStates[state].label, moment(at), who])}
            <button
              type="button"
              className="btn small"
              aria-label={t(words.openOf, { name, at: moment(at) })}
              onClick={() => onOpen(id)}
            >
              {words.open}
            </button>
          </li>
        ))}
        {rows.map((row) => (
          <li key={row.id}>
            {line(nameOf(row), [
              moment(row.at),
              row.who,
              row.undoneAt && t(words.undone, { at: moment(row.undoneAt) }),
            ])}
            {!row.undoneAt && (
              <button
                type="button"
                className="btn small"
                disabled={busy}
                aria-label={t(words.undoOf, { what: nameOf(row), at: moment(row.at) })}
                onClick={async () => {
                  setBusy(true);
                  await undoBatch(calls, row.id, again);
                  await load();
                  setBusy(false);
                }}
              >
                {words.undo}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
