import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capitalOf, effectiveRate, instalmentOf, schedule, taeg, type Loan } from '#domain/financials/credit.ts';
import { grossOf } from '#domain/money.ts';

const loan = (capital: number, tan: number, months: number, balloon = 0, balloonMonth = months): Loan => ({
  capital,
  tan,
  instalments: months,
  balloon,
  balloonMonth,
});

test.each([
  ['loan at 6.95 %, 60 months', loan(20_395_00, 6.95, 60), 403_36],
  ['35 instalments and the guaranteed value in month 36', loan(20_395_00, 6.49, 35, 13_500_00, 36), 291_67],
  ['36 instalments, balloon with the last', loan(20_395_00, 6.49, 36, 13_500_00), 284_31],
  ['second step at the same TAN', loan(13_500_00, 6.49, 36), 413_70],
  ['second step at 7.95 %', loan(13_500_00, 7.95, 36), 422_73],
  ['with the protection financed', loan(20_395_00 + 795_41, 6.95, 60), 419_10],
  ['zero TAN', loan(18_000_00, 0, 36), 500_00],
  ['public calculator, 36', loan(20_000_00, 5.9, 36), 607_53],
  ['public calculator, 60', loan(20_000_00, 5.9, 60), 385_73],
  ['public calculator, 84', loan(20_000_00, 5.9, 84), 291_21],
])('instalment: %s (rules.md §9)', (_, given, expected) => {
  expect(instalmentOf(given)).toBe(expected);
});

test('long-term hire: 361.72 a month, 482.72 with services, 588.92 with VAT', () => {
  const hire = { capital: 21_500_00, tan: 6, instalments: 36, balloon: 11_500_00, balloonMonth: 36 };
  expect(instalmentOf(hire)).toBe(361_72);
  expect(grossOf(361_72 + 121_00)).toBe(588_92);
});

test('schedule of the worked loan: first rows and the cents of the last', () => {
  const rows = schedule(loan(20_395_00, 6.95, 60));
  expect(rows.slice(0, 3).map(({ interest, principal, residual }) => [interest, principal, residual])).toEqual([
    [118_12, 285_24, 20_109_76],
    [116_47, 286_89, 19_822_87],
    [114_81, 288_55, 19_534_32],
  ]);
  expect(rows.at(-1)?.payment).toBe(403_64);
});

test('capital that 300 a month carry over 60 months at 6.95 %', () => {
  const shape = { tan: 6.95, instalments: 60, balloonMonth: 60 };
  expect(Math.round(capitalOf(300_00, shape, { fixed: 0, share: 0 }))).toBe(15_168_66);
});

test('the cost of the TAN alone', () => {
  expect(effectiveRate(6.95).toFixed(2)).toBe('7.18');
});

const anyLoan = fc
  .record({
    capital: fc.integer({ min: 1_000_00, max: 200_000_00 }),
    tan: fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 25, noNaN: true })),
    months: fc.integer({ min: 6, max: 120 }),
    share: fc.constantFrom(0, 0.3, 0.65),
    apart: fc.boolean(),
  })
  .map(({ capital, tan, months, share, apart }): Loan => {
    const balloon = Math.round(capital * share);
    const instalments = apart && balloon > 0 ? months - 1 : months;
    return { capital, tan, instalments, balloon, balloonMonth: months };
  });

describe('any loan', () => {
  test('the schedule ends at zero, its principals make the capital, the balloon is what was agreed', () => {
    fc.assert(
      fc.property(anyLoan, (given) => {
        const rows = schedule(given);
        expect(rows.at(-1)!.residual).toBe(0);
        expect(rows.reduce((sum, row) => sum + row.principal, 0)).toBe(given.capital);
        for (const row of rows) expect(row.principal + row.interest).toBe(row.payment);
        if (given.balloonMonth > given.instalments) expect(rows.at(-1)!.payment).toBe(given.balloon);
        const cents = rows[given.instalments - 1]!.payment - instalmentOf(given);
        const own = given.balloonMonth === given.instalments ? given.balloon : 0;
        expect(Math.abs(cents - own)).toBeLessThan(given.instalments * 6);
      }),
    );
  });

  /** Flows with the instalment not rounded, so that only the formula is looked at. */
  const flows = ({ capital, tan, instalments, balloon, balloonMonth }: Loan, upfront: number, monthlyFee: number) => {
    const i = tan / 1200;
    const payment =
      i === 0
        ? (capital - balloon) / instalments
        : ((capital - balloon * (1 + i) ** -balloonMonth) * i) / -Math.expm1(-instalments * Math.log1p(i));
    return Array.from({ length: balloonMonth + 1 }, (_, month) => {
      if (month === 0) return upfront - capital;
      return (month <= instalments ? payment : 0) + (month === balloonMonth ? balloon : 0) + monthlyFee;
    });
  };

  test('without fees the TAEG is what the TAN costs in a year', () => {
    fc.assert(
      fc.property(anyLoan, (given) => {
        expect(Math.abs(taeg(flows(given, 0, 0))! - effectiveRate(given.tan) / 100)).toBeLessThan(1e-6);
      }),
    );
  });

  test('fees only make it dearer', () => {
    fc.assert(
      fc.property(
        anyLoan,
        fc.integer({ min: 0, max: 450_00 }),
        fc.integer({ min: 0, max: 4_00 }),
        (given, upfront, monthly) => {
          // Fees can lift a small loan past the bracket: no rate is told, and it is dearer all the same.
          const rate = taeg(flows(given, upfront, monthly)) ?? Infinity;
          expect(rate).toBeGreaterThanOrEqual(effectiveRate(given.tan) / 100 - 1e-9);
        },
      ),
    );
  });

  test('the capital that a wanted instalment carries gives that instalment', () => {
    fc.assert(
      fc.property(anyLoan, (given) => {
        const wanted = instalmentOf(given);
        const fixed = Math.round(capitalOf(wanted, given, { fixed: given.balloon, share: 0 }));
        expect(Math.abs(instalmentOf({ ...given, capital: fixed }) - wanted)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test('a rate outside the bracket is told, not invented', () => {
  expect(taeg([-1_00, 0, 100_000_00])).toBeNull();
  expect(taeg([-100_00, 0, 0])).toBeNull();
  expect(taeg([NaN, 1])).toBeNull();
});
