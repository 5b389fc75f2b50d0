/** The durations and mileages of a grid of future values, and what a sheet's cells put into it. */
import type { Cell } from '#domain/financials/tables/fields.ts';
import { parseNumber } from '#domain/italian.ts';

/** What a new table begins with. */
const [MONTHS, MILEAGES] = [
  [12, 24, 36, 48, 60],
  [10_000, 15_000, 20_000],
];

export interface Axes {
  months: readonly number[];
  mileages: readonly number[];
}

const sorted = (numbers: readonly number[]) => [...new Set(numbers)].toSorted((a, b) => a - b);

/** The axes of these values and of rows and columns that were added; a table without values begins with the usual ones. */
export const axesOf = (cells: readonly Cell[], added: Axes): Axes => ({
  months: sorted([...(cells.length > 0 ? cells.map(({ months }) => months) : MONTHS!), ...added.months]),
  mileages: sorted([...(cells.length > 0 ? cells.map(({ kmPerYear }) => kmPerYear) : MILEAGES!), ...added.mileages]),
});

const isAt = (cell: Cell, { months, kmPerYear }: Pick<Cell, 'months' | 'kmPerYear'>) =>
  cell.months === months && cell.kmPerYear === kmPerYear;

/** The percent of a typed text: null for none, NaN for one that is no number. */
export const percentOf = (text: string): number | null =>
  text.trim() === '' ? null : (parseNumber(text.replace('%', '')) ?? NaN);

/** The values with one of them put in or, by null, taken out; in the order of the grid. */
export function withCell(
  cells: readonly Cell[],
  at: Pick<Cell, 'months' | 'kmPerYear'>,
  percent: number | null,
): Cell[] {
  const rest = cells.filter((cell) => !isAt(cell, at));
  const all = percent === null ? rest : [...rest, { ...at, percent }];
  return all.toSorted((a, b) => a.months - b.months || a.kmPerYear - b.kmPerYear);
}

export interface Block {
  cells: Cell[];
  numbers: number;
  empty: number;
  wrong: number;
}

/** A block of a sheet put over the grid from one of its cells on; what lies beyond the grid is left out. */
export function withBlock(
  cells: readonly Cell[],
  axes: Axes,
  from: { row: number; column: number },
  text: string,
): Block {
  const block: Block = { cells: [...cells], numbers: 0, empty: 0, wrong: 0 };
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const [down, line] of lines.entries())
    for (const [right, typed] of line.split('\t').entries()) {
      const [months, kmPerYear] = [axes.months[from.row + down], axes.mileages[from.column + right]];
      if (months === undefined || kmPerYear === undefined) continue;
      const percent = percentOf(typed);
      block.cells = withCell(block.cells, { months, kmPerYear }, percent);
      block[percent === null ? 'empty' : Number.isNaN(percent) ? 'wrong' : 'numbers'] += 1;
    }
  return block;
}
