/** Guaranteed future values by months and yearly mileage (VFG; rules.md §9, §16). */
import { round } from '../money.ts';
import type { balloonBases } from './terms.ts';

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
  const [above, below] = nearest(table, months, kmPerYear);
  if (!above) return null;
  const percent = round(fine(lineAt(above, below, kmPerYear)) * 100) / 100;
  return { months, kmPerYear: below ? kmPerYear : above.kmPerYear, percent };
}

/** The row of the next mileage up, and the one below unless the mileage is the row's own or none is smaller. */
function nearest(table: readonly FutureValue[], months: number, kmPerYear: number) {
  const rows = table.filter((row) => row.months === months).toSorted((a, b) => a.kmPerYear - b.kmPerYear);
  const at = rows.findIndex((row) => row.kmPerYear >= kmPerYear);
  const above = rows[at];
  return [above, above?.kmPerYear === kmPerYear ? undefined : rows[at - 1]] as const;
}

const lineAt = (above: FutureValue, below: FutureValue | undefined, kmPerYear: number): number =>
  below
    ? below.percent +
      ((kmPerYear - below.kmPerYear) / (above.kmPerYear - below.kmPerYear)) * (above.percent - below.percent)
    : above.percent;

/** The percent for a duration of the table, not rounded. */
function exactOf(table: readonly FutureValue[], months: number, kmPerYear: number): number | null {
  const [above, below] = nearest(table, months, kmPerYear);
  return above ? lineAt(above, below, kmPerYear) : null;
}

/** Without what floating point adds, so that only the end is rounded. Others are reckoned from a value of nine digits. */
const fine = (percent: number, parts = 1e6) => round(percent * parts) / parts;

/** A table of the manufacturer, as it is in force on a day. */
export interface GuaranteeTable {
  id: number;
  basis: (typeof balloonBases)[number];
  /** The versions that it is for; null: all others. */
  basketId: number | null;
  /** Durations between two of the table are worth what lies between them. */
  betweenMonths: boolean;
  cells: readonly FutureValue[];
}

/**
 * The rows of a table with those of further durations, each in a straight line between the two nearest durations, at
 * every mileage that both reach. A duration outside of the table has none.
 */
export function withMonths(table: readonly FutureValue[], months: readonly number[]): FutureValue[] {
  const known = [...new Set(table.map((row) => row.months))].toSorted((a, b) => a - b);
  const between = months.flatMap((each) => {
    const [before, after] = [known.findLast((one) => one < each), known.find((one) => one > each)];
    if (known.includes(each) || before === undefined || after === undefined) return [];
    const share = (each - before) / (after - before);
    const mileages = new Set(table.filter((row) => row.months === before || row.months === after).map((row) => row.kmPerYear)); // prettier-ignore
    return [...mileages].flatMap((kmPerYear) => {
      const [from, to] = [exactOf(table, before, kmPerYear), exactOf(table, after, kmPerYear)];
      return from === null || to === null
        ? []
        : [{ months: each, kmPerYear, percent: fine(from + share * (to - from), 1e9) }];
    });
  });
  return [...table, ...between];
}

interface Named {
  futureValues: readonly BasketValue[];
  futureTableIds: readonly number[];
  balloonBasis: GuaranteeTable['basis'] | null;
  terms: readonly { months: number }[];
}

/**
 * The future values of a plan for a car in these baskets, and what they are percent of: of the first named table in
 * force that is for one of its baskets, else of one for all others; a plan that names no table has its own rows.
 * `guaranteed`: what no table in force says, the plan does not offer.
 */
export function valuesFor(plan: Named, tables: readonly GuaranteeTable[], baskets: readonly number[]) {
  const { futureTableIds, balloonBasis } = plan;
  if (futureTableIds.length === 0)
    return { futureValues: tableFor(plan.futureValues, baskets), balloonBasis, guaranteed: false };
  const named = futureTableIds.flatMap((id) => tables.find((table) => table.id === id) ?? []);
  const table =
    named.find(({ basketId }) => basketId !== null && baskets.includes(basketId)) ??
    named.find(({ basketId }) => basketId === null);
  if (!table) return { futureValues: [], balloonBasis, guaranteed: true };
  const months = plan.terms.map((term) => term.months);
  const futureValues = table.betweenMonths ? withMonths(table.cells, months) : [...table.cells];
  return { futureValues, balloonBasis: table.basis, guaranteed: true };
}

/** Smallest and largest yearly mileage of a table for a duration; null when it has none. */
export function kmLimits(table: readonly FutureValue[], months: number): { least: number; most: number } | null {
  const all = table.filter((row) => row.months === months).map(({ kmPerYear }) => kmPerYear);
  return all.length > 0 ? { least: Math.min(...all), most: Math.max(...all) } : null;
}

/** Kilometres that a plan includes over its whole duration. */
export const includedKm = ({ kmPerYear }: Pick<FutureValue, 'kmPerYear'>, months: number): number =>
  round((kmPerYear * months) / 12);
