/** Examples of a table of future values, worked by the rule of quotes (rules.md §16). */
import { futureValueOf, withMonths } from '../future-value.ts';
import type { Cell } from './fields.ts';

/** The duration that examples show where the table has it. */
const USUAL = 36;
/** How far into a band of mileage the first example lies. */
export const SHARE = { of: 2, in: 5 } as const;

export interface Worked {
  rule: 'mileages' | 'durations' | 'cell';
  months: number;
  kmPerYear: number;
  /** Null: the table guarantees nothing there. */
  percent: number | null;
}

const sorted = (all: readonly number[]): number[] => [...new Set(all)].toSorted((a, b) => a - b);

/**
 * One example of each rule that the table can show: between two mileages of its first band, in the middle between two
 * durations, and a value that stands there. Empty: the table has no values.
 */
export function workedOf(cells: readonly Cell[], betweenMonths: boolean): Worked[] {
  const durations = sorted(cells.map(({ months }) => months));
  const months = durations.includes(USUAL) ? USUAL : durations[Math.floor((durations.length - 1) / 2)];
  if (months === undefined) return [];
  const [least, second] = sorted(cells.filter((cell) => cell.months === months).map(({ kmPerYear }) => kmPerYear)) as [number, number?]; // prettier-ignore
  const next = durations.find((one) => one > months);
  const middle = next === undefined ? months : Math.floor((months + next) / 2);
  const kmPerYear = second ?? least;
  const table = betweenMonths ? withMonths(cells, [middle]) : cells;
  const at = (rule: Worked['rule'], of: number, km: number): Worked => ({
    rule,
    months: of,
    kmPerYear: km,
    percent: futureValueOf(table, of, km)?.percent ?? null,
  });
  return [
    ...(second === undefined
      ? []
      : [at('mileages', months, Math.round(least + (SHARE.of / SHARE.in) * (second - least)))]),
    ...(middle === months ? [] : [at('durations', middle, kmPerYear)]),
    at('cell', months, kmPerYear),
  ];
}
