import { useEffect, useState } from 'react';
import { integer } from '#domain/italian.ts';
import type { Batch } from '#domain/priced-calls.ts';
import { moment, t } from '#site/lib/intl.ts';
import { undoing as words } from '#site/messages/it/undoing.ts';
import type { RecordCalls } from './calls.ts';
import { undoBatch } from './undo.ts';

/** The last changes of many records of this list, each with the way back as long as it is kept. */
export function Batches({
  calls,
  again,
}: {
  calls: Pick<RecordCalls<never, never>, 'batches' | 'undo'>;
  /** Reads the list again. */
  again: () => void;
}) {
  const [rows, setRows] = useState<readonly Batch[]>([]);
  const [busy, setBusy] = useState(false);
  const load = () => calls.batches!().then(setRows, console.info);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the dialog opens
  useEffect(() => void load(), []);
  if (rows.length === 0) return null;
  const nameOf = ({ what, count }: Batch) => t(words[what], { n: integer(count) });
  return (
    <details className="batches">
      <summary>{words.title}</summary>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span className="grow">
              {nameOf(row)}{' '}
              <small>
                {[moment(row.at), row.who, row.undoneAt && t(words.undone, { at: moment(row.undoneAt) })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
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
