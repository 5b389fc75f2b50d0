/**
 * The grid of a list, drawn by AG Grid, which only this file and grid-columns.tsx use. It adds editable cells, pinned
 * columns and endless scroll, and loads only for people who choose it.
 */
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
import { grid as own, lists as words } from '#site/messages/it/lists.ts';
import type { Column, Editing, ListPage, ListSpec, Row } from './columns.ts';
import { editor, onUndoKey, UNREADABLE } from './editing.ts';
import { definitions, theme } from './grid-columns.tsx';
import { MENU_WIDTH, SELECT_WIDTH } from './ListTable.tsx';
import { PAGE, reachable, soleSum, type ListState } from '../load/state.ts';

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
  /** Rows and sums already on the page: the grid uses them as its first block. */
  first: ListPage;
  state: ListState;
  selectable: boolean;
  menu: boolean;
  selected: ReadonlyMap<number, Row>;
  /** Reads a block of rows in the grid's order; the list reports failures. */
  fetch: (offset: number, sort: Pick<ListState, 'sort' | 'dir'>) => Promise<ListPage>;
  onSelect: (rows: Row[], chosen: boolean) => void;
  onOpen: (row: Row) => void;
  /** Runs when the person moves, resizes or pins columns; gets all columns in order. */
  onColumns: (columns: { key: string; width: number; pinned: boolean }[]) => void;
  /** Which cells can be edited, and how. */
  editing: Editing | undefined;
  /** Runs when a row is changed in its cells. */
  onChanged: (row: Row) => void;
  /** Gets the handle by which the list drives the grid; null when the grid goes away. */
  onHandle: (handle: GridHandle | null) => void;
  /** Runs once rows are drawn. */
  onReady: () => void;
}

export interface GridHandle {
  /** Shows another state, whose first page is already loaded. */
  show: (page: ListPage, state: ListState) => void;
  setColumns: (columns: readonly Column[]) => void;
  row: (id: number) => Row | undefined;
  /** Chooses these rows. Rows that are not drawn yet are chosen when they load. */
  select: (rows: readonly Row[]) => void;
  clearSelection: () => void;
}

/** The pixels of a length token: the grid takes numbers only. */
const pixels = (token: string) => parseInt(getComputedStyle(document.documentElement).getPropertyValue(token), 10);

export default function Grid(props: GridProps) {
  // Made once: the grid would apply new options again at every render.
  const [{ options, host, undo }] = useState(() => wire(props));
  useLayoutEffect(() => void Object.assign(host, props));
  useLayoutEffect(() => () => host.onHandle(null), [host]);
  useEffect(() => onUndoKey(undo), [undo]);
  return <AgGridReact<Row> {...options} />;
}

/** Options that every grid shares. */
const steady: AgGridReactProps<Row> = {
  theme,
  // This layer is below ours, so list.css overrides the grid's styles.
  themeCssLayer: 'base',
  icons: { sortAscending: '<span>↑</span>', sortDescending: '<span>↓</span>' },
  ensureDomOrder: true,
  defaultColDef: { resizable: true, suppressHeaderMenuButton: true, cellDataType: false },
  // A cell keeps the saved value; the typed value waits apart until the server answers.
  readOnlyEdit: true,
  stopEditingWhenCellsLoseFocus: true,
  enterNavigatesVerticallyAfterEdit: true,
  rowModelType: 'infinite',
  cacheBlockSize: PAGE,
  maxConcurrentDatasourceRequests: 2,
  maxBlocksInCache: 20,
  blockLoadDebounceMillis: 60,
  getRowId: ({ data }) => String(data.id),
  // With its border the head is as high as the table's.
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

/** Checkboxes at the left, pinned as soon as any column is pinned. */
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

/** The last row, with the sums of the whole list when all its rows are in one state. */
const totals = (spec: ListSpec, columns: readonly Column[], page: ListPage): Row[] => {
  const sum = soleSum(page);
  if (!spec.totals || !sum) return [];
  const start = columns.find(({ hidden }) => !hidden)?.key ?? '';
  const sums = spec.totals.columns.map((key) => [key, sum[key]]);
  return [{ id: -1, [start]: words.total, ...Object.fromEntries(sums) }];
};

/** Space and Enter in a cell press the link, box or button inside it. */
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

/** The chosen column widths, and how the grid shares the remaining width. `gridOf` works once the grid is ready. */
function sharing(host: GridProps, gridOf: () => GridApi<Row>) {
  /** The chosen widths, before the remaining width is shared. */
  const widths = new Map<string, number>([
    ...host.columns.map(({ key, width }): [string, number] => [key, width]),
    ['ag-Grid-SelectionColumn', SELECT_WIDTH],
    [':more', MENU_WIDTH],
  ]);
  /**
   * Shares the remaining width in proportion, as a table with fixed columns does, so nothing moves when the grid
   * replaces the table.
   */
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

/** Edited cells: the values that wait for the server, and the rows that somebody else changed. */
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

/** The options and the handle of one grid, which read the latest props from `host`. */
function wire(props: GridProps) {
  const { spec, columns, first, state, menu, selectable, editing } = props;
  const host = { ...props };
  /** Set when the grid is ready, before it asks for rows. */
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
        successCallback(page.rows, reachable(page));
        if (startRow === 0) api.setGridOption('pinnedBottomRowData', totals(spec, host.columns, page));
        // Rows chosen in the table stay chosen when the grid replaces it.
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
      // A new order makes the grid ask for rows by itself; a new source would make it ask twice.
      if (now?.colId === next.sort && now.sort === next.dir) api.setGridOption('datasource', { ...source });
      else api.applyColumnState({ state: [{ colId: next.sort, sort: next.dir }], defaultState: { sort: null } });
      // Until the rows are drawn, the grid shows as many empty rows as the new total.
      api.setRowCount(reachable(page), true);
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
    infiniteInitialRowCount: reachable(first),
    datasource: source,
    rowHeight: pixels('--row'),
    ...(selectable && selection(columns)),
    localeText: { ...localeText, ariaLabel: spec.title },
    onGridReady: (ready) => {
      ({ api } = ready);
      // Somebody may have arranged columns since the grid was made.
      handle.setColumns(host.columns);
      host.onHandle(handle);
    },
    onFirstDataRendered: () => requestAnimationFrame(() => host.onReady()),
    // A new order starts at the first row; this also loads the block from which the list reads the order.
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
