import type { Cell } from '#domain/financials/tables/fields.ts';
import { hundredths, tenths } from '#domain/italian.ts';
import { round } from '#domain/money.ts';
import { t } from '#site/lib/intl.ts';
import { futureTables as words } from '#site/messages/it/future-tables.ts';

/** `54,4 %`, `48,35 %`: values stand below each other, so all have one decimal, or both that they need. */
export const share = (value: number): string =>
  `${(round(value * 100) % 10 === 0 ? tenths : hundredths)(value)}\u00a0%`;

/** The values of one duration, by mileage. */
export const rowOf = (cells: readonly Cell[], months: number): Cell[] =>
  cells.filter((cell) => cell.months === months).toSorted((a, b) => a.kmPerYear - b.kmPerYear);

/** The durations of the table around one that it lacks; null: it lies outside of them. */
export function aroundOf(cells: readonly Cell[], months: number): { from: number; to: number } | null {
  const known = [...new Set(cells.map((cell) => cell.months))].toSorted((a, b) => a - b);
  const [from, to] = [known.findLast((one) => one < months), known.find((one) => one > months)];
  return from === undefined || to === undefined || known.includes(months) ? null : { from, to };
}

/** Where a value comes from: a cell, or between which cells it lies. */
export function sourceOf(cells: readonly Cell[], months: number, kmPerYear: number): string {
  const around = aroundOf(cells, months);
  if (around) return t(words.betweenMonths, around);
  const row = rowOf(cells, months);
  const at = row.findIndex((cell) => cell.kmPerYear >= kmPerYear);
  const [above, below] = [row[at], row[at - 1]];
  return above && below && above.kmPerYear !== kmPerYear
    ? t(words.between, { from: share(below.percent), to: share(above.percent) })
    : words.inTable;
}
