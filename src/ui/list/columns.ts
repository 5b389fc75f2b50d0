import type { CallAnswer, CallName } from '#domain/endpoints.ts';
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
  kind: 'text' | 'money' | 'day' | 'instant' | 'number' | 'percent' | 'badge' | 'bool';
  /** Pixels at the least; what is left over is shared in proportion. */
  width: number;
  sortable?: boolean;
  /** Not shown until chosen. */
  hidden?: boolean;
  /** The link that opens the row, and the title of a card. */
  strong?: boolean;
  /** In place of the dash where there is nothing. */
  empty?: string;
  suffix?: string;
  /** `badge`: word and colour by value. */
  badges?: Record<string, { label: string; tone: Tone }>;
  /** `badge`: another word while the row has value `when` and its day in `field` is at most `days` away. */
  due?: { when: string; field: string; days: number; label: string };
  /** `money`: the net part of the VAT-inclusive field `of`, at the row's rate. */
  net?: { of: string; rate: string };
}

/** Something the list can be narrowed by; its key is the parameter of the call and of the URL. */
export type Filter =
  | {
      kind: 'choice';
      key: string;
      label: string;
      options: readonly { value: string; label: string }[];
      /** What it is when nothing is chosen; "Qualsiasi" without it. */
      none?: string;
    }
  | { kind: 'many'; key: string; label: string; options: readonly { value: string; label: string }[] }
  | { kind: 'range'; key: string; to: string; label: string };

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

export type ListPage = { rows: Row[]; total: number } & Record<string, unknown>;

export interface ListData {
  page: ListPage;
  /** Rows of each of `views`. */
  counts: number[];
  saved: SavedView[];
  /** The address that the page was asked with, from `?` on. */
  search: string;
}

export const hrefOf = (spec: ListSpec, row: Row): string =>
  spec.href.replace(/\{(\w+)\}/g, (_, key: string) => String(row[key]));

/** Choices kept per user: what is shown, in which order, how wide. */
export type KeptColumns = { key: string; width: number; hidden: boolean }[];

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
      return own ? { ...column, width: own.width, hidden: own.hidden } : column;
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
