import { integer } from '#domain/italian.ts';
import { MOST_AT_ONCE } from '#domain/record/list.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { t } from '#site/lib/intl.ts';
import type { Action } from '../table/columns.ts';
import type { StateSums } from '../load/state.ts';
import { SumText } from '../head/SumText.tsx';

/** Replaces the filters while rows are chosen: it shows their number and the actions on them. */
export function BulkBar({
  count,
  sums,
  total,
  onAll,
  actions,
  onDeselect,
}: {
  count: number;
  /** The sums of the chosen rows. */
  sums: readonly StateSums[];
  /**
   * The number of rows of the filter, and how to choose them all; null when all rows are chosen, or not the whole
   * page.
   */
  total: number;
  onAll: (() => void) | null;
  actions: readonly Action[];
  onDeselect: () => void;
}) {
  const label = t(words.selected, { n: integer(count) });
  return (
    <div className="bulk" role="toolbar" aria-label={label}>
      <b role="status">
        {label}
        {sums.map((one) => (
          <SumText key={one.state} sums={one} />
        ))}
      </b>
      {onAll && (
        <button type="button" className="btn ghost" onClick={onAll}>
          {total > MOST_AT_ONCE
            ? t(words.selectMost, { n: integer(MOST_AT_ONCE) })
            : t(words.selectAll, { n: integer(total) })}
        </button>
      )}
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
