import { describe, expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import { valuationTableFields } from '#domain/stock/valuation-fields.ts';
import { anyCar, comparesWith, type ComparableFilters } from '#domain/valuations/comparables.ts';
import { counters, countersOf, levelOf, quotaKeys } from '#domain/valuations/counters.ts';
import type { ValuedBy } from '#domain/valuations/estimate.ts';
import { damageFields, valuationFields } from '#domain/valuations/fields.ts';
import { market } from '#domain/valuations/market.ts';
import { middles, placeAt } from '#domain/valuations/places.ts';
import { places, questions, sources } from '#domain/valuations/terms.ts';
import { worth, type Worthy } from '#domain/valuations/worth.ts';

const by: ValuedBy = {
  ...blankOf(valuationTableFields),
  expected: 0,
  optionShares: [{ years: 8, percent: 25 }],
};
const damage = { ...blankOf(damageFields), place: 'rear', kind: 'scratch' } as const;
/** Four years old in June 2026: 60,000 km are standard at 15,000 a year. */
const car: Worthy = {
  ...blankOf(valuationFields),
  source: 'EUR',
  base: 15_520_00,
  monthly: 20_00,
  km: 78_000,
  registeredOn: '2022-06-01',
  equipment: 'fari LED, telecamera',
  optionals: 1_400_00,
  damages: [250_00, 380_00, 120_00, 150_00].map((amount) => ({ ...damage, amount })),
};

describe('the corrected value of a car (rules.md §12, to the cent)', () => {
  test('15,520 − 120 for the sixth month − 540 for kilometres + 350 of optionals − 900 of damages = 14,310', () => {
    const { lines, total } = worth(car, by, '2026-06-20');
    expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Ritiro EUR', 15_520_00],
      ['Mese: giugno, 6º del semestre', -120_00],
      ['78.000\u00a0km invece di 60.000, 0,03\u00a0€/km', -540_00],
      ['Optional, 25\u00a0% di 1.400,00\u00a0€ (fari LED, telecamera)', 350_00],
      ['Danni: 4 sulla mappa', -900_00],
    ]);
    expect(total).toBe(14_310_00);
  });

  test('each line may be typed, and preparation is the company’s unless it is typed', () => {
    const typed = { ...car, monthTyped: -50_00, kmTyped: 0, optionalsTyped: 100_00 };
    expect(worth(typed, by, '2026-06-20').total).toBe(15_520_00 - 50_00 + 100_00 - 900_00);
    expect(worth(car, { ...by, expected: 500_00 }, '2026-06-20').total).toBe(13_810_00);
    expect(worth({ ...car, preparation: 0 }, { ...by, expected: 500_00 }, '2026-06-20').total).toBe(14_310_00);
  });

  test('damages beyond the value leave nothing, never less', () => {
    expect(worth({ ...car, base: 500_00, optionals: 0 }, by, '2026-06-20').total).toBe(0);
  });
});

describe('the market (rules.md §12)', () => {
  test('120 listed and 40 sold in 45 days are 135 days of supply; 17,900 against 18,600 is 96.2 %', () => {
    const prices = Array.from({ length: 120 }, (_, i) => 18_600_00 + (i % 2 === 0 ? 1 : -1) * (i % 60) * 1000);
    const mean = prices.reduce((sum, one) => sum + one, 0) / prices.length;
    const even = prices.map((one) => one + (18_600_00 - mean));
    expect(market(17_900_00, even, 40)).toMatchObject({ supply: 135, toMarket: 96.2, average: 18_600_00 });
  });

  test('the rank counts from the cheapest, the car itself included; without sales there are no days', () => {
    expect(market(15, [10, 20, 30], 0)).toMatchObject({ rank: { place: 2, among: 4 }, supply: null });
    expect(market(null, [], 0)).toMatchObject({ rank: null, toMarket: null, average: null });
  });
});

test('a car is compared with those as near, as old and as used as wanted; what is not known leaves one among them', () => {
  const valued = { km: 60_000, registeredOn: '2021-06-15' };
  const other = { km: 71_000, year: 2022, distance: 40 };
  const compares = (wanted: Partial<ComparableFilters>, one: object = other) =>
    comparesWith(valued, { ...anyCar, ...wanted })({ ...other, ...one });
  expect(compares({})).toBe(true);
  expect([compares({ distance: 25 }), compares({ distance: 50 })]).toEqual([false, true]);
  expect([compares({ years: 0 }), compares({ years: 1 })]).toEqual([false, true]);
  expect([compares({ km: 10_000 }), compares({ km: 20_000 })]).toEqual([false, true]);
  expect(compares({ distance: 25, years: 0, km: 10_000 }, { km: null, year: null, distance: null })).toBe(true);
});

describe('the external counters (specification §3)', () => {
  test('are the five of the specification, the sources the two', () => {
    expect(keysOf(counters)).toEqual([
      'infocar_plates',
      'simple_evaluations',
      'eurotax_plates',
      'indicata_generic',
      'advanced_evaluations',
    ]);
    expect(sources).toEqual({ EUR: 'Eurotax/Infocar', IND: 'Indicata' });
    expect(keysOf(quotaKeys)).toEqual(keysOf(counters));
  });

  test('every question raises at least one, and together they raise all five', () => {
    const raised = keysOf(sources).flatMap((source) =>
      keysOf(questions).flatMap((question) =>
        [true, false].flatMap((byPlate) => {
          const asked = countersOf({ source, question, byPlate });
          expect(asked.length).toBeGreaterThan(0);
          return asked;
        }),
      ),
    );
    expect(new Set(raised)).toEqual(new Set(keysOf(counters)));
  });

  test('are near from 80 % and full at 100 %', () => {
    expect([79, 80, 99, 100].map((used) => levelOf(used, 100))).toEqual(['fine', 'near', 'near', 'full']);
    expect(levelOf(0, 0)).toBe('full');
  });
});

test('each part of the car is found where it lies on the map', () => {
  expect(keysOf(middles)).toHaveLength(keysOf(places).length);
  for (const place of keysOf(middles)) expect(placeAt(...middles[place])).toBe(place);
});
