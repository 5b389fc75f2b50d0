import { integer } from '#domain/italian.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { counted, t } from '#site/lib/intl.ts';
import type { ListPage, ListSpec } from '../table/columns.ts';
import { SumText } from './SumText.tsx';
import { isNarrowed, PAGE, reachable, searchOf, sumsOf, type ListState } from '../load/state.ts';

/**
 * The place in the list, the sums of its rows, and links to the pages around; in the grid, scrolling replaces the
 * links.
 */
export function ListFoot({
  spec,
  state,
  page,
  endless,
  onGo,
}: {
  spec: ListSpec;
  state: ListState;
  page: ListPage;
  endless: boolean;
  onGo: (state: ListState) => void;
}) {
  const { total } = page;
  const reach = reachable(total);
  const last = Math.min(state.offset + PAGE, reach);
  const whole = endless || total <= PAGE;
  const pager = (offset: number, label: string) => (
    <a
      className="btn small"
      href={searchOf(spec, { ...state, offset })}
      onClick={(event) => {
        event.preventDefault();
        onGo({ ...state, offset });
      }}
    >
      {label}
    </a>
  );
  return (
    <nav className="list-foot" aria-label={words.pages}>
      <span className="muted">
        {!whole && `${t(words.range, { from: integer(state.offset + 1), to: integer(last) })} `}
        {t(words.all, { total: counted(total), noun: spec.noun[total === 1 ? 0 : 1] })}
        {isNarrowed(state) ? ` ${words.narrowed}` : spec.without && ` (${spec.without})`}
        {total > 0 && sumsOf(spec, page.sums).map((sums) => <SumText key={sums.head} sums={sums} />)}
      </span>
      <span className="grow" />
      {!whole && state.offset > 0 && pager(Math.max(0, state.offset - PAGE), words.previous)}
      {!whole && last < reach && pager(state.offset + PAGE, words.next)}
    </nav>
  );
}
