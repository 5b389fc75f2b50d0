/**
 * A list's HTML holds its rows once, as its table. The island reads them back from there; what the table does not say, or not
 * exactly, comes beside it as JSON: what all rows have alike, and column by column what differs.
 */
import { parseNumber } from '#domain/italian.ts';
import { cellText } from './cells.tsx';
import { columnsFor, type Column, type ListData, type ListPage, type ListSpec, type Row } from './columns.ts';
import { readState } from './state.ts';

interface Rest {
  count: number;
  same: Record<string, unknown>;
  each: Record<string, unknown[]>;
}

const shownAt = (spec: ListSpec, search: string) =>
  columnsFor(spec, readState(spec, search).columns).filter(({ hidden }) => !hidden);

const keyOf = (words: Readonly<Record<string, unknown>>, text: string, read: (word: unknown) => unknown) =>
  Object.keys(words).find((key) => read(words[key]) === text);

/** The value that a cell's text says; `pack` checks that it is exactly the row's own. */
function valueOf({ kind, empty = '—', suffix = '', words: named, badges = {} }: Column, text: string): unknown {
  if (text === empty) return null;
  switch (kind) {
    case 'money':
      return Math.round((parseNumber(text) ?? NaN) * 100);
    case 'number':
      return parseNumber(text, suffix);
    case 'percent':
      return parseNumber(text, '%');
    case 'day':
      return text.split('/').reverse().join('-');
    case 'badge': {
      const key = keyOf(badges, text, (badge) => (badge as { label: string }).label);
      return key === 'true' || key === 'false' ? key === 'true' : key;
    }
    case 'text':
      return (named && keyOf(named, text, (word) => word)) ?? text;
    case 'instant':
    case 'phone':
    case 'picture':
      // "oggi 14:30" does not say the second, a telephone in groups not its country.
      return undefined;
  }
}

/** On the server: the page with its rows for the table, and what the browser needs besides. */
export function pack(spec: ListSpec, search: string, { rows, ...page }: ListPage): Pick<ListData, 'page' | 'rest'> {
  const said = shownAt(spec, search).filter((column) =>
    rows.every((row) => {
      const text = column.net ? '' : cellText(column, row);
      // HTML does not keep these characters as they are.
      return !/[\0\r]/.test(text) && Object.is(valueOf(column, text), row[column.key]);
    }),
  );
  const rest: Rest = { count: rows.length, same: {}, each: {} };
  for (const key of Object.keys(rows[0] ?? {})) {
    if (said.some((column) => column.key === key)) continue;
    const values = rows.map((row) => row[key]);
    if (values.every((value) => Object.is(value, values[0]))) rest.same[key] = values[0];
    else rest.each[key] = values;
  }
  // Not enumerable: the table is made of them, the island's properties are not.
  return {
    page: Object.defineProperty(page, 'rows', { value: rows }) as unknown as ListPage,
    rest: JSON.stringify(rest),
  };
}

/** The rows of the page: on the server as they came, in the browser from the server's table, which has not changed yet. */
export function rowsOf(spec: ListSpec, { page, rest, search }: ListData): Row[] {
  if (page.rows) return page.rows;
  const { count, same, each } = JSON.parse(rest!) as Rest;
  const columns = shownAt(spec, search);
  // A page may hold lists of several areas.
  const table = document.querySelector<HTMLTableElement>(`.list-table[data-area="${spec.area}"]`);
  const shown = table?.querySelectorAll('tr[data-id]') ?? [];
  return Array.from({ length: count }, (_, index) => {
    const cells = shown[index]!.querySelectorAll('[data-label]');
    const said = columns.map((column, at) => [column.key, valueOf(column, cells[at]!.textContent)]);
    const beside = Object.entries(each).map(([key, values]) => [key, values[index]]);
    return { ...Object.fromEntries(said), ...same, ...Object.fromEntries(beside) } as Row;
  });
}
