/**
 * The state of a list, as its URL holds it:
 * `?q=rossi&state=draft,issued&sort=customer&dir=desc&offset=50&mode=cards`.
 */
import { day, integer, money, parseDay, parseNumber, percent } from '#domain/italian.ts';
import { writtenOf } from '#domain/record/field-text.ts';
import { round } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { lists } from '#site/messages/it/lists.ts';
import { isDay } from '#domain/dates.ts';
import { COUNT_LIMIT } from '#domain/record/list.ts';
import {
  isLoss,
  type Filter,
  type ListPage,
  type ListSpec,
  type Row,
  type Shortcut,
  type Sum,
} from '../table/columns.ts';

type RangeFilter = Extract<Filter, { kind: 'range' }>;

/** How rows are shown; only wide screens offer the grid, and only lists of records with a machine a board. */
export const modes = ['table', 'cards', 'grid', 'board'] as const;
export type Mode = (typeof modes)[number];

/** Rows of a page on the server, and of a block of the grid. */
export const PAGE = 50;

/** The number of rows to which people can scroll: all, where they were counted to their end. */
export const reachable = ({ total, isExact }: Pick<ListPage, 'total' | 'isExact'>): number =>
  isExact ? total : Math.min(total, COUNT_LIMIT);

export interface ListState {
  q: string;
  sort: string;
  dir: 'asc' | 'desc';
  offset: number;
  mode: Mode;
  /** Column keys of a saved view; empty: the person's own columns. */
  columns: string;
  filters: Record<string, string>;
}

/** Does the state ask for less than the whole list? */
export const isNarrowed = ({ q, filters }: ListState): boolean => Boolean(q) || Object.keys(filters).length > 0;

/** Do both states ask for the same rows, whatever their order and page? */
export const hasSameRows = (one: ListState, other: ListState): boolean =>
  JSON.stringify([one.q, one.filters]) === JSON.stringify([other.q, other.filters]);

/** A label within a sentence: "margine II". */
const lowered = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** The sums of the rows in one state: `Emesso`, 12, then its figures; a loss says so. */
export interface StateSums {
  state: string;
  count: string;
  figures: { key: string; label: string; amount: string; lost: boolean }[];
}

/** The columns that are added up, in the order of the list. */
const summedOf = ({ columns, totals }: ListSpec) => columns.filter(({ key }) => totals?.columns.includes(key));

/** That there are too many rows to add up; null: they are added up, or nothing is. */
export function notSummed(spec: ListSpec, sums: readonly Sum[] | null | undefined): string | null {
  const [first] = summedOf(spec);
  return sums === null && first ? t(lists.notSummed, { column: first.label, n: integer(COUNT_LIMIT) }) : null;
}

/** The sums of rows, state by state: rows that are won and rows that are lost never stand in one sum. */
export function sumsOf(spec: ListSpec, sums: readonly Sum[] | null | undefined): StateSums[] {
  const { totals } = spec;
  if (!totals || !sums) return [];
  const summed = summedOf(spec);
  const badges = spec.columns.find(({ key }) => key === totals.by)?.badges ?? {};
  const figures = (sum: Sum) =>
    summed
      .filter(({ key }) => typeof sum[key] === 'number')
      .map((column) => {
        const lost = isLoss(column, sum[column.key]);
        const amount = writtenOf(column, sum[column.key]);
        return {
          key: column.key,
          label: lowered(column.sumLabel ?? column.label),
          amount: lost ? `${amount} ${lists.loss}` : amount,
          lost,
        };
      });
  const order = Object.keys(badges);
  return sums
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map((sum) => ({
      state: badges[sum.state]?.label ?? sum.state,
      count: integer(sum.count),
      figures: figures(sum),
    }));
}

/** The sums of chosen rows, added up here: only amounts, because a mean cannot be added. */
export function addedUp(spec: ListSpec, rows: readonly Row[]): Sum[] {
  const { by = '', columns = [], stateOf = (row: Row) => String(row[by]) } = spec.totals ?? {};
  const amounts = spec.columns.filter(({ key, kind }) => kind === 'money' && columns.includes(key));
  return [...Map.groupBy(rows, stateOf)].map(([state, some]) => ({
    ...Object.fromEntries(amounts.map(({ key }) => [key, some.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)])),
    state,
    count: some.length,
  }));
}

/** The sums below the columns: of one state alone, or none. */
export const soleSum = ({ sums }: Pick<ListPage, 'sums'>): Sum | null => (sums?.length === 1 ? sums[0]! : null);

const filterKeys = (spec: ListSpec): string[] =>
  spec.filters.flatMap((filter) => (filter.kind === 'range' ? [filter.key, filter.to] : [filter.key]));

/** The filter by two ends that this parameter is an end of. */
const rangeOf = ({ filters }: ListSpec, key: string) =>
  filters.find((one) => one.kind === 'range' && [one.key, one.to].includes(key)) as RangeFilter | undefined;

/** A day as people type it in a filter. */
export const readDay = (text: string): string | null => parseDay(text, new Date().getFullYear());

/** Ignores unknown parameters and orders: a wrong link shows a list instead of an error. */
export function readState(spec: ListSpec, search: string): ListState {
  const params = new URLSearchParams(search);
  const asked = params.get('sort') ?? '';
  const known = spec.columns.some((column) => column.sortable && column.key === asked);
  const offset = Number(params.get('offset'));
  const filters = Object.fromEntries(
    filterKeys(spec).flatMap((key) => {
      const value = params.getAll(key).filter(Boolean).join(',');
      return value ? [[key, rangeOf(spec, key)?.of === 'day' ? (readDay(value) ?? value) : value]] : [];
    }),
  );
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    sort: known ? asked : spec.sort.key,
    dir: known ? (params.get('dir') === 'desc' ? 'desc' : 'asc') : spec.sort.dir,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    mode: modes.find((mode) => mode === params.get('mode')) ?? 'table',
    columns: params.get('columns') ?? '',
    filters,
  };
}

/**
 * The part of a stored state that can still be chosen. A filter that is neither visible nor known by a name would
 * narrow the list unnoticed.
 */
export function keptState(spec: ListSpec, kept: Record<string, string>): ListState {
  const state = readState(spec, new URLSearchParams(kept).toString());
  const isLost = (filter: Filter) =>
    filter.hidden &&
    filter.kind === 'choice' &&
    !filter.options.some(({ value }) => value === state.filters[filter.key]);
  const lost = new Set(spec.filters.filter(isLost).map(({ key }) => key));
  return { ...state, filters: Object.fromEntries(Object.entries(state.filters).filter(([key]) => !lost.has(key))) };
}

/**
 * The parameters that differ from the default list, for saved views and stored filters, without the place in the
 * list.
 */
export function stateParams(spec: ListSpec, state: ListState): Record<string, string> {
  const ordered = state.sort !== spec.sort.key || state.dir !== spec.sort.dir;
  return {
    ...(state.q ? { q: state.q } : {}),
    ...state.filters,
    ...(ordered ? { sort: state.sort, dir: state.dir } : {}),
    ...(state.columns ? { columns: state.columns } : {}),
  };
}

/**
 * The query of a state, from `?` on. `view=all` asks for the whole list where stored filters would otherwise return.
 * `isExact`: its rows are counted to their end.
 */
export function searchOf(spec: ListSpec, state: ListState, isExact = false): string {
  const params = stateParams(spec, state);
  const own: Record<string, string> = {
    ...params,
    ...(state.offset ? { offset: String(state.offset) } : {}),
    ...(state.mode === 'table' ? {} : { mode: state.mode }),
  };
  const asked = Object.keys(own).length > 0 ? own : { view: 'all' };
  return `?${new URLSearchParams({ ...spec.within, ...asked, ...(isExact && { exact: 'true' }) })}`;
}

/** The query of the list's call and of its export. A number or day that cannot be read is left out. */
export function queryOf(spec: ListSpec, { q, filters, sort, dir }: ListState): Record<string, string | number> {
  const asked = Object.entries(filters).flatMap(([key, value]): [string, string | number][] => {
    const range = rangeOf(spec, key);
    if (!range) return [[key, value]];
    if (range.of === 'day') return isDay(value) ? [[key, value]] : [];
    const typed = parseNumber(value, range.unit ?? '%');
    return typed === null ? [] : [[key, range.of === 'money' ? round(typed * 100) : typed]];
  });
  return { ...(q ? { q } : {}), ...Object.fromEntries(asked), sort, dir };
}

/** Does this view show the current state? Filters and order count, columns do not. */
export function isView(spec: ListSpec, state: ListState, view: Record<string, string>): boolean {
  const plain = (params: Record<string, string>) =>
    new URLSearchParams(
      Object.entries(params)
        .filter(([key]) => key !== 'columns')
        .sort(),
    ).toString();
  return (
    plain(stateParams(spec, state)) === plain(stateParams(spec, readState(spec, new URLSearchParams(view).toString())))
  );
}

/** Does the state have all filters of the shortcut? */
export const isPressed = ({ filters }: ListState, shortcut: Shortcut): boolean =>
  Object.entries(shortcut.filters).every(([key, value]) => filters[key] === value);

/** The state with the filters of a shortcut, or without them. */
export function withShortcut(state: ListState, shortcut: Shortcut, on: boolean): ListState {
  const others = Object.entries(state.filters).filter(([key]) => !(key in shortcut.filters));
  return { ...state, offset: 0, filters: { ...Object.fromEntries(others), ...(on && shortcut.filters) } };
}

/** The state as it is without the shortcuts that are pressed: the view within which they narrow. */
export const unpressed = ({ shortcuts = [] }: ListSpec, state: ListState): ListState =>
  shortcuts.reduce((rest, one) => (isPressed(state, one) ? withShortcut(rest, one, false) : rest), state);

export interface Chip {
  label: string;
  without: ListState;
}

const readable = ({ of, unit }: RangeFilter, value: string) => {
  if (of === 'day') return isDay(value) ? day(value) : t(lists.noDay, { text: value });
  const typed = parseNumber(value, unit ?? '%');
  if (typed === null) return value;
  if (of === 'number') return writtenOf({ kind: of, suffix: unit }, typed);
  return of === 'money' ? money(typed * 100) : percent(typed);
};

/** The active filters, in words. */
export function chipsOf(spec: ListSpec, state: ListState): Chip[] {
  const less = (...keys: string[]): ListState => ({
    ...state,
    offset: 0,
    filters: Object.fromEntries(Object.entries(state.filters).filter(([key]) => !keys.includes(key))),
  });
  return spec.filters.flatMap((filter): Chip[] => {
    const value = state.filters[filter.key];
    if (filter.kind === 'range') {
      const to = state.filters[filter.to];
      const [from, until] = filter.of === 'day' ? [lists.from, lists.to] : [lists.least, lists.most];
      const words = [value && `${from} ${readable(filter, value)}`, to && `${until} ${readable(filter, to)}`]
        .filter(Boolean)
        .join(' ');
      return words ? [{ label: `${filter.label}: ${words}`, without: less(filter.key, filter.to) }] : [];
    }
    if (!value) return [];
    const words = value
      .split(',')
      .map((one) => filter.options.find((option) => option.value === one)?.label ?? one)
      .join(', ');
    // What is only ticked says its name once.
    return [{ label: words === filter.label ? words : `${filter.label}: ${words}`, without: less(filter.key) }];
  });
}

/** The filters that neither the name of the view nor a pressed shortcut says. */
export function unsaidChips(spec: ListSpec, state: ListState): Chip[] {
  const within = unpressed(spec, state);
  const view = spec.views.find((one) => isView(spec, within, one.state));
  return chipsOf(spec, state).filter(({ without }) => {
    const key = Object.keys(state.filters).find((one) => !(one in without.filters))!;
    return key in within.filters && !(view && key in view.state);
  });
}
