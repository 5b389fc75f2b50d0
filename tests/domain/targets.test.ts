import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedContracts } from '#domain/contracts/counted.ts';
import { drillHref } from '#domain/record/figures.ts';
import { readFilters } from '#domain/stats/parts.ts';
import { brought, atPace, divide, divideYear, expectedBy, weightsOf } from '#domain/stats/targets/divide.ts';
import { MOST_CELLS, targetCalls } from '#domain/stats/targets/endpoints.ts';
import { aimFault, countedBy, objectiveKeys } from '#domain/stats/targets/objectives.ts';
import { rounds } from '#tests/support/rounds.ts';

const months = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 12, maxLength: 12 });
const row = fc.record({
  history: fc.option(months(fc.nat(2_000_000))),
  before: months(fc.nat(27)),
  working: months(fc.nat(27)),
  takes: months(fc.boolean()),
});
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe('a whole that is divided', () => {
  test('comes to its parts, none of which is below zero, whatever the weights', () => {
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.array(fc.oneof(fc.nat(1000), fc.double({ min: 0, max: 1e9, noNaN: true })), { minLength: 1, maxLength: 40 }),
        (large, weights) => {
          const whole = large % 100_000_000_000_00;
          const parts = divide(whole, weights);
          expect(sum(parts)).toBe(whole);
          expect(parts.every((part) => part >= 0 && Number.isSafeInteger(part))).toBe(true);
          if (sum(weights) > 0)
            for (const [at, weight] of weights.entries()) if (weight === 0) expect(parts[at]).toBe(0);
        },
      ),
      { numRuns: rounds(200) },
    );
  });

  test('over rows and months comes to what takes a part; months without working days have none while others have some', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.array(row, { minLength: 1, maxLength: 12 }), (whole, rows) => {
        const divided = divideYear(whole, rows);
        const taking = rows.flatMap(({ takes, working }, at) => takes.flatMap((is, month) => (is ? [{ at, month, days: working[month]! }] : []))); // prettier-ignore
        if (taking.length === 0) {
          expect(divided).toBeNull();
          return;
        }
        expect(sum(divided!.flat())).toBe(whole);
        for (const [at, { takes, working }] of rows.entries())
          for (const [month, part] of divided![at]!.entries()) {
            expect(part).toBeGreaterThanOrEqual(0);
            if (!takes[month]) expect(part).toBe(0);
            if (working[month] === 0 && taking.some(({ days }) => days > 0)) expect(part).toBe(0);
          }
      }),
      { numRuns: rounds(200) },
    );
  });

  test('of few pieces comes to each month, place and person by their share: none is left out of a month by rounding', () => {
    const flat = (n: number) => Array.from({ length: 12 }, () => n);
    const takes = flat(1).map(Boolean);
    const history = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 14 });
    fc.assert(
      fc.property(fc.nat(200), history, (whole, sold) => {
        const rows = sold.map((n) => ({ history: flat(n), before: flat(20), working: flat(20), takes }));
        const places = sold.map((_, at) => at % 2);
        const divided = divideYear(whole, rows, weightsOf(rows), places)!;
        const isNear = (part: number, exact: number, by: number) => expect(Math.abs(part - exact)).toBeLessThan(by);
        for (let month = 0; month < 12; month += 1) isNear(sum(divided.map((parts) => parts[month]!)), whole / 12, 1);
        for (const place of [0, 1]) {
          const within = (_: unknown, at: number) => places[at] === place;
          isNear(sum(divided.filter(within).flat()), (whole * sum(sold.filter(within))) / sum(sold), 1.001);
        }
        for (const [at, n] of sold.entries()) isNear(sum(divided[at]!), (whole * n) / sum(sold), 1.5);
      }),
      { numRuns: rounds(200) },
    );
  });

  test('gives each month its history by working day, and who has none the mean of the colleagues', () => {
    const flat = (n: number) => Array.from({ length: 12 }, () => n);
    const takes = Array.from({ length: 12 }, () => true);
    const [old, other] = [flat(20), flat(20)];
    const working = [...flat(20).slice(0, 11), 0];
    const rows = [
      { history: flat(30), before: old, working, takes },
      { history: flat(10), before: other, working, takes },
      { history: null, before: other, working, takes },
    ];
    expect(weightsOf(rows).map((weights) => [weights[0], weights[11]])).toEqual([[30, 0], [10, 0], [20, 0]]); // prettier-ignore
    expect(divideYear(660, rows)!.map((parts) => [parts[0], parts[11]])).toEqual([[30, 0], [10, 0], [20, 0]]); // prettier-ignore
  });

  test('a month in which nobody did anything goes by the others', () => {
    const full = Array.from({ length: 12 }, () => 20);
    const history = [...full.slice(0, 11), 0].map((one) => (one === 0 ? 0 : 40));
    const rows = [{ history, before: full, working: full, takes: full.map(() => true) }];
    expect(divideYear(120, rows)).toEqual([Array.from({ length: 12 }, () => 10)]);
  });

  test('without any history goes by working days, and without any of these in equal parts', () => {
    const row = (days: number) => ({
      history: null,
      before: Array.from({ length: 12 }, () => 0),
      working: Array.from({ length: 12 }, (_, month) => (month === 0 ? days : month === 1 ? days * 2 : 0)),
      takes: Array.from({ length: 12 }, () => true),
    });
    expect(divideYear(30, [row(10)])![0]!.slice(0, 3)).toEqual([10, 20, 0]);
    expect(divideYear(12, [row(0)])![0]).toEqual(Array.from({ length: 12 }, () => 1));
    expect(divideYear(0, [row(10)])!.flat()).toEqual(Array.from({ length: 12 }, () => 0));
  });

  test('of a year that goes on counts at its pace: what is done stays, the days that are left have the usual one', () => {
    const working = Array.from({ length: 12 }, () => 20);
    const done = [20, 20, 20, 10, 0, 0, 0, 0, 0, 0, 0, 0];
    expect(atPace(done, working, { month: 4, worked: 10 })).toEqual([20, 20, 20, 20, ...Array.from({ length: 8 }, () => 20)]); // prettier-ignore
    // The first day of a year on which nobody worked says nothing.
    expect(atPace(done.map(() => 0), working, { month: 1, worked: 0 })).toEqual(done.map(() => 0)); // prettier-ignore
    fc.assert(
      fc.property(
        fc.array(fc.nat(500), { minLength: 12, maxLength: 12 }),
        fc.array(fc.nat(27), { minLength: 12, maxLength: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(31),
        (sold, days, month, worked) => {
          const is = sold.map((one, at) => (at < month ? one : 0));
          const comes = atPace(is, days, { month, worked });
          expect(comes.slice(0, month - 1)).toEqual(is.slice(0, month - 1));
          expect(comes.every((one, at) => one >= is[at]! && Number.isFinite(one))).toBe(true);
        },
      ),
    );
  });

  test('is to be expected by the days that were worked; a month without any expects nothing', () => {
    expect(expectedBy(62, { worked: 12, working: 23 })).toBeCloseTo(32.35, 2);
    expect(expectedBy(5, { worked: 0, working: 0 })).toBeNull();
  });
});

test('parts are brought to a whole by the largest ones, and never below nothing', () => {
  expect(brought([11, 9], -2)).toEqual([-2, 0]);
  expect(brought([1, 1, 0], -2)).toEqual([-1, -1, 0]);
  expect(brought([11, 9], 3)).toEqual([3, 0]);
  expect(brought([1, 0], -2)).toBeNull();
  expect(brought([], 1)).toBeNull();
});

test('only financing and insurance aim at a type, a company or a plan, and say which', () => {
  for (const objective of objectiveKeys) {
    expect(aimFault({ objective })).toBeNull();
    const isAiming = objective === 'financial' || objective === 'insurance';
    expect(aimFault({ objective, aim: 'company', of: 'Adria' }) === null).toBe(isAiming);
  }
  expect(aimFault({ objective: 'financial', aim: 'plan' })).toHaveProperty('of');
  expect(aimFault({ objective: 'financial', aim: 'plan', of: 'x' })).toHaveProperty('of');
  expect(aimFault({ objective: 'insurance', aim: 'type', of: 'tcm' })).toHaveProperty('of');
  expect(aimFault({ objective: 'insurance', aim: 'type', of: 'rca' })).toBeNull();
  expect(aimFault({ objective: 'value', of: 'x' })).toHaveProperty('of');
  expect(aimFault({ objective: 'new_pieces', aim: 'basket', of: '7' })).toBeNull();
  expect(aimFault({ objective: 'new_pieces', aim: 'basket', of: 'x' })).toHaveProperty('of');
  expect(aimFault({ objective: 'used_pieces', aim: 'basket', of: '7' })).toHaveProperty('aim');
});

test('a result opens by the filters that counted it, in the list or among the rows of the figure', () => {
  for (const objective of objectiveKeys) {
    const { of } = countedBy({ objective });
    const within = { basis: 'signed', from: '2026-11-01', to: '2026-11-30', filters: of };
    const url = new URL(drillHref('contracts', countedContracts, within, { count: 3, privileges: [29] }), 'http://x');
    const asked = url.pathname === countedContracts.list.path ? url.searchParams : new URLSearchParams(url.searchParams.get('filters')!); // prettier-ignore
    expect(Object.fromEntries([...asked].filter(([key]) => !key.startsWith('signed')))).toEqual(of);
    expect(readFilters('contracts', new URLSearchParams(of as Record<string, string>).toString())).toEqual(of);
  }
});

test('a proposal has as many cells as a company needs, of which so many are written at once', () => {
  const { answer } = targetCalls['GET /stats/targets/:id/proposal'];
  const { body } = targetCalls['PUT /stats/targets/:id'];
  const cells = Array.from({ length: MOST_CELLS + 1 }, () => ({ locationId: 1, sellerId: 1, month: 1, amount: 1 }));
  const numbers = { base: 0, expected: 0, total: 0, kept: 0, means: 0, off: 0 };
  expect(answer.safeParse({ ...numbers, cells }).success).toBe(true);
  expect(body.safeParse({ objective: 'value', cells }).success).toBe(false);
  expect(body.safeParse({ objective: 'value', cells: cells.slice(1) }).success).toBe(true);
});
