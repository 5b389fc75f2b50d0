import type { CallAnswer, CallName } from '#domain/endpoints.ts';
import { headOf, seenFields, shortOf, type Field, type Fields, type Words } from '#domain/fields.ts';
import type { SavedView } from '#domain/users/schema.ts';
import type { Tone } from '../Bits.tsx';

/** Calls that answer a page of rows. */
export type ListCall = {
  [N in CallName]: CallAnswer<N> extends { rows: unknown[]; total: number } ? N : never;
}[CallName];

/** A row as the list shows it; `id` tells rows apart. */
export type Row = { id: number } & Record<string, unknown>;

export interface Column {
  /** Field of the row, name of the order in the call, name in saved columns. */
  key: string;
  label: string;
  kind: 'text' | 'money' | 'day' | 'instant' | 'number' | 'percent' | 'badge' | 'phone' | 'picture';
  /** Pixels at the least; what is left over is shared in proportion. */
  width: number;
  sortable?: boolean;
  /** Not shown until chosen. */
  hidden?: boolean;
  /** Stays at the left while the grid scrolls sideways. */
  pinned?: boolean;
  /** The link that opens the row, and the title of a card. */
  strong?: boolean;
  /** Goes on in a second line where it is long: its end matters. */
  wrap?: boolean;
  /** `day`: rows stand under their days while they are in its order and narrowed by this filter. */
  days?: string;
  /** In place of the dash where there is nothing. */
  empty?: string;
  suffix?: string;
  /** `text`: word of each value. */
  words?: Words;
  /** `badge`: word and colour by value. */
  badges?: Record<string, { label: string; tone: Tone }>;
  /** `badge`: another word while the row has value `when` and its day in `field` is at most `days` away. */
  due?: { when: string; field: string; days: number; label: string };
  /** `money`: the net part of the VAT-inclusive field `of`, at the row's rate. */
  net?: { of: string; rate: string };
}

/**
 * Something the list can be narrowed by; its key is the parameter of the call and of the URL. Its keys do not depend on what it offers:
 * the server asks for the rows before it knows. `hidden`: there is nothing to choose, an address or a saved view may hold it all the same.
 */
export type Filter = { hidden?: boolean } & (
  | {
      kind: 'choice';
      key: string;
      label: string;
      options: readonly { value: string; label: string }[];
      /** What it is when nothing is chosen; "Qualsiasi" without it. */
      none?: string;
    }
  | { kind: 'many'; key: string; label: string; options: readonly { value: string; label: string }[] }
  /** Two ends: days, percentages, or amounts that stand in euro in the URL and in cents in the call. */
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
  /** As the URL holds it; empty: everything. */
  state: Record<string, string>;
}

/** All that makes one list, as plain data: the server, the grid, cards, chooser and export read the same. */
export interface ListSpec {
  area: SavedView['area'];
  title: string;
  /** After the count: one, many. */
  noun: readonly [string, string];
  call: ListCall;
  exportCall?: CallName;
  /** A PDF of what is filtered, in the menu of the exports. */
  paper?: { call: CallName; label: string };
  columns: readonly Column[];
  filters: readonly Filter[];
  /** The first one is everything. */
  views: readonly View[];
  /** The order without a choice; the backend's own. */
  sort: { key: string; dir: 'asc' | 'desc' };
  searchHint: string;
  /** Path of a row with its fields in braces: `?id={id}`. */
  href: string;
  /** Sums under their column, by the field of the answer that holds them. */
  totals?: Record<string, string>;
  create?: { label: string; href: string };
  /** Why the list is empty when nothing is filtered. */
  empty: string;
  /** Whose columns are kept. */
  userId: number;
}

const kinds = { money: 'money', day: 'day', number: 'number', percent: 'percent', flag: 'badge' } as const;
const widths = { money: 110, day: 110, number: 100, percent: 80, badge: 110, text: 140 } as const;
const yesNo = { true: { label: 'Sì', tone: 'ok' }, false: { label: 'No', tone: 'mute' } } as const;

/** A column as its field says it. */
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

/** Pixels of a letter in a head, as system fonts draw it. */
const inked = (letter: string) => (/[fijlrtI ’]/.test(letter) ? 5 : /[mw]/i.test(letter) ? 12.5 : 8.3);

/** No head is cut: there is room for its words, what stands around them, and the arrow of the order. */
function roomy(column: Column): Column {
  const words = [...column.label].reduce((sum, letter) => sum + inked(letter), 0);
  return { ...column, width: Math.max(column.width, Math.ceil(words) + (column.sortable ? 44 : 29)) };
}

/** What a list says of a column: a field's key with what differs, or a whole column of its own. */
type Shown = readonly ({ key: string } & Partial<Column>)[];

/** The columns of a list of records: the named ones in their order, then every other field, hidden until it is chosen; only what who holds these privileges may see. */
export function columnsOf(all: Fields, held: readonly number[], shown: Shown): Column[] {
  const fields = seenFields(all, held);
  const named = shown
    .filter(({ key }) => !(key in all) || key in fields)
    .map((column) => {
      const field = fields[column.key];
      // The name of what the field points to stands in the row, not the id.
      return { ...(field && columnOf(column.key, field)), ...column, key: field?.shown ?? column.key } as Column;
    });
  const rest = Object.entries(fields)
    .filter(([key, field]) => headOf(field) !== null && !shown.some((column) => column.key === key))
    .map(([key, field]) => ({ ...columnOf(key, field), hidden: true }));
  return [...named, ...rest].map(roomy);
}

/** Something that can be done with a row or with the chosen ones. */
export interface Action {
  label: string;
  /** A path to go to, or what to do. */
  href?: string;
  newTab?: boolean;
  run?: () => void;
  danger?: boolean;
}

/** What may be changed in a cell, and how. */
export interface Editing<R extends Row = Row> {
  /** Fields of the record; columns of theirs that are typed can be changed. */
  fields: Fields;
  /** The row with the changed value, saved over the version it carries. */
  save: (row: R) => Promise<R>;
  /** The record in sentences. */
  nameOf: (row: R) => string;
}

/** What an answer to a list's call holds. */
export type ListPage<R extends Row = Row> = { rows: R[]; total: number; counts?: (number | null)[] } & Record<
  string,
  unknown
>;

export interface ListData {
  /** With the counts of the list's views, then of the saved ones. */
  page: ListPage;
  saved: SavedView[];
  /** The address that the page was asked with, from `?` on. */
  search: string;
}

export const hrefOf = (spec: ListSpec, row: Row): string =>
  spec.href.replace(/\{(\w+)\}/g, (_, key: string) => String(row[key]));

/** Choices kept per user: what is shown, in which order, how wide. */
export type KeptColumns = { key: string; width: number; hidden: boolean; pinned?: boolean }[];

/** The list's columns in the kept order; new ones at their place in the code, gone ones forgotten. */
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

/** Only the named columns, in that order: how a saved view keeps them. */
export const arrangeAs = (columns: readonly Column[], keys: readonly string[]): Column[] =>
  arrange(
    columns,
    [...columns]
      .sort((a, b) => (keys.indexOf(a.key) + 1 || 99) - (keys.indexOf(b.key) + 1 || 99))
      .map(({ key, width }) => ({ key, width, hidden: !keys.includes(key) })),
  );

/** All columns before the person's own choice is known: as the list or the saved view in the address has them. */
export const columnsFor = ({ columns }: ListSpec, asked: string): Column[] =>
  asked ? arrangeAs(columns, asked.split(',')) : [...columns];
