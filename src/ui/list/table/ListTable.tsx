import { dayInRome } from '#domain/dates.ts';
import { writtenOf } from '#domain/record/field-text.ts';
import { COUNT_LIMIT } from '#domain/record/list.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { Fragment, useEffect, useRef } from 'react';
import { dayAhead, t } from '#site/lib/intl.ts';
import { cellOf, cellText, isNumeric } from './cells.tsx';
import { hrefOf, isLoss, type Column, type ListPage, type ListSpec, type Row } from './columns.ts';
import { searchOf, soleSum, type ListState } from '../load/state.ts';

export const titleOf = (spec: ListSpec, row: Row): string => {
  const column = spec.columns.find(({ strong }) => strong);
  return column ? cellText(column, row) : String(row.id);
};

/**
 * The column whose days head groups of rows, if any. After a change of filters the old rows, which may have no such
 * day, stay until the new ones arrive.
 */
const dayColumn = ({ columns }: ListSpec, { sort, filters }: ListState, rows: readonly Row[]): Column | undefined =>
  columns.find(
    ({ key, days, dayless }) =>
      key === sort && days !== undefined && filters[days] && (dayless || rows.every((row) => row[key])),
  );

/** Whether what is grouped under a day should have been done by now. */
const isPast = (day: string | null) => day !== null && day < dayInRome(new Date());

/** Number of rows painted at once: as many as a maximised window shows on 1080 lines. */
const FIRST = 16;
/** Number of rows added at a time afterwards. */
const STEP = 3;

/**
 * Paints the remaining rows of the server's page after the first picture: a slow PC would otherwise lay out all of
 * them before it shows any. Rows fetched later appear at once. Without scripts all rows are painted (list.css).
 */
function useRest() {
  const body = useRef<HTMLTableSectionElement>(null);
  const whole = useRef(false);
  useEffect(() => {
    const part = body.current!;
    const { style } = part.parentElement!;
    let idle = 0;
    let height = 0;
    const step = () => {
      const hidden = [...part.querySelectorAll('tr.later')];
      if (height) for (const row of hidden.splice(0, STEP)) row.classList.remove('later');
      else height = part.offsetHeight / (part.rows.length - hidden.length);
      // What scrolls has its full height before the first row is added: the browser paints all of it when it grows.
      style.marginBottom = `${hidden.length * height}px`;
      whole.current = hidden.length === 0;
      if (!whole.current) idle = requestIdleCallback(step, { timeout: 200 });
    };
    idle = requestIdleCallback(step, { timeout: 500 });
    return () => cancelIdleCallback(idle);
  }, []);
  return { body, later: (index: number) => index >= FIRST && !whole.current };
}

/** A page of rows as a real table, whose order links work without scripts. CSS draws the same markup as cards. */
export function ListTable({
  spec,
  state,
  page,
  columns,
  selected,
  opened,
  onSelect,
  menu,
}: {
  spec: ListSpec;
  state: ListState;
  page: ListPage;
  /** The visible columns, in order. */
  columns: readonly Column[];
  /** The chosen rows; null without bulk actions. */
  selected: ReadonlyMap<number, Row> | null;
  /** The row whose record is open beside the table. */
  opened: number | undefined;
  onSelect: (rows: readonly Row[], chosen: boolean) => void;
  /** Do rows have actions? */
  menu: boolean;
}) {
  const { rows, total } = page;
  const picked = rows.filter(({ id }) => selected?.has(id)).length;
  const last = useRef(-1);
  const { body, later } = useRest();
  /** `range`: shift chooses all rows from the last chosen one to this one. */
  const pick = (index: number, chosen: boolean, range: boolean) => {
    const from = range && last.current >= 0 ? last.current : index;
    last.current = index;
    onSelect(rows.slice(Math.min(from, index), Math.max(from, index) + 1), chosen);
  };
  const byDay = dayColumn(spec, state, rows);
  const span = columns.length + (selected ? 1 : 0) + (menu ? 1 : 0);
  return (
    <table className="grid list-table" aria-rowcount={total > COUNT_LIMIT ? -1 : total + 1}>
      <colgroup>
        {selected && <col className="pick" width={SELECT_WIDTH} />}
        {columns.map(({ key, width }) => (
          <col key={key} width={width} />
        ))}
        {menu && <col className="more" width={MENU_WIDTH} />}
      </colgroup>
      <thead>
        <tr>
          {selected && (
            <th scope="col" className="pick">
              <input
                type="checkbox"
                aria-label={words.selectPage}
                checked={picked > 0 && picked === rows.length}
                ref={(box) => void (box && (box.indeterminate = picked > 0 && picked < rows.length))}
                onChange={(event) => onSelect(rows, event.currentTarget.checked)}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} spec={spec} state={state} column={column} />
          ))}
          {menu && <th scope="col" className="more" aria-label={words.rowActions} />}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            {byDay && row[byDay.key] !== rows[index - 1]?.[byDay.key] && (
              <tr
                className={later(index) ? 'day later' : 'day'}
                data-past={isPast(row[byDay.key] as string | null) || undefined}
              >
                <th scope="rowgroup" colSpan={span}>
                  {row[byDay.key] ? dayAhead(row[byDay.key] as string) : byDay.dayless}
                </th>
              </tr>
            )}
            <BodyRow
              spec={spec}
              columns={columns}
              row={row}
              at={state.offset + index}
              later={later(index)}
              picked={selected ? selected.has(row.id) : null}
              isOpen={row.id === opened}
              menu={menu}
              onPick={(chosen, range) => pick(index, chosen, range)}
            />
          </Fragment>
        ))}
      </tbody>
      {rows.length > 0 && <Sums spec={spec} page={page} columns={columns} selectable={selected !== null} menu={menu} />}
    </table>
  );
}

/** The head of a column. Where rows can be ordered by it, it is a link that works without scripts. */
function HeadCell({ spec, state, column }: { spec: ListSpec; state: ListState; column: Column }) {
  const active = state.sort === column.key;
  const dir = active && state.dir === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      className={isNumeric(column) ? 'num' : undefined}
      aria-sort={active ? (state.dir === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {column.sortable ? (
        <a href={searchOf(spec, { ...state, sort: column.key, dir, offset: 0 })} data-sort={column.key}>
          {column.label}
          {active && <span aria-hidden>{state.dir === 'asc' ? '↑' : '↓'}</span>}
        </a>
      ) : column.kind === 'picture' ? (
        <span className="sr-only">{column.label}</span>
      ) : (
        column.label
      )}
    </th>
  );
}

/** A component, because React pauses only between components when a list comes alive. */
function BodyRow({
  spec,
  columns,
  row,
  at,
  later,
  picked,
  isOpen,
  menu,
  onPick,
}: {
  spec: ListSpec;
  columns: readonly Column[];
  row: Row;
  /** The number of rows before it in the whole list. */
  at: number;
  later: boolean;
  /** Null without bulk actions. */
  picked: boolean | null;
  isOpen: boolean;
  menu: boolean;
  onPick: (chosen: boolean, range: boolean) => void;
}) {
  return (
    <tr
      data-id={row.id}
      className={[picked && 'picked', isOpen && 'opened', later && 'later'].filter(Boolean).join(' ') || undefined}
      aria-current={isOpen || undefined}
      // The head is the first row.
      aria-rowindex={at + 2}
    >
      {picked !== null && (
        <PickCell label={t(words.select, { row: titleOf(spec, row) })} checked={picked} onPick={onPick} />
      )}
      {columns.map((column) => bodyCell(spec, column, row))}
      {menu && <MenuCell id={row.id} label={t(words.actions, { row: titleOf(spec, row) })} />}
    </tr>
  );
}

function bodyCell(spec: ListSpec, column: Column, row: Row) {
  const { key, kind, strong, wrap, label, under } = column;
  const classes = [
    isNumeric(column) && 'num',
    strong && 'strong',
    kind === 'badge' && 'k-badge',
    wrap && 'k-wrap',
    kind === 'picture' && 'k-picture',
  ];
  const cell = cellOf(column, row);
  return (
    <td key={key} className={classes.filter(Boolean).join(' ') || undefined} data-label={label}>
      {strong ? (
        <a className="open" href={hrefOf(spec, row)}>
          {cell}
        </a>
      ) : wrap ? (
        <span>{cell}</span>
      ) : (
        cell
      )}
      {under && <small className="by">{underOf(under, row)}</small>}
    </td>
  );
}

const underOf = (under: NonNullable<Column['under']>, row: Row): string =>
  under
    .filter(({ key }) => row[key] !== null)
    .map((one) => cellText(one, row))
    .join(' · ');

/** `range`: shift was held. */
function PickCell({
  label,
  checked,
  onPick,
}: {
  label: string;
  checked: boolean;
  onPick: (chosen: boolean, range: boolean) => void;
}) {
  return (
    <td className="pick">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ currentTarget, nativeEvent }) =>
          onPick(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </td>
  );
}

/** DataList.tsx handles the press of its button. */
function MenuCell({ id, label }: { id: number; label: string }) {
  return (
    <td className="more">
      <button type="button" className="icon" data-menu={id} aria-haspopup="menu" aria-label={label} />
    </td>
  );
}

/** The sums of the whole list below their columns: only of rows in one state, when at least one is visible. */
function Sums({
  spec: { totals },
  page,
  columns,
  selectable,
  menu,
}: {
  spec: ListSpec;
  page: ListPage;
  columns: readonly Column[];
  selectable: boolean;
  menu: boolean;
}) {
  const sum = soleSum(page);
  if (!totals || !sum || !columns.some(({ key }) => totals.columns.includes(key))) return null;
  return (
    <tfoot>
      <tr>
        {selectable && <td aria-hidden />}
        {columns.map((column, index) => (
          <td key={column.key} className={isNumeric(column) ? 'num' : undefined} data-label={column.label}>
            {/* A sum may be wider than its column: it also takes the empty cell before it. */}
            {totals.columns.includes(column.key) && typeof sum[column.key] === 'number' ? (
              <span className={isLoss(column, sum[column.key]) ? 'lost' : undefined}>
                {writtenOf(column, sum[column.key])} {isLoss(column, sum[column.key]) && <small>{words.loss}</small>}
              </span>
            ) : index === 0 ? (
              words.total
            ) : null}
          </td>
        ))}
        {menu && <td aria-hidden />}
      </tr>
    </tfoot>
  );
}

/** The grid uses the same width, so columns stay in place. */
export const SELECT_WIDTH = 44;
export const MENU_WIDTH = 48;
