/** AG Grid, which nothing else knows but grid-columns.tsx. It is loaded for who chooses it: cells that can be changed, pinned columns, endless scroll. */
import {
  CellStyleModule,
  ColumnApiModule,
  CustomEditorModule,
  InfiniteRowModelModule,
  LocaleModule,
  ModuleRegistry,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  TextEditorModule,
  type ColumnState,
  type GridApi,
  type IDatasource,
} from 'ag-grid-community';
import { AgGridReact, type AgGridReactProps } from 'ag-grid-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { COUNT_LIMIT } from '#domain/list.ts';
import { grid as own, lists as words } from '#site/messages/it/lists.ts';
import type { Column, Editing, ListPage, ListSpec, Row } from './columns.ts';
import { editor, onUndoKey, UNREADABLE } from './editing.ts';
import { definitions, theme } from './grid-columns.tsx';
import { MENU_WIDTH, SELECT_WIDTH } from './ListTable.tsx';
import { PAGE, reachable, type ListState } from './state.ts';

ModuleRegistry.registerModules([
  CellStyleModule,
  ColumnApiModule,
  CustomEditorModule,
  InfiniteRowModelModule,
  LocaleModule,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  TextEditorModule,
]);

export interface GridProps {
  spec: ListSpec;
  columns: readonly Column[];
  /** Rows and sums already on the page: the first block is not asked again. */
  first: ListPage;
  state: ListState;
  selectable: boolean;
  menu: boolean;
  selected: ReadonlyMap<number, Row>;
  /** A block of rows in the grid's order; failures are told by the list. */
  fetch: (offset: number, sort: Pick<ListState, 'sort' | 'dir'>) => Promise<ListPage>;
  onSelect: (rows: Row[], chosen: boolean) => void;
  onOpen: (row: Row) => void;
  /** The person moved, resized or pinned columns: all of them, in order. */
  onColumns: (columns: { key: string; width: number; pinned: boolean }[]) => void;
  /** What may be changed in cells. */
  editing: Editing | undefined;
  /** A row was changed in its place. */
  onChanged: (row: Row) => void;
  /** What the list does to the grid, while there is one. */
  onHandle: (handle: GridHandle | null) => void;
  /** Rows are drawn. */
  onReady: () => void;
}

export interface GridHandle {
  /** Show another state, whose first page is at hand. */
  show: (page: ListPage, state: ListState) => void;
  setColumns: (columns: readonly Column[]) => void;
  row: (id: number) => Row | undefined;
  /** Choose these rows, as far as they are drawn; others are when they come. */
  select: (rows: readonly Row[]) => void;
  clearSelection: () => void;
}

/** Pixels of a length token: the grid wants numbers. */
const pixels = (token: string) => parseInt(getComputedStyle(document.documentElement).getPropertyValue(token), 10);

export default function Grid(props: GridProps) {
  // Made once: options that change by every render would be set on the grid by every render.
  const [{ options, host, undo }] = useState(() => wire(props));
  useLayoutEffect(() => void Object.assign(host, props));
  useLayoutEffect(() => () => host.onHandle(null), [host]);
  useEffect(() => onUndoKey(undo), [undo]);
  return <AgGridReact<Row> {...options} />;
}

/** What every grid is alike in. */
const steady: AgGridReactProps<Row> = {
  theme,
  // Below our own layers, so that list.css has the last word.
  themeCssLayer: 'base',
  icons: { sortAscending: '<span>↑</span>', sortDescending: '<span>↓</span>' },
  ensureDomOrder: true,
  defaultColDef: { resizable: true, suppressHeaderMenuButton: true, cellDataType: false },
  // Cells keep what is saved; what is typed waits beside it until the server has answered.
  readOnlyEdit: true,
  stopEditingWhenCellsLoseFocus: true,
  enterNavigatesVerticallyAfterEdit: true,
  rowModelType: 'infinite',
  cacheBlockSize: PAGE,
  maxConcurrentDatasourceRequests: 2,
  maxBlocksInCache: 20,
  blockLoadDebounceMillis: 60,
  getRowId: ({ data }) => String(data.id),
  // With its line as high as the table's head.
  headerHeight: 33,
  animateRows: false,
  suppressDragLeaveHidesColumns: true,
  suppressMultiSort: true,
  sortingOrder: ['asc', 'desc'],
  overlayNoRowsTemplate: ' ',
};
const localeText = {
  loadingOoo: own.loading,
  loadingError: words.failed,
  ariaRowToggleSelection: own.toggleRow,
  ariaRowSelect: own.toggleRow,
  ariaRowDeselect: own.deselectRow,
  ariaSortableColumn: own.sortColumn,
  ariaHeaderSelection: own.selection,
};

/** Checkboxes at the left, pinned as soon as anything is. */
const selection = (columns: readonly Column[]): AgGridReactProps<Row> => ({
  rowSelection: { mode: 'multiRow', headerCheckbox: false, enableClickSelection: false },
  selectionColumnDef: {
    width: SELECT_WIDTH,
    resizable: false,
    suppressMovable: true,
    pinned: columns.some(({ pinned }) => pinned) ? ('left' as const) : null,
    lockPinned: true,
    lockPosition: 'left',
  },
});

const arranged = (columns: readonly Column[]): ColumnState[] => [
  { colId: 'ag-Grid-SelectionColumn', pinned: columns.some(({ pinned }) => pinned) ? 'left' : null },
  ...columns.map(({ key, hidden, pinned }) => ({
    colId: key,
    hide: Boolean(hidden),
    pinned: pinned ? ('left' as const) : null,
  })),
  { colId: ':more' },
];

/** The row below all others, with the sums of the whole list. */
const totals = (spec: ListSpec, columns: readonly Column[], page: ListPage): Row[] => {
  if (!spec.totals || page.total === 0 || page.total > COUNT_LIMIT) return [];
  const start = columns.find(({ hidden }) => !hidden)?.key ?? '';
  const sums = Object.entries(spec.totals).map(([key, from]) => [key, page[from]]);
  return [{ id: -1, [start]: words.total, ...Object.fromEntries(sums) }];
};

/** Space and Enter in a cell do what a press on what it holds does. */
function onKey(pressed: Parameters<NonNullable<AgGridReactProps<Row>['onCellKeyDown']>>[0], open: (row: Row) => void) {
  const { data } = pressed;
  const event = pressed.event as KeyboardEvent | null;
  if (!event || !data || data.id < 0 || !('column' in pressed)) return;
  const within = (query: string) => (event.target as HTMLElement).querySelector<HTMLElement>(query);
  const flag = event.key === ' ' && within('input.flag');
  if (flag) {
    event.preventDefault();
    flag.click();
  }
  if (event.key !== 'Enter' || pressed.column.isCellEditable(pressed.node)) return;
  if (pressed.column.getColId() === ':more') within('[data-menu]')?.click();
  else open(data);
}

/** The widths that were chosen, and what the grid makes of them. The grid itself is there once it is ready. */
function sharing(host: GridProps, gridOf: () => GridApi<Row>) {
  /** Chosen widths, before the left-over is shared. */
  const widths = new Map<string, number>([
    ...host.columns.map(({ key, width }): [string, number] => [key, width]),
    ['ag-Grid-SelectionColumn', SELECT_WIDTH],
    [':more', MENU_WIDTH],
  ]);
  /** Share what is left over in proportion, as a table with fixed columns does: nothing moves when the grid takes over. */
  function fit() {
    const api = gridOf();
    const shown = api.getAllDisplayedColumns().map((column) => column.getColId());
    const sum = shown.reduce((all, key) => all + (widths.get(key) ?? 0), 0);
    const { left, right } = api.getHorizontalPixelRange();
    const pinned = api.getDisplayedLeftColumns().reduce((all, column) => all + column.getActualWidth(), 0);
    const scale = Math.max(1, (right - left + pinned) / sum);
    api.setColumnWidths(shown.map((key) => ({ key, newWidth: Math.floor((widths.get(key) ?? 100) * scale) })));
  }
  function keep() {
    const kept = gridOf()
      .getColumnState()
      .filter(({ colId }) => host.spec.columns.some(({ key }) => key === colId));
    for (const { colId, width } of kept) widths.set(colId, width ?? 100);
    host.onColumns(
      kept.map(({ colId, width, pinned }) => ({ key: colId, width: width ?? 100, pinned: Boolean(pinned) })),
    );
  }
  const set = (next: readonly Column[]) => {
    for (const { key, width } of next) widths.set(key, width);
  };
  return { set, fit, keep };
}

/** Changes in cells: what waits for the server, and rows that somebody else changed. */
function changing(host: GridProps, gridOf: () => GridApi<Row>) {
  const { editing } = host;
  const marks = { waiting: new Map<string, unknown>(), stale: new Map<number, string>() };
  const nodeOf = (id: number) => (gridOf().isDestroyed() ? undefined : gridOf().getRowNode(String(id)));
  const rowOf = (id: number) => nodeOf(id)?.data;
  const changes =
    editing &&
    editor(editing, {
      row: rowOf,
      show(row, stale) {
        for (const name of marks.waiting.keys()) if (name.startsWith(`${row.id}:`)) marks.waiting.delete(name);
        if (stale) marks.stale.set(row.id, stale);
        else marks.stale.delete(row.id);
        host.onChanged(row);
        const node = nodeOf(row.id);
        node?.setData(row);
        if (node) gridOf().refreshCells({ rowNodes: [node], force: true });
      },
    });
  function change(row: Row, key: string, to: unknown) {
    marks.waiting.set(`${row.id}:${key}`, to);
    const node = gridOf().getRowNode(String(row.id));
    if (node) gridOf().refreshCells({ rowNodes: [node], columns: [key], force: true });
    changes?.change(row.id, key, row[key], to);
  }
  return { rowOf, marks, changes, change };
}

/** Options and handle of one grid; `host` is what they read the latest props from. */
function wire(props: GridProps) {
  const { spec, columns, first, state, menu, selectable, editing } = props;
  const host = { ...props };
  /** Given when the grid is ready, which is before it asks for rows. */
  let api: GridApi<Row>;
  let primed: ListPage | null = first;
  let silent = false;
  const widths = sharing(host, () => api);
  const { rowOf, marks, changes, change } = changing(host, () => api);

  const source: IDatasource = {
    async getRows({ startRow, sortModel: [order], successCallback, failCallback }) {
      const sort = order ? { sort: order.colId, dir: order.sort } : spec.sort;
      try {
        const page =
          startRow === 0 && primed ? primed : await host.fetch(startRow, sort as Pick<ListState, 'sort' | 'dir'>);
        primed = null;
        if (api.isDestroyed()) return;
        successCallback(page.rows, reachable(page.total));
        if (startRow === 0) api.setGridOption('pinnedBottomRowData', totals(spec, host.columns, page));
        // Rows chosen in the table before the grid came stay chosen.
        for (const { id } of page.rows) if (host.selected.has(id)) api.getRowNode(String(id))?.setSelected(true);
      } catch {
        failCallback();
      }
    },
  };

  const handle: GridHandle = {
    show(page, next) {
      primed = page;
      silent = true;
      api.deselectAll();
      silent = false;
      const now = api.getColumnState().find(({ sort }) => sort);
      // Another order asks for its rows by itself; setting the source too would ask twice.
      if (now?.colId === next.sort && now.sort === next.dir) api.setGridOption('datasource', { ...source });
      else api.applyColumnState({ state: [{ colId: next.sort, sort: next.dir }], defaultState: { sort: null } });
      // Until they are drawn, as many rows as there will be and not as many as there were.
      api.setRowCount(reachable(page.total), true);
      api.ensureIndexVisible(0);
    },
    setColumns(next) {
      widths.set(next);
      api.applyColumnState({ state: arranged(next), applyOrder: true });
      widths.fit();
    },
    row: rowOf,
    select(rows) {
      silent = true;
      for (const { id } of rows) api.getRowNode(String(id))?.setSelected(true);
      silent = false;
    },
    clearSelection: () => api.deselectAll(),
  };

  const options: AgGridReactProps<Row> = {
    ...steady,
    styleNonce: document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '',
    columnDefs: definitions(spec, columns, { state, menu, marks, editing, change }),
    onCellEditRequest: ({ data, colDef, oldValue, newValue }) => {
      if (newValue === UNREADABLE) changes?.refuse(data, colDef.colId!);
      else if (!Object.is(oldValue, newValue)) change({ ...data, [colDef.colId!]: oldValue }, colDef.colId!, newValue);
    },
    infiniteInitialRowCount: reachable(first.total),
    datasource: source,
    rowHeight: pixels('--row'),
    ...(selectable && selection(columns)),
    localeText: { ...localeText, ariaLabel: spec.title },
    onGridReady: (ready) => {
      ({ api } = ready);
      // Columns may have been arranged since the grid was made.
      handle.setColumns(host.columns);
      host.onHandle(handle);
    },
    onFirstDataRendered: () => requestAnimationFrame(() => host.onReady()),
    // Another order begins at its start, which is also what the list reads the order from.
    onSortChanged: () => api.ensureIndexVisible(0),
    onRowSelected: ({ data, node }) => {
      if (data && !silent) host.onSelect([data], Boolean(node.isSelected()));
    },
    onCellKeyDown: (pressed) => onKey(pressed, host.onOpen),
    onGridSizeChanged: widths.fit,
    onColumnMoved: ({ finished, source: by }) => finished && by === 'uiColumnMoved' && widths.keep(),
    onColumnPinned: ({ source: by }) => by === 'uiColumnMoved' && widths.keep(),
    onColumnResized: ({ finished, source: by }) => finished && by === 'uiColumnResized' && widths.keep(),
  };

  return { host, options, undo: () => changes?.undo() ?? false };
}
