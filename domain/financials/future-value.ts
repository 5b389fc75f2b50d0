/** Guaranteed future values by months and kilometres a year (VFG; domain.md §2.12, §2.20). */
import { round } from '../money.ts';

export interface FutureValue {
  months: number;
  /** Kilometres a year, included. */
  kmPerYear: number;
  /** Of the plan's basis. */
  percent: number;
}

/** A row of a plan's tables: that of a basket of versions, or of all cars that are in none of them. */
export interface BasketValue extends FutureValue {
  basketId: number | null;
}

/** The table of a car that is in these baskets: the rows of its baskets, where the plan has any; else those without one. */
export function tableFor(rows: readonly BasketValue[], baskets: readonly number[]): FutureValue[] {
  const own = rows.filter(({ basketId }) => basketId !== null && baskets.includes(basketId));
  const table = own.length > 0 ? own : rows.filter(({ basketId }) => basketId === null);
  return table.map(({ months, kmPerYear, percent }) => ({ months, kmPerYear, percent }));
}

/**
 * The value of the table for a duration and a mileage a year: exact for the months, on the straight line between two mileages, and
 * never below the smallest one, which stands for no mileage too. Null: the table has no such duration, or ends before the mileage.
 */
export function futureValueOf(table: readonly FutureValue[], months: number, kmPerYear = 0): FutureValue | null {
  const rows = table.filter((row) => row.months === months).toSorted((a, b) => a.kmPerYear - b.kmPerYear);
  const at = rows.findIndex((row) => row.kmPerYear >= kmPerYear);
  const [above, below] = [rows[at], rows[at - 1]];
  if (!above || !below || above.kmPerYear === kmPerYear) return above ?? null;
  const share = (kmPerYear - below.kmPerYear) / (above.kmPerYear - below.kmPerYear);
  return { months, kmPerYear, percent: round((below.percent + share * (above.percent - below.percent)) * 100) / 100 };
}

/** Least and most kilometres a year of a table for a duration; null: it has none. */
export function kmLimits(table: readonly FutureValue[], months: number): { least: number; most: number } | null {
  const all = table.filter((row) => row.months === months).map(({ kmPerYear }) => kmPerYear);
  return all.length > 0 ? { least: Math.min(...all), most: Math.max(...all) } : null;
}

/** Kilometres that a plan includes over its whole duration. */
export const includedKm = ({ kmPerYear }: Pick<FutureValue, 'kmPerYear'>, months: number): number =>
  round((kmPerYear * months) / 12);
