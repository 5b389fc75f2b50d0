import { expect, test } from 'vitest';
import { daysToPhotos, lacksPhotos } from '#domain/stock/photos.ts';

const car = { state: 'acquired', acquiredOn: '2026-11-10', photos: 3, photosSince: '2026-11-13T09:00:00Z' } as const;

test.each([
  [{}, 3],
  // At half past midnight in Rome it is the next day.
  [{ photosSince: '2026-11-12T23:30:00Z' }, 3],
  [{ photosSince: '2026-11-10T08:00:00Z' }, 0],
  [{ photosSince: '2026-11-01T08:00:00Z' }, 0],
  [{ acquiredOn: null }, null],
  [{ photos: 0 }, null],
])('days from arrival to photos: %o', (change, days) => {
  expect(daysToPhotos({ ...car, ...change })).toBe(days);
});

test('a car that buyers see needs photos, one that is still to come or is sold does not', () => {
  const states = ['acquired', 'restoring', 'consignment', 'service_vehicle', 'scheduled', 'sold', 'canceled'] as const;
  expect(states.filter((state) => lacksPhotos({ state, photos: 0 }))).toEqual(states.slice(0, 4));
  expect(lacksPhotos({ state: 'acquired', photos: 1 })).toBe(false);
});
