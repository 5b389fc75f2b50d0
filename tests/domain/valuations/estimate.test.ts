import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import { damageKinds } from '#domain/stock/damages.ts';
import { keysOf } from '#domain/record/machine.ts';
import { estimateFields } from '#domain/valuations/estimate-fields.ts';
import { estimate, type Valued, type ValuedBy } from '#domain/valuations/estimate.ts';
import { repeatedRow, valuationTableFields } from '#domain/stock/valuation-fields.ts';

const DAY = '2026-11-20';
const initial: ValuedBy = { ...blankOf(valuationTableFields), expected: 0 };
const tables: ValuedBy = {
  ...initial,
  optionShares: [
    { years: 5, percent: 25 },
    { years: 2, percent: 50 },
  ],
  damageCosts: [
    { kind: 'dent', amount: 600_00 },
    { kind: 'scratch', amount: 300_00 },
  ],
};
/** Four years old: 60,000 km are standard at 15,000 a year. */
const car: Valued = {
  ...blankOf(estimateFields),
  base: 15_400_00,
  km: 78_000,
  registeredOn: '2022-11-20',
};
const linesOf = (change: Partial<Valued>, by = tables) =>
  estimate({ ...car, ...change }, by, DAY).lines.map(({ label, amount }) => [label, amount]);

describe('what a used car is worth (rules.md §12, to the cent)', () => {
  test('15,400 − 540 for 18,000 km too many + 350 of optionals − 900 of damages = 14,310', () => {
    const { lines, total } = estimate({ ...car, optionals: 1_400_00, damages: ['dent', 'scratch'] }, tables, DAY);
    expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Quotazione di ritiro', 15_400_00],
      ['78.000\u00a0km invece di 60.000, 0,03\u00a0€/km', -540_00],
      ['Optional, 25\u00a0% di 1.400,00\u00a0€', 350_00],
      ['Ammaccatura', -600_00],
      ['Graffio', -300_00],
    ]);
    expect(total).toBe(14_310_00);
  });

  test('fewer kilometres are worth more; a fuel has kilometres of its own', () => {
    expect(linesOf({ km: 42_000 })[1]).toEqual(['42.000\u00a0km invece di 60.000, 0,03\u00a0€/km', 540_00]);
    const by = { ...tables, fuelKm: [{ fuel: 'diesel' as const, km: 20_000 }] };
    expect(linesOf({ fuel: 'diesel' }, by)[1]![1]).toBe(60_00);
    expect(linesOf({ fuel: 'petrol' }, by)[1]![1]).toBe(-540_00);
  });

  test.each([
    [9_999_99, -360_00],
    [10_000_00, -540_00],
    [24_999_99, -540_00],
    [25_000_00, -630_00],
  ])('a quotation of %i counts by its own band', (base, amount) => {
    const kmRates = [
      { from: 25_000_00, rate: 0.035 },
      { from: 0, rate: 0.02 },
      { from: 10_000_00, rate: 0.03 },
    ];
    expect(linesOf({ base }, { ...tables, kmRates })[1]![1]).toBe(amount);
  });

  test('kilometres count up to a share of the quotation: an old car that was hardly driven is not worth a multiple', () => {
    const [, { label, amount } = { label: '', amount: 0 }] = estimate(
      { ...car, base: 1_000_00, km: 80_000, registeredOn: '2006-11-20' },
      tables,
      DAY,
    ).lines;
    expect(amount).toBe(300_00);
    expect(label).toMatch(/al massimo 30/);
  });

  test('optionals by the age that is not passed: of a band the last month counts, the one after it not', () => {
    const share = (registeredOn: string) => linesOf({ registeredOn, optionals: 1_000_00, km: null })[1]?.[1];
    expect([share('2024-11-20'), share('2024-10-20'), share('2021-11-20'), share('2021-10-20')]).toEqual([
      ...[500_00, 250_00, 250_00],
      undefined,
    ]);
  });

  test('counts no kilometres that are not known, and the preparation of the company unless another is typed', () => {
    expect(linesOf({ km: null })).toEqual([['Quotazione di ritiro', 15_400_00]]);
    expect(linesOf({ registeredOn: null, optionals: 1_000_00 })).toEqual([['Quotazione di ritiro', 15_400_00]]);
    const by = { ...tables, expected: 311_00 };
    expect(linesOf({ km: null }, by)[1]).toEqual(['Preparazione', -311_00]);
    expect(linesOf({ km: null, preparation: 0 }, by)).toHaveLength(1);
  });

  test('only what the tables price is taken off of the damages that are named', () => {
    expect(linesOf({ km: null, damages: ['rust'], otherDamages: 120_00 })).toEqual([
      ['Quotazione di ritiro', 15_400_00],
      ['Altri danni', -120_00],
    ]);
  });
});

const cents = (max: number) => fc.integer({ min: 0, max });
const share = fc.integer({ min: 0, max: 10_000 }).map((hundredth) => hundredth / 100);
const anyTables: fc.Arbitrary<ValuedBy> = fc.record({
  standardKm: fc.integer({ min: 1_000, max: 100_000 }),
  fuelKm: fc.constant([]),
  kmRates: fc.array(fc.record({ from: cents(6_000_000), rate: cents(2_000).map((tenth) => tenth / 1000) }), {
    maxLength: 5,
  }),
  mostKmShare: share,
  optionShares: fc.array(fc.record({ years: fc.integer({ min: 1, max: 30 }), percent: share }), { maxLength: 5 }),
  damageCosts: fc.constant(keysOf(damageKinds).map((kind, i) => ({ kind, amount: i * 150_00 }))),
  expected: cents(200_000),
});
const anyCar: fc.Arbitrary<Valued> = fc.record({
  base: cents(6_000_000),
  optionals: cents(1_000_000),
  otherDamages: cents(500_000),
  fuel: fc.constant(null),
  preparation: fc.option(cents(200_000)),
  damages: fc.subarray(keysOf(damageKinds)),
  km: cents(400_000),
  registeredOn: fc.option(fc.constantFrom('1999-01-31', '2015-06-30', '2022-11-20', '2026-11-20', '2027-01-01')),
});

describe('any car and any tables', () => {
  test('the lines are the total, in whole cents, never below zero', () => {
    fc.assert(
      fc.property(anyCar, anyTables, (one, by) => {
        const { lines, total } = estimate(one, by, DAY);
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
        expect(Number.isSafeInteger(total) && total >= 0).toBe(true);
      }),
    );
  });

  test('more kilometres, damages or preparation are never worth more; optionals never less', () => {
    fc.assert(
      fc.property(anyCar, anyTables, cents(100_000), (one, by, more) => {
        const { total } = estimate(one, by, DAY);
        const of = (change: Partial<Valued>) => estimate({ ...one, ...change }, by, DAY).total;
        expect(of({ km: one.km! + more })).toBeLessThanOrEqual(total);
        expect(of({ otherDamages: one.otherDamages + more })).toBeLessThanOrEqual(total);
        expect(of({ damages: keysOf(damageKinds) })).toBeLessThanOrEqual(total);
        expect(of({ preparation: (one.preparation ?? by.expected) + more })).toBeLessThanOrEqual(total);
        expect(of({ optionals: one.optionals + more })).toBeGreaterThanOrEqual(total);
      }),
    );
  });
});

test('a row that repeats another one is found at its field', () => {
  expect(repeatedRow(tables)).toBeNull();
  const twice = { ...tables, kmRates: [...initial.kmRates, { from: 0, rate: 0.05 }] };
  expect(repeatedRow(twice)).toMatchObject({ path: 'kmRates.1.from' });
});
