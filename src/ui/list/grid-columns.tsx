/** How the grid looks and what its cells hold. Loaded with Grid.tsx only. */
import { themeQuartz, type ColDef } from 'ag-grid-community';
import type { CustomCellRendererProps } from 'ag-grid-react';
import { lists as words } from '#site/messages/it/lists.ts';
import { money, t } from '#site/lib/intl.ts';
import { Cell, isNumeric } from './cells.tsx';
import { hrefOf, type Column, type ListSpec, type Row } from './columns.ts';
import { MENU_WIDTH, titleOf } from './ListTable.tsx';
import type { ListState } from './state.ts';

export const theme = themeQuartz.withParams({
  accentColor: 'var(--blue)',
  backgroundColor: 'var(--card)',
  foregroundColor: 'var(--ink)',
  borderColor: 'var(--line)',
  rowBorder: { color: 'var(--line-soft)' },
  headerBackgroundColor: 'var(--page)',
  headerTextColor: 'var(--ink-2)',
  headerFontSize: 12,
  headerFontWeight: 600,
  headerColumnResizeHandleColor: 'transparent',
  rowHoverColor: 'var(--blue-soft)',
  selectedRowBackgroundColor: 'var(--blue-soft)',
  browserColorScheme: 'inherit',
  fontFamily: 'inherit',
  fontSize: 13,
  cellHorizontalPadding: 12,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
});

type Params = CustomCellRendererProps<Row>;

const cell =
  (spec: ListSpec, column: Column) =>
  ({ data: row, node }: Params) => {
    if (!row) return null;
    if (node.rowPinned)
      return spec.totals?.[column.key] ? money(row[column.key] as number) : String(row[column.key] ?? '');
    if (!column.strong) return <Cell {...{ column, row }} />;
    return (
      <a className="open" href={hrefOf(spec, row)} tabIndex={-1}>
        <Cell {...{ column, row }} />
      </a>
    );
  };

const more =
  (spec: ListSpec) =>
  ({ data, node }: Params) => {
    if (!data || node.rowPinned) return null;
    return (
      <button
        type="button"
        className="icon"
        tabIndex={-1}
        data-menu={data.id}
        aria-haspopup="menu"
        aria-label={t(words.actions, { row: titleOf(spec, data) })}
      />
    );
  };

/** The list's columns as the grid wants them; actions at the right where rows have some. */
export const definitions = (
  spec: ListSpec,
  columns: readonly Column[],
  { sort, dir }: ListState,
  menu: boolean,
): ColDef<Row>[] => [
  ...columns.map((column): ColDef<Row> => ({
    colId: column.key,
    headerName: column.label,
    minWidth: 60,
    width: column.width,
    hide: Boolean(column.hidden),
    sortable: Boolean(column.sortable),
    sort: sort === column.key ? dir : null,
    headerClass: isNumeric(column) ? 'ag-right-aligned-header' : '',
    cellClass: isNumeric(column) ? 'num' : column.strong ? 'strong' : '',
    cellRenderer: cell(spec, column),
  })),
  ...(menu
    ? [
        {
          colId: ':more',
          headerName: '',
          width: MENU_WIDTH,
          resizable: false,
          sortable: false,
          suppressMovable: true,
          lockPosition: 'right' as const,
          cellClass: 'more',
          cellRenderer: more(spec),
        },
      ]
    : []),
];
