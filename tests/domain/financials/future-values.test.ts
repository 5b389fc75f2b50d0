import { describe, expect, test } from 'vitest';
import { futureValueOf, valuesFor, withMonths } from '#domain/financials/future-value.ts';
import { assess } from '#domain/financials/offers.ts';
import { faultsOf } from '#domain/financials/tables/check.ts';
import type { Cell } from '#domain/financials/tables/fields.ts';
import { workedOf } from '#domain/financials/tables/worked.ts';
import { tableStateOn } from '#domain/financials/tables/terms.ts';
import { percentOf } from '#domain/money.ts';
import { example } from '#tests/support/areas/future-tables.ts';
import { aPlan, aSheet } from '#tests/support/price-sheet.ts';

/** Read by hand from the reference table: percent at 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 and 20 thousand kilometres. */
const read: Record<number, number[]> = {
  12: [74, 73.6, 73.2, 72.8, 72.4, 72, 71.4, 70.8, 70.2, 69.6, 69],
  24: [64, 63.4, 62.8, 62.2, 61.6, 61, 60.2, 59.4, 58.6, 57.8, 57],
  30: [60, 59.3, 58.6, 57.9, 57.2, 56.5, 55.6, 54.7, 53.8, 52.9, 52],
  36: [56, 55.2, 54.4, 53.6, 52.8, 52, 51, 50, 49, 48, 47],
  42: [52.5, 51.7, 50.9, 50.1, 49.3, 48.5, 47.5, 46.5, 45.5, 44.5, 43.5],
  48: [49, 48.2, 47.4, 46.6, 45.8, 45, 44, 43, 42, 41, 40],
  54: [46, 45.2, 44.4, 43.6, 42.8, 42, 41, 40, 39, 38, 37],
  60: [43, 42.2, 41.4, 40.6, 39.8, 39, 38, 37, 36, 35, 34],
};
const at = (months: number, km: number, table = example) => futureValueOf(table, months, km)?.percent ?? null;

describe('future-values', () => {
  test('every duration and mileage is what the table says, read by hand', () => {
    const between = withMonths(example, Object.keys(read).map(Number));
    for (const [months, row] of Object.entries(read))
      expect(
        row.map((_, i) => at(Number(months), 10_000 + i * 1000, between)),
        months,
      ).toEqual(row);
    expect(at(36, 12_000)).toBe(54.4);
    expect(at(42, 15_000, between)).toBe(48.5);
    expect(percentOf(26_000_00, at(36, 15_000)!)).toBe(13_520_00);
  });

  test('each rule of a table is shown worked: between mileages, between durations, a value that stands there', () => {
    const lines = (table: Cell[], between: boolean) => workedOf(table, between).map(({ rule, months, kmPerYear, percent }) => [rule, months, kmPerYear, percent]); // prettier-ignore
    expect(lines(example, true)).toEqual([
      ['mileages', 36, 12_000, 54.4],
      ['durations', 42, 15_000, 48.5],
      ['cell', 36, 15_000, 52],
    ]);
    expect(lines(example, false)[1]).toEqual(['durations', 42, 15_000, null]);
    // Of tables without bands, or with one duration, what there is to show.
    expect(lines([{ months: 24, kmPerYear: 10_000, percent: 60 }], true)).toEqual([['cell', 24, 10_000, 60]]);
    expect(lines([], true)).toEqual([]);
  });

  test('every month from the first duration to the last, and every 250 km, lies on the lines between its four cells', () => {
    const [months, mileages] = [({ months: of }: Cell) => of, ({ kmPerYear }: Cell) => kmPerYear].map((of) =>
      [...new Set(example.map(of))].toSorted((a, b) => a - b),
    ) as [number[], number[]];
    /** In tenths of a percent, so that all is counted in whole numbers. */
    const tenths = (of: number, km: number) => Math.round(at(of, km)! * 10);
    const around = (all: readonly number[], one: number) => {
      const next = all.findIndex((other) => other >= one);
      return [all[Math.max(0, next - 1)]!, all[next]!] as const;
    };
    const all = Array.from({ length: months.at(-1)! - months[0]! + 1 }, (_, i) => months[0]! + i);
    const table = withMonths(example, all);
    for (const month of all)
      for (let km = mileages[0]!; km <= mileages.at(-1)!; km += 250) {
        const [[sooner, later], [fewer, more]] = [around(months, month), around(mileages, km)];
        const [long, far] = [later - sooner || 1, more - fewer || 1];
        const [m, k] = [month - sooner, km - fewer];
        const exact =
          (long - m) * ((far - k) * tenths(sooner, fewer) + k * tenths(sooner, more)) +
          m * ((far - k) * tenths(later, fewer) + k * tenths(later, more));
        // Half up, to hundredths of a percent.
        const wanted = Math.floor((2 * 10 * exact + long * far) / (2 * long * far)) / 100;
        expect([month, km, at(month, km, table)]).toEqual([month, km, wanted]);
      }
  });

  test('a duration is exact unless the table says otherwise, and nothing is guaranteed beyond its ends', () => {
    expect(at(42, 15_000)).toBeNull();
    expect(at(36, 20_001)).toBeNull();
    expect(at(36, 1000)).toBe(56);
    const beyond = withMonths(example, [6, 61]);
    expect([at(6, 15_000, beyond), at(61, 15_000, beyond)]).toEqual([null, null]);
    // A mileage that one of the two durations does not reach is not reached between them.
    const short = example.filter(({ months, kmPerYear }) => months !== 48 || kmPerYear < 20_000);
    expect(at(42, 16_000, withMonths(short, [42]))).toBeNull();
    expect(at(42, 15_000, withMonths(short, [42]))).toBe(48.5);
  });

  test('a value is never 0 or above the limit, said twice, or higher after more kilometres or months', () => {
    const cell = (months: number, kmPerYear: number, percent: number) => ({ months, kmPerYear, percent });
    expect(faultsOf(example)).toEqual([]);
    const faulty = [cell(24, 10_000, 60), cell(24, 15_000, 61), cell(36, 10_000, 60.5), cell(36, 10_000, 50)];
    expect(faultsOf(faulty).map(({ at: place }) => place)).toEqual([1, 2, 3]);
    expect(faultsOf([cell(24, 10_000, 0), cell(24, 12_000, 101), cell(24, 14_000, Number.NaN)])).toHaveLength(3);
  });

  test('a plan takes the table of the car’s basket before the one of all others, and nothing when none is in force', () => {
    const terms = [{ months: 42, tan: 5, balloonPercent: 30 }];
    const plan = { futureValues: [], futureTableIds: [1, 2], balloonBasis: null, terms };
    const table = (id: number, basketId: number | null) =>
      ({ id, basis: 'car_price', basketId, betweenMonths: true, cells: example }) as const;
    const tables = [table(1, null), { ...table(2, 7), basis: 'kih' as const }, table(3, 7)];
    expect(valuesFor(plan, tables, [7])).toMatchObject({ balloonBasis: 'kih', guaranteed: true });
    expect(valuesFor(plan, tables, [])).toMatchObject({ balloonBasis: 'car_price', guaranteed: true });
    expect(at(42, 15_000, valuesFor(plan, tables, []).futureValues)).toBe(48.5);
    expect(valuesFor(plan, [table(3, 7)], [7])).toMatchObject({ futureValues: [], guaranteed: true });
    // Such a plan says why it cannot be chosen, instead of falling back on its own balloon.
    const stopped = aPlan({ type: 'tcm', terms, balloonBasis: 'kih', guaranteed: true });
    const choice = { months: 42, amount: 20_000_00, protection: false };
    const basis = { listTotal: 26_000_00, keysInHand: 26_000_00, upfront: 6_000_00 };
    expect(assess(stopped, choice, basis, aSheet().params).issues).toMatchObject([{ path: 'financing.months' }]);
  });

  test('an edition is in force from its first day to the day before the next one', () => {
    const table = { draft: false, validFrom: '2026-12-01', until: '2026-12-31' };
    const on = (day: string) => tableStateOn(table, day);
    expect(['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'].map(on)).toEqual([
      ...['scheduled', 'running', 'running', 'over'],
    ]);
  });
});
