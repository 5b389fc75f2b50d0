import { expect, test } from 'vitest';
import { markdownIssue, markedDown, notFed, profitAt } from '#domain/stock/markdown.ts';
import { toMarket } from '#domain/stock/market.ts';

const car = {
  state: 'acquired',
  regime: 'retail',
  purchaseCost: 9_000_00,
  purchaseTaxRate: 0,
  consignmentFee: null,
  costs: { gross: 500_00, net: 400_00 },
} as const;

test('a markdown is lower than the price, and takes the prices below it along', () => {
  expect(markdownIssue(10_000_00, 10_000_00)).toBe('higher');
  expect(markdownIssue(10_000_00, 99)).toBe('least');
  expect(markdownIssue(10_000_00, 9_999_99)).toBeNull();
  expect(markedDown({ b2bPrice: 9_500_00, minPrice: 9_800_00 }, 9_600_00)).toEqual({
    retailPrice: 9_600_00,
    b2bPrice: 9_500_00,
    minPrice: 9_600_00,
  });
  expect(markedDown({ b2bPrice: null, minPrice: null }, 1_00)).toEqual({
    retailPrice: 1_00,
    b2bPrice: null,
    minPrice: null,
  });
});

test('the rest of a price is its margin, a loss below the cost', () => {
  // Of 1.220,00 € the margin scheme takes 220,00 €.
  expect(profitAt(car, 10_720_00)).toBe(1_000_00);
  expect(profitAt(car, 9_400_00)).toBe(-100_00);
  expect(profitAt({ ...car, purchaseCost: null }, 9_400_00)).toBeNull();
});

test('the price stands against the market in whole percent', () => {
  expect(toMarket(10_480_00, { price: 10_000_00, on: '2026-11-01' })).toBe(105);
  expect(toMarket(null, { price: 10_000_00, on: '2026-11-01' })).toBeNull();
});

test('portals have the cars that the company publishes, with the photos that it wants', () => {
  const feed = { feedStates: ['acquired' as const], feedPhotos: 2 };
  expect(notFed({ state: 'restoring', photos: 9 }, feed)).toBe('state');
  expect(notFed({ state: 'acquired', photos: 1 }, feed)).toBe('photos');
  expect(notFed({ state: 'acquired', photos: 2 }, feed)).toBeNull();
});
