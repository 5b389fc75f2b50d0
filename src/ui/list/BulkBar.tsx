import { lists as words } from '#site/messages/it/lists.ts';
import { integer, t } from '#site/lib/intl.ts';
import type { Action } from './RowMenu.tsx';

/** Over the filters while rows are chosen: how many, and what can be done with them. */
export function BulkBar({
  count,
  actions,
  onDeselect,
}: {
  count: number;
  actions: readonly Action[];
  onDeselect: () => void;
}) {
  const label = t(words.selected, { n: integer(count) });
  return (
    <div className="bulk" role="toolbar" aria-label={label}>
      <b role="status">{label}</b>
      {actions.map(({ label: verb, run, danger }) => (
        <button key={verb} type="button" className={danger ? 'btn danger' : 'btn'} onClick={run}>
          {verb}
        </button>
      ))}
      <button type="button" className="btn ghost" onClick={onDeselect}>
        {words.deselect}
      </button>
    </div>
  );
}
