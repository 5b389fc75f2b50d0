import { useEffect, useState } from 'react';
import type { LayoutTrial } from '#domain/layouts/schema.ts';
import type { LayoutKind } from '#domain/layouts/terms.ts';
import { t } from '#site/lib/intl.ts';
import { layouts as words } from '#site/messages/it/layouts.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { layoutCalls } from './calls.ts';

/** A real record as the saved draft prints it, page by page. */
export function Preview({
  kind,
  version,
  records,
  onTrial,
}: {
  kind: LayoutKind;
  version: number;
  records: readonly { id: number; label: string }[];
  onTrial: (trial: LayoutTrial | null) => void;
}) {
  const [record, setRecord] = useState(records[0]?.id ?? null);
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(1);
  const calls = layoutCalls[kind];
  useEffect(() => {
    if (record === null) return;
    const control = new AbortController();
    calls.trial(record, version, control.signal).then(
      (trial) => {
        onTrial(trial);
        setPages(trial.pages);
        setPage((now) => Math.min(now, trial.pages));
      },
      (error: unknown) => control.signal.aborted || console.info(error),
    );
    return () => control.abort();
  }, [calls, record, version, onTrial]);
  if (record === null) return <p className="empty">{words.noRecords}</p>;
  return (
    <>
      <header className="head">
        <label className="field grow">
          {words.tryOn}
          <select value={record} onChange={({ target }) => setRecord(Number(target.value))}>
            {records.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="icon"
          aria-label={words.previous}
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        >
          <Icon name="chevron-up" />
        </button>
        <small>{t(words.page, { n: page, pages })}</small>
        <button
          type="button"
          className="icon"
          aria-label={words.next}
          disabled={page >= pages}
          onClick={() => setPage(page + 1)}
        >
          <Icon name="chevron-down" />
        </button>
      </header>
      <img
        className="layout-page"
        src={calls.page(record, page, version)}
        alt={words.preview}
        width="595"
        height="842"
      />
    </>
  );
}
