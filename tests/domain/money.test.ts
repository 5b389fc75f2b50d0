import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { grossOf, inMoneyRange, MONEY_LIMIT, netOf, percentOf, round, shareOf, vatOf } from '#domain/money.ts';

const cents = fc.integer({ min: -MONEY_LIMIT, max: MONEY_LIMIT });

describe('round', () => {
  test.each([
    [0.5, 1],
    [-0.5, -1],
    [1.5, 2],
    [2.5, 3],
    [-2.5, -3],
    [2.4999, 2],
    [1.005 * 100, 101],
    [-1.005 * 100, -101],
    [8.575 * 100, 858],
    [10.235 * 100, 1024],
    [0.49999, 0],
    [-0.3, 0],
    [-0, 0],
  ])('%d → %i', (value, expected) => {
    expect(round(value)).toBe(expected);
  });

  test('whole numbers stay what they are, however large', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (whole) => void expect(round(whole)).toBe(whole)));
  });

  test('half goes away from zero for every cent amount with three decimals typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (whole) => {
        const typed = Number(`${whole}.${String(whole % 100).padStart(2, '0')}5`);
        const exact = whole * 100 + (whole % 100) + 1;
        expect(round(typed * 100)).toBe(exact);
        expect(round(-typed * 100)).toBe(-exact);
      }),
    );
  });
});

test.each([
  [24_900_00, 20_409_84, 4_490_16],
  [1_000_00, 819_67, 180_33],
  [122_00, 100_00, 22_00],
  [25_040_55, 20_525_04, 4_515_51],
])('VAT of %i is split as rules.md §1 does', (gross, net, vat) => {
  expect([netOf(gross), vatOf(gross)]).toEqual([net, vat]);
});

test('net and VAT always make the gross, for any rate and sign', () => {
  fc.assert(
    fc.property(cents, fc.constantFrom(4, 5, 10, 22), (gross, rate) => {
      expect(netOf(gross, rate) + vatOf(gross, rate)).toBe(gross);
      expect(netOf(-gross, rate)).toBe(round(-netOf(gross, rate)));
    }),
  );
});

test('net to gross and back gives the net that was typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (net) => void expect(netOf(grossOf(net))).toBe(net)),
  );
});

test('percentOf rounds once, half up', () => {
  expect(percentOf(27_250_00, 5)).toBe(1_362_50);
  expect(percentOf(1_50, 33)).toBe(50);
  expect(percentOf(-1_50, 33)).toBe(-50);
});

test('a money field takes whole cents up to the limit', () => {
  expect([MONEY_LIMIT, -MONEY_LIMIT, 0].every(inMoneyRange)).toBe(true);
  expect([MONEY_LIMIT + 1, -MONEY_LIMIT - 1, 0.5, NaN, Infinity].some(inMoneyRange)).toBe(false);
});

test('a percentage that was typed with two decimals is read back as such', () => {
  expect(shareOf(percentOf(24_021_53, 64.75), 24_021_53)).toBe(64.75);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 10_000_00, max: 90_000_00 }),
      (hundredths, whole) => {
        expect(shareOf(percentOf(whole, hundredths / 100), whole)).toBe(hundredths / 100);
      },
    ),
  );
  expect(shareOf(5, 0)).toBe(0);
});
