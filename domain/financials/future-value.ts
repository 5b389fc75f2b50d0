/** Guaranteed future values by months and kilometres a year (VFG; domain.md §2.12, §2.20). */
import { round } from '../money.ts';

export interface FutureValue {
  months: number;
  /** Kilometres a year, included. */
  kmPerYear: number;
  /** Of the plan's basis. */
  percent: number;
}

/**
 * The row of the table for a duration and a mileage a year: the smallest mileage that holds it. Without a mileage the smallest of
 * the duration. Null: the table has none.
 */
export function futureValueOf<Row extends FutureValue>(
  table: readonly Row[],
  months: number,
  kmPerYear = 0,
): Row | null {
  const fits = table.filter((row) => row.months === months && row.kmPerYear >= kmPerYear);
  return fits.reduce<Row | null>((best, row) => (best && best.kmPerYear <= row.kmPerYear ? best : row), null);
}

/** Kilometres that a plan includes over its whole duration. */
export const includedKm = ({ kmPerYear }: Pick<FutureValue, 'kmPerYear'>, months: number): number =>
  round((kmPerYear * months) / 12);

/** What driving `kmOver` kilometres past the included ones costs at the end, in cents; the price is euros per km (0.08). */
export const exceedCost = (kmOver: number, eurosPerKm: number): number => round(Math.max(0, kmOver) * eurosPerKm * 100);
