/** The look of the grid and the content of its cells. Only Grid.tsx loads this file. */
import { themeQuartz, type ColDef } from 'ag-grid-community';
import type { CustomCellRendererProps } from 'ag-grid-react';
import type { Field } from '#domain/record/fields.ts';
import { writtenOf } from '#domain/record/field-text.ts';
import { lists as words, grid } from '#site/messages/it/lists.ts';
import { t } from '#site/lib/intl.ts';
import { cellOf, isNumeric } from './cells.tsx';
import { ChoiceEditor } from './ChoiceEditor.tsx';
import { hrefOf, type Column, type Editing, type ListSpec, type Row } from './columns.ts';
import { choicesOf, editableField, mayEdit, readTyped, typedText, UNREADABLE } from './editing.ts';
import { MENU_WIDTH, titleOf } from './ListTable.tsx';
import type { ListState } from '../load/state.ts';

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

/** Marks on cells that are not part of the row. */
export interface Marks {
  /** Values being saved, by `id:key`. */
  waiting: ReadonlyMap<string, unknown>;
  /** Cells that somebody else changed first: column key by row id. */
  stale: ReadonlyMap<number, string>;
}

const cell =
  (spec: ListSpec, column: Column, { waiting, stale }: Marks, toggle?: (row: Row) => void) =>
  ({ data: row, node }: Params) => {
    if (!row) return null;
    if (node.rowPinned)
      return typeof row[column.key] === 'number' ? writtenOf(column, row[column.key]) : String(row[column.key] ?? '');
    const name = `${row.id}:${column.key}`;
    const shown = waiting.has(name) ? { ...row, [column.key]: waiting.get(name) } : row;
    if (column.strong)
      return (
        <a className="open" href={hrefOf(spec, row)} tabIndex={-1}>
          {cellOf(column, shown)}
        </a>
      );
    const value = toggle ? (
      <input
        type="checkbox"
        className="flag"
        tabIndex={-1}
        aria-label={column.label}
        checked={Boolean(shown[column.key])}
        onChange={() => toggle(shown)}
      />
    ) : (
      cellOf(column, shown)
    );
    if (stale.get(row.id) !== column.key) return value;
    return (
      <span className="stale" title={grid.staleCell}>
        {grid.now} {value}
      </span>
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

/**
 * A cell in which the field is typed or chosen. A flag is a checkbox, and Space ticks it instead of choosing the row.
 */
function editable(field: Field): ColDef<Row> {
  if (field.kind === 'flag') return { suppressKeyboardEvent: ({ event }) => event.key === ' ' };
  const choices = choicesOf(field);
  const editable: ColDef<Row>['editable'] = ({ data, node }) =>
    Boolean(data) && !node.rowPinned && mayEdit(field, data!);
  if (choices) return { editable, cellEditor: ChoiceEditor, cellEditorParams: { choices } };
  return {
    editable,
    cellEditor: 'agTextCellEditor',
    cellEditorParams: { useFormatter: true, maxLength: field.kind === 'text' ? field.maxLength : 20 },
    valueFormatter: ({ value }) => typedText(field, value),
    valueParser: ({ newValue }) => {
      const value = readTyped(field, newValue as string | null);
      return value === undefined ? UNREADABLE : value;
    },
  };
}

/** The list's columns as definitions of the grid; rows with actions get a column at the right. */
export const definitions = (
  spec: ListSpec,
  columns: readonly Column[],
  {
    state: { sort, dir },
    menu,
    marks,
    editing,
    change,
  }: {
    state: ListState;
    menu: boolean;
    marks: Marks;
    editing: Editing | undefined;
    change: (row: Row, key: string, to: unknown) => void;
  },
): ColDef<Row>[] => [
  ...columns.map((column): ColDef<Row> => {
    const field = editing && editableField(editing, column);
    const classes = [isNumeric(column) && 'num', column.strong && 'strong', field && 'editable'].filter(Boolean);
    return {
      colId: column.key,
      field: column.key,
      headerName: column.label,
      minWidth: 60,
      width: column.width,
      hide: Boolean(column.hidden),
      sortable: Boolean(column.sortable),
      sort: sort === column.key ? dir : null,
      headerClass: isNumeric(column) ? 'ag-right-aligned-header' : '',
      pinned: column.pinned ? 'left' : null,
      cellClass: classes as string[],
      cellRenderer: cell(
        ...([spec, column, marks] as const),
        field?.kind === 'flag' ? (row) => change(row, column.key, !row[column.key]) : undefined,
      ),
      ...(field && editable(field)),
    };
  }),
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
