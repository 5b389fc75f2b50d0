import type { CallAnswer, CallName } from '#domain/endpoints.ts';
import { headOf, seenFields, shortOf, type Field, type Fields, type Words } from '#domain/record/fields.ts';
import type { ComponentType } from 'react';
import type { Tone } from '#site/ui/Bits.tsx';

/** A view that somebody has saved, with the name of its list. */
type SavedView = CallAnswer<'GET /users/me/views'>[number];

/** Calls that answer a page of rows. */
export type ListCall = {
  [N in CallName]: CallAnswer<N> extends { rows: unknown[]; total: number } ? N : never;
}[CallName];

/** A row of the list; `id` identifies it. */
export type Row = { id: number } & Record<string, unknown>;

export interface Column {
  /** The field of the row, the name of the order in the call, and the name in saved columns. */
  key: string;
  label: string;
  kind: 'text' | 'money' | 'day' | 'instant' | 'number' | 'percent' | 'badge' | 'phone' | 'picture';
  /** Minimum width in pixels; columns share the remaining width in proportion. */
  width: number;
  sortable?: boolean;
  /** Hidden until the person chooses it. */
  hidden?: boolean;
  /** Stays at the left while the grid scrolls sideways. */
  pinned?: boolean;
  /** Holds the link that opens the row; on a card it is the title. */
  strong?: boolean;
  /** A long text wraps to a second line, because its end matters. */
  wrap?: boolean;
  /**
   * For kind `day`: the name of a filter. While the list is ordered by this column and narrowed by that filter, each
   * day heads its rows.
   */
  days?: string;
  /** With `days`: heads the rows that have no day; without it such rows are not grouped. */
  dayless?: string;
  /** Replaces the dash in empty cells. */
  empty?: string;
  suffix?: string;
  /** `text`: the word for each value. */
  words?: Words;
  /** The label of its sum, where it is not the column's: a mean. */
  sumLabel?: string;
  /** `badge`: the word and colour for each value. */
  badges?: Record<string, { label: string; tone: Tone }>;
  /** `badge`: the word for rows that have value `when` and whose day in `field` is at most `days` away. */
  due?: { when: string; field: string; days: number; label: string };
  /** `badge`: the word and colour for rows whose field is true, whatever their value. */
  instead?: { field: string; label: string; tone: Tone };
  /** `badge`: fields with a name and a last day that are said below the word. */
  by?: { name: string; until: string };
  /** `text`: a field that holds one of these words, which stands after the text. */
  mark?: { field: string; badges: Record<string, { label: string; tone: Tone }> };
  /** What else the row says of it, below it in small letters; the columns of these may be chosen, too. */
  under?: readonly Pick<Column, 'key' | 'label' | 'kind' | 'width' | 'words' | 'suffix'>[];
  /** `money`: an amount below zero is a loss, red and with the word. */
  loss?: boolean;
  /** `picture`: draws the row. */
  picture?: ComponentType<{ row: Row }>;
  /** `money`: shows the net part of the VAT-inclusive field `of`, at the row's rate. */
  net?: { of: string; rate: string };
}

/**
 * A filter of the list; its key is the parameter of the call and of the URL. The keys never depend on the choices:
 * the server asks for the rows before it knows the choices. `hidden`: the form offers no choice, but an address or a
 * saved view may set it.
 */
export type Filter = { hidden?: boolean } & (
  | {
      kind: 'choice';
      key: string;
      label: string;
      options: readonly { value: string; label: string }[];
      /** The label of the empty choice; by default "Qualsiasi". */
      none?: string;
    }
  | { kind: 'many'; key: string; label: string; options: readonly { value: string; label: string }[] }
  /** Two ends: days, percentages, or amounts, which the URL holds in euro and the call in cents. */
  | {
      kind: 'range';
      of: 'day' | 'money' | 'percent' | 'number';
      key: string;
      to: string;
      label: string;
      unit?: string;
    }
);

export interface View {
  name: string;
  /** The state as the URL holds it; empty: the whole list. */
  state: Record<string, string>;
}

/** Filters that one press beside the search puts on and takes off again. */
export interface Shortcut {
  label: string;
  filters: Record<string, string>;
}

/** Everything that defines one list, as plain data: server, grid, cards, column chooser and export read the same. */
export interface ListSpec {
  area: SavedView['area'];
  title: string;
  /** Parameters of the address that belong to the page around the list. */
  within?: Readonly<Record<string, string>>;
  /** The noun after the count: singular, plural. */
  noun: readonly [string, string];
  call: ListCall;
  exportCall?: CallName;
  /** A PDF of the filtered rows, in the export menu. */
  document?: { call: CallName; label: string };
  columns: readonly Column[];
  filters: readonly Filter[];
  /** The first view is the whole list. */
  views: readonly View[];
  shortcuts?: readonly Shortcut[];
  /** Tabs behind the views that lead to what belongs to the list and is none of its rows. */
  elsewhere?: readonly { name: string; href: string; count: number }[];
  /** The default order; the same as the backend's. */
  sort: { key: string; dir: 'asc' | 'desc' };
  searchHint: string;
  /** Path of a row, with its fields in braces: `?id={id}`. */
  href: string;
  /**
   * Columns whose sums the answer holds in `sums`, apart for each state of the rows: what the column `by` has, unless
   * `stateOf` says another one.
   */
  totals?: { by: string; columns: readonly string[]; stateOf?: (row: Row) => string };
  create?: { label: string; href: string };
  /** What the whole list leaves out, in words. */
  without?: string | undefined;
  /** What the dots in the cells of some columns say, shown with any of these. */
  legend?: { columns: readonly string[]; dots: Readonly<Record<string, string>> };
  /** Explains an empty list without filters. */
  empty: string;
  /** The user whose columns are stored. */
  userId: number;
}

const kinds = { money: 'money', day: 'day', number: 'number', percent: 'percent', flag: 'badge' } as const;
export const widths = {
  money: 110,
  day: 110,
  instant: 145,
  number: 100,
  percent: 80,
  badge: 110,
  phone: 130,
  text: 140,
} as const;
const yesNo = { true: { label: 'Sì', tone: 'ok' }, false: { label: 'No', tone: 'mute' } } as const;

function columnOf(key: string, field: Field): Column {
  const kind = kinds[field.kind as keyof typeof kinds] ?? 'text';
  return {
    key: field.shown ?? key,
    label: shortOf(field),
    kind,
    width: widths[kind],
    sortable: !field.derived && !field.shown,
    ...(field.kind === 'flag' && { badges: yesNo }),
    ...((field.kind === 'choice' || field.kind === 'many') && { words: field.words }),
    ...(field.kind === 'number' && field.suffix && { suffix: field.suffix }),
  };
}

/** Pixels of a letter in a column head, as system fonts draw it. */
const inked = (letter: string) => (/[fijlrtI ’]/.test(letter) ? 5 : /[mw]/i.test(letter) ? 12.5 : 8.3);

/** Widens a column until its head fits: the words, their padding, and the arrow of the order. */
export function roomy(column: Column): Column {
  const words = [...column.label].reduce((sum, letter) => sum + inked(letter), 0);
  return { ...column, width: Math.max(column.width, Math.ceil(words) + (column.sortable ? 44 : 29)) };
}

/** The columns that a list names: a field's key with deviations, or a whole column of its own. */
type Shown = readonly ({ key: string } & Partial<Column>)[];

/**
 * The columns of a list of records: first the named ones in their order, then all other fields, hidden until somebody
 * chooses them. Fields that these privileges may not see are left out.
 */
export function columnsOf(all: Fields, held: readonly number[], shown: Shown): Column[] {
  const fields = seenFields(all, held);
  const named = shown
    .filter(({ key }) => !(key in all) || key in fields)
    .map((column) => {
      const field = fields[column.key];
      // The row holds the name of the record that the field points to: the column shows it instead of the id.
      return { ...(field && columnOf(column.key, field)), ...column, key: field?.shown ?? column.key } as Column;
    });
  const rest = Object.entries(fields)
    .filter(([key, field]) => headOf(field) !== null && !shown.some((column) => column.key === key))
    .map(([key, field]) => ({ ...columnOf(key, field), hidden: true }));
  return [...named, ...rest].map(roomy);
}

/** An action on one row or on the chosen rows. */
export interface Action {
  label: string;
  /** A path to open, or a function to run. */
  href?: string;
  newTab?: boolean;
  run?: () => void;
  danger?: boolean;
}

export interface Editing<R extends Row = Row> {
  /** Fields of the record: the columns of typed fields can be edited. */
  fields: Fields;
  /** Saves the row over the version that it carries, and answers the saved row. */
  save: (row: R) => Promise<R>;
  /** The record's name in sentences. */
  nameOf: (row: R) => string;
}

/** The answer to a list's call. */
export interface ListPage<R extends Row = Row> {
  rows: R[];
  total: number;
  /** Whether the total counts all rows also where a list stops counting. */
  isExact?: true;
  counts?: (number | null)[];
  /** The sums by state; null: too many rows to add up. */
  sums?: Sum[] | null;
}
/** Is this amount of the column a loss? */
export const isLoss = ({ loss }: Column, value: unknown): boolean =>
  loss === true && typeof value === 'number' && value < 0;

/** The sums of the rows in one state, by the keys of the summed columns. */
export type Sum = { state: string; count: number } & Record<string, unknown>;

export interface ListData {
  /** With the counts of the list's own views, then of the saved ones. */
  page: ListPage;
  saved: SavedView[];
  /** The query of the page's address, from `?` on. */
  search: string;
}

export const hrefOf = (spec: ListSpec, row: Row): string =>
  spec.href.replace(/\{(\w+)\}/g, (_, key: string) => String(row[key]));

/** The columns as one user arranged them: visibility, order, widths. */
export type KeptColumns = { key: string; width: number; hidden: boolean; pinned?: boolean }[];

/** The list's columns in the user's order. New columns take their place in the code; removed ones are dropped. */
export function arrange(columns: readonly Column[], kept: KeptColumns | null): Column[] {
  if (!kept) return [...columns];
  const place = new Map(kept.map((column, index) => [column.key, index]));
  const known = (column: Column, index: number) => place.get(column.key) ?? index - 0.5;
  return columns
    .map((column, index) => ({ column, at: known(column, index) }))
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => {
      const own = kept.find(({ key }) => key === column.key);
      return own ? { ...column, width: own.width, hidden: own.hidden, pinned: Boolean(own.pinned) } : column;
    });
}

/** Only the named columns, in that order, as a saved view stores them. */
export const arrangeAs = (columns: readonly Column[], keys: readonly string[]): Column[] =>
  arrange(
    columns,
    [...columns]
      .sort((a, b) => (keys.indexOf(a.key) + 1 || 99) - (keys.indexOf(b.key) + 1 || 99))
      .map(({ key, width }) => ({ key, width, hidden: !keys.includes(key) })),
  );

/**
 * All columns before the browser's stored arrangement is known: as the list or the saved view in the address has
 * them.
 */
export const columnsFor = ({ columns }: ListSpec, asked: string): Column[] =>
  asked ? arrangeAs(columns, asked.split(',')) : [...columns];
