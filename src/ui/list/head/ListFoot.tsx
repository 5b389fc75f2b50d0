import { integer } from '#domain/italian.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { counted, t } from '#site/lib/intl.ts';
import type { ListPage, ListSpec } from '../table/columns.ts';
import { SumText } from './SumText.tsx';
import { SumTable } from './SumTable.tsx';
import { isNarrowed, notSummed, PAGE, reachable, searchOf, sumsOf, type ListState } from '../load/state.ts';

/**
 * The place in the list, the sums of its rows, and links to the pages around; in the grid, scrolling replaces the
 * links.
 */
export function ListFoot({
  spec,
  state,
  page,
  endless,
  below,
  onGo,
}: {
  spec: ListSpec;
  state: ListState;
  page: ListPage;
  endless: boolean;
  /** The columns below which the sums of one state stand already. */
  below: readonly string[];
  onGo: (state: ListState) => void;
}) {
  const { total } = page;
  const reach = reachable(page);
  const last = state.offset + page.rows.length;
  const sums = sumsOf(spec, page.sums);
  const tooMany = notSummed(spec, page.sums);
  const whole = endless || total <= PAGE;
  const isCut = reach < total && (endless || last >= reach);
  const pager = (offset: number, label: string) => (
    <a
      className="btn small"
      href={searchOf(spec, { ...state, offset }, page.isExact)}
      onClick={(event) => {
        event.preventDefault();
        onGo({ ...state, offset });
      }}
    >
      {label}
    </a>
  );
  return (
    <>
      {sums.length > 1 && <SumTable sums={sums} />}
      <nav className="list-foot" aria-label={words.pages}>
        <span className="muted">
          {!whole && `${t(words.range, { from: integer(state.offset + 1), to: integer(last) })} `}
          {t(words.all, { total: counted(total, page.isExact), noun: spec.noun[total === 1 ? 0 : 1] })}
          {isNarrowed(state) ? ` ${words.narrowed}` : spec.without && ` (${spec.without})`}
          {isCut && <span className="sum">{t(words.cut, { n: integer(reach) })}</span>}
          {tooMany && <span className="sum">{tooMany}</span>}
          {sums.length === 1 && (
            <span className={sums[0]!.figures.every(({ key }) => below.includes(key)) ? 'below' : undefined}>
              <SumText sums={sums[0]!} below={below} />
            </span>
          )}
        </span>
        <span className="grow" />
        {!whole && state.offset > 0 && pager(Math.max(0, state.offset - PAGE), words.previous)}
        {!whole && last < reach && pager(state.offset + PAGE, words.next)}
      </nav>
    </>
  );
}
