/** Guaranteed future values by months and yearly mileage (VFG; rules.md §9, §16). */
import { round } from '../money.ts';

export interface FutureValue {
  months: number;
  /** Included kilometres a year. */
  kmPerYear: number;
  /** Percent of the plan's basis. */
  percent: number;
}

/** A row of a plan's tables: for a basket of versions, or (null) for all cars in none of them. */
export interface BasketValue extends FutureValue {
  basketId: number | null;
}

/**
 * The table for a car in these baskets: the rows of its baskets if the plan has any, else the rows without a basket.
 */
export function tableFor(rows: readonly BasketValue[], baskets: readonly number[]): FutureValue[] {
  const own = rows.filter(({ basketId }) => basketId !== null && baskets.includes(basketId));
  const table = own.length > 0 ? own : rows.filter(({ basketId }) => basketId === null);
  return table.map(({ months, kmPerYear, percent }) => ({ months, kmPerYear, percent }));
}

/**
 * The value for a duration and a yearly mileage: exact for the months, interpolated between two mileages; a mileage
 * below the smallest one, or none, gives the smallest one's value. Null when the table lacks the duration or ends
 * before the mileage.
 */
export function futureValueOf(table: readonly FutureValue[], months: number, kmPerYear = 0): FutureValue | null {
  const rows = table.filter((row) => row.months === months).toSorted((a, b) => a.kmPerYear - b.kmPerYear);
  const at = rows.findIndex((row) => row.kmPerYear >= kmPerYear);
  const [above, below] = [rows[at], rows[at - 1]];
  if (!above || !below || above.kmPerYear === kmPerYear) return above ?? null;
  const share = (kmPerYear - below.kmPerYear) / (above.kmPerYear - below.kmPerYear);
  return { months, kmPerYear, percent: round((below.percent + share * (above.percent - below.percent)) * 100) / 100 };
}

/** Smallest and largest yearly mileage of a table for a duration; null when it has none. */
export function kmLimits(table: readonly FutureValue[], months: number): { least: number; most: number } | null {
  const all = table.filter((row) => row.months === months).map(({ kmPerYear }) => kmPerYear);
  return all.length > 0 ? { least: Math.min(...all), most: Math.max(...all) } : null;
}

/** Kilometres that a plan includes over its whole duration. */
export const includedKm = ({ kmPerYear }: Pick<FutureValue, 'kmPerYear'>, months: number): number =>
  round((kmPerYear * months) / 12);
