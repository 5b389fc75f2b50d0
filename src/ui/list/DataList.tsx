import {
  lazy,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { MOST_AT_ONCE } from '#domain/record/list.ts';
import { integer } from '#domain/italian.ts';
import { counted, t } from '#site/lib/intl.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { EmptyState } from '../Bits.tsx';
import { OnDemand } from '../OnDemand.tsx';
import type { BoardProps } from './Board.tsx';
import { BulkBar } from './bulk/BulkBar.tsx';
import {
  hrefOf,
  type Action,
  type Editing,
  type ListData,
  type ListPage,
  type ListSpec,
  type Row,
} from './table/columns.ts';
import { moveInTable, rove } from './load/keys.ts';
import { Legend } from './head/Legend.tsx';
import { ListFilters } from './head/ListFilters.tsx';
import { ListFoot } from './head/ListFoot.tsx';
import { ListHead } from './head/ListHead.tsx';
import { ListTable } from './table/ListTable.tsx';
import { ListViews } from './head/ListViews.tsx';
import { addedUp, isNarrowed, readState, sumsOf, type ListState } from './load/state.ts';
import { useColumns } from './table/useColumns.ts';
import { useGrid } from './table/useGrid.ts';
import { useList, type ListFailure } from './load/useList.ts';
import { usePrinting } from './load/usePrinting.ts';
import { useWide } from './load/useWide.ts';
import './list.css';
import './table/table.css';

const RowMenu = lazy(() => import('./table/RowMenu.tsx'));

export interface ListProps<R extends Row> {
  spec: ListSpec;
  data: ListData;
  /** Runs in place of following the row's link. */
  onOpen?: (row: R) => void;
  onCreate?: () => void;
  /** The actions of a row, asked for when its menu opens. */
  rowActions?: (row: R) => Action[] | Promise<Action[]>;
  /** The actions on chosen rows; rows have checkboxes only when it is given. */
  bulk?: (rows: R[]) => Action[];
  /** Which cells of the grid can be edited, and how. */
  editing?: Editing<R>;
  /** The rows as cards in a column for each state. */
  board?: ComponentType<BoardProps>;
  /** Further buttons before the primary action. */
  children?: ReactNode;
  /** The list reads its rows again when this number rises. */
  refresh?: number;
  /** The row whose record is open beside the list. */
  opened?: number | undefined;
}

type List = ReturnType<typeof useList>;

/** The chosen rows, including those that are not drawn. */
function useChosen({ grid, fetchAll }: List) {
  const [selected, setSelected] = useState<ReadonlyMap<number, Row>>(new Map());
  const select = (rows: readonly Row[], chosen: boolean) => {
    setSelected((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (chosen) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });
  };
  const deselect = () => {
    setSelected(new Map());
    grid.current?.clearSelection();
  };
  const selectAll = async () => {
    const all = await fetchAll();
    if (!all) return;
    select(all, true);
    grid.current?.select(all);
  };
  return { selected, setSelected, select, deselect, selectAll };
}

/** One click handler serves table, cards and grid: links and rows open, heads sort, dots show the row's actions. */
function useClicks<R extends Row>(
  { page, grid }: List,
  { spec, onOpen }: ListProps<R>,
  does: {
    go: (state: ListState) => void;
    open: (row: Row, newTab: boolean) => void;
    showMenu: (at: HTMLElement, row: Row) => Promise<void>;
  },
) {
  const known = useRef(new Map<number, Row>());
  useLayoutEffect(() => {
    for (const row of page.rows) known.current.set(row.id, row);
  }, [page.rows]);
  const rowOf = (id: number): Row | undefined => grid.current?.row(id) ?? known.current.get(id);

  return (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const more = target.closest<HTMLElement>('[data-menu]');
    const near = target.closest<HTMLElement>('[data-id], [row-id]');
    const row = rowOf(Number(more?.dataset.menu ?? near?.dataset.id ?? near?.getAttribute('row-id')));
    if (more && row) return void does.showMenu(more, row);
    const link = target.closest('a');
    const newTab = event.ctrlKey || event.metaKey;
    if (link?.dataset.sort && !newTab) {
      event.preventDefault();
      return does.go(readState(spec, new URL(link.href).search));
    }
    if (!row || target.closest('button, input, label, select, .ag-selection-checkbox, .editable')) return;
    if (link && (newTab || event.shiftKey || !onOpen || link.protocol === 'tel:')) return;
    event.preventDefault();
    // Dragging over a row selects its text and must not open it.
    if (!String(getSelection())) does.open(row, newTab);
  };
}

/** The state of the list page and its events, for table, cards and grid alike. */
function useListPage<R extends Row>(props: ListProps<R>) {
  const { spec, data, onOpen, rowActions, bulk, editing, refresh = 0 } = props;
  const list = useList(spec, data);
  const { state, page, grid } = list;
  const wide = useWide();
  const offered = (state.mode !== 'grid' || wide) && (state.mode !== 'board' || props.board);
  const mode = offered ? state.mode : 'table';
  const arranged = useColumns(spec, state.columns);
  const chosen = useChosen(list);
  const [menu, setMenu] = useState<{ at: HTMLElement; actions: Action[] } | null>(null);

  const open = (row: Row, newTab = false) => {
    if (newTab) window.open(hrefOf(spec, row), '_blank');
    else if (onOpen) onOpen(row as R);
    else location.assign(hrefOf(spec, row));
  };
  const table = useRef<HTMLDivElement>(null);
  const drawn = useGrid(
    spec,
    grid,
    { state, page, wanted: mode === 'grid' && page.total > 0 },
    {
      columns: arranged.columns,
      selected: chosen.selected,
      selectable: bulk !== undefined,
      menu: rowActions !== undefined,
      fetch: list.fetchBlock,
      editing: editing as Editing | undefined,
      onSelect: chosen.select,
      onOpen: open,
      onColumns: arranged.move,
      onChanged: list.put,
    },
  );
  const go = (next: ListState) => {
    chosen.setSelected(new Map());
    list.go(drawn.shown ? { ...next, offset: 0 } : next);
  };
  useEffect(() => {
    if (!refresh) return;
    // The chosen rows may have changed or gone.
    chosen.deselect();
    void list.show(state, { recount: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a refresh is the only cause
  }, [refresh]);

  useLayoutEffect(() => rove(table.current, null), [page.rows]);

  const showMenu = async (at: HTMLElement, row: Row) => setMenu({ at, actions: (await rowActions?.(row as R)) ?? [] });

  const onClick = useClicks(list, props, { go, open, showMenu });
  return { list, mode, arranged, chosen, table, drawn, go, onClick, menu, closeMenu: () => setMenu(null) };
}

/**
 * A list. The server renders the first page as a table that works without scripts. The island keeps that table and
 * adds search, filters, views, columns, keys and bulk actions; people who choose the grid get it in place of the
 * table.
 */
export function DataList<R extends Row>(props: ListProps<R>) {
  const { spec, data, onCreate, bulk, children, board } = props;
  const view = useListPage(props);
  const { list, mode, arranged, chosen, table, drawn, go, menu, closeMenu } = view;
  const { state, page } = list;
  const { columns, shown, ...keep } = arranged;
  const { printing, rows: printed, print } = usePrinting(list);
  const printedRows = (printed ?? page.rows).length;
  // The server renders the table: it reads no lazy part.
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(board !== undefined), [board]);
  const onBoard = awake && mode === 'board' && !printing;

  return (
    <div className={mode === 'cards' && !printing ? 'list-page cards' : 'list-page'} aria-busy={list.busy}>
      <ListHead
        spec={spec}
        state={state}
        mode={mode}
        board={board !== undefined}
        columns={columns}
        onCreate={onCreate}
        page={page}
        onGo={go}
        onColumns={(next) =>
          // A saved view names its columns in the address: changes go there, and the person's own columns stay as
          // they are.
          state.columns
            ? go({ ...state, columns: next.flatMap(({ key, hidden }) => (hidden ? [] : [key])).join(',') })
            : keep.choose(next)
        }
        onReset={() => (state.columns ? go({ ...state, columns: '' }) : keep.reset())}
        onPrint={print}
      >
        {children}
      </ListHead>
      <ListViews
        spec={spec}
        state={state}
        data={data}
        counts={list.counts}
        page={page}
        columns={shown.map(({ key }) => key)}
        onGo={go}
      />
      <div className="list-tools">
        <ListFilters spec={spec} state={state} counts={list.counts} onGo={go} />
        <Legend legend={spec.legend} shown={shown} />
        {bulk && <Chosen spec={spec} page={page} chosen={chosen} bulk={bulk} />}
      </div>
      {list.failed && <Failed {...list.failed} onRetry={() => void list.show(state)} />}
      {printing && list.loading && <p>{words.printedOld}</p>}
      {printing && printedRows < page.total && (
        <p>
          {t(printed ? words.printedMost : words.printedPage, {
            n: integer(printedRows),
            total: counted(page.total, page.isExact),
          })}
        </p>
      )}
      <Body
        props={props}
        view={view}
        printing={printing}
        rows={printed ?? page.rows}
        onBoard={onBoard}
        onClear={() => go({ ...state, q: '', filters: {}, columns: '', offset: 0 })}
      />
      <ListFoot
        spec={spec}
        state={state}
        page={page}
        endless={drawn.shown || onBoard}
        below={onBoard ? [] : shown.flatMap(({ key }) => (spec.totals?.columns.includes(key) ? [key] : []))}
        onGo={(next) => {
          table.current?.scrollTo(0, 0);
          go(next);
        }}
      />
      <OnDemand>{menu && <RowMenu {...menu} onClose={closeMenu} />}</OnDemand>
    </div>
  );
}

/** The rows: as a table, as a board, or in the grid. `rows`: those of the page, or all that are printed. */
function Body<R extends Row>({
  props: { spec, bulk, rowActions, board: Board, opened },
  view: { list, arranged, chosen, table, drawn, onClick },
  printing,
  rows,
  onBoard,
  onClear,
}: {
  props: ListProps<R>;
  view: ReturnType<typeof useListPage<R>>;
  printing: boolean;
  rows: Row[];
  onBoard: boolean;
  onClear: () => void;
}) {
  const { state, page } = list;
  const { Grid, props: gridProps, shown: inGrid } = drawn;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- it only hears what links, cells and buttons inside do
    <div
      className="card list-box"
      onClick={onClick}
      onKeyDown={moveInTable}
      onFocus={({ target }) => {
        const row = target.closest('tr[data-id]');
        if (row) rove(table.current, row);
      }}
    >
      {onBoard && Board && (
        <OnDemand>
          <Board spec={spec} state={state} page={page} rowActions={rowActions as BoardProps['rowActions']} />
        </OnDemand>
      )}
      {(!inGrid || printing) && !onBoard && (
        <div className="list-scroll" ref={table} tabIndex={-1}>
          {page.total > 0 ? (
            <ListTable
              spec={spec}
              state={state}
              page={{ ...page, rows }}
              columns={arranged.shown}
              selected={bulk ? chosen.selected : null}
              opened={opened}
              menu={rowActions !== undefined}
              onSelect={chosen.select}
            />
          ) : (
            <Empty spec={spec} narrowed={isNarrowed(state)} onClear={onClear} />
          )}
        </div>
      )}
      <div className={inGrid ? 'list-grid' : 'list-grid waiting'}>{Grid && gridProps && <Grid {...gridProps} />}</div>
    </div>
  );
}

/** The bar and dialogs for the chosen rows. */
function Chosen<R extends Row>({
  spec,
  page,
  chosen: { selected, selectAll, deselect },
  bulk,
}: {
  spec: ListSpec;
  page: ListPage;
  chosen: ReturnType<typeof useChosen>;
  bulk: (rows: R[]) => Action[];
}) {
  if (selected.size === 0) return null;
  const wholePage = selected.size < Math.min(page.total, MOST_AT_ONCE) && page.rows.every(({ id }) => selected.has(id));
  return (
    <BulkBar
      count={selected.size}
      sums={spec.totals ? sumsOf(spec, addedUp(spec, [...selected.values()])) : []}
      total={page.total}
      onAll={wholePage ? () => void selectAll() : null}
      actions={bulk([...selected.values()] as R[])}
      onDeselect={deselect}
    />
  );
}

function Failed({ message, status, requestId, onRetry }: ListFailure & { onRetry: () => void }) {
  return (
    <div className="callout bad" role="alert">
      <p className="grow">
        {message}
        {status !== null && (
          <small>
            {' '}
            {t(words.code, { status })}
            {requestId && ` · ${t(words.request, { id: requestId })}`}
          </small>
        )}
      </p>
      <button type="button" className="btn small" onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}

/** `narrowed`: filters may be the reason for the empty list. */
function Empty({ spec, narrowed, onClear }: { spec: ListSpec; narrowed: boolean; onClear: () => void }) {
  return (
    <EmptyState
      text={narrowed ? words.noMatch : spec.empty}
      action={
        narrowed ? (
          <button type="button" className="btn" onClick={onClear}>
            {words.clear}
          </button>
        ) : (
          spec.create && (
            <a className="btn primary" href={spec.create.href}>
              {spec.create.label}
            </a>
          )
        )
      }
    />
  );
}
