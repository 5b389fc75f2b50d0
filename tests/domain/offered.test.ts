import { expect, it } from 'vitest';
import { isOffered, periodInOrder } from '#domain/record/offered.ts';

const open = { validFrom: null, validTo: null, makerIds: [], locationIds: [], roles: [] };
const selling = { day: '2026-11-20', role: 'Venditore', locationIds: [1, 2], makerId: 7 };

it('is sold by everybody and always, where nothing is limited', () => {
  expect(isOffered(open, selling)).toBe(true);
  expect(isOffered(open, { ...selling, makerId: null, locationIds: [] })).toBe(true);
});

it('is sold from the first day to the last', () => {
  const dated = { ...open, validFrom: '2026-11-01', validTo: '2026-11-20' };
  const on = (day: string) => isOffered(dated, { ...selling, day });
  expect([on('2026-10-31'), on('2026-11-01'), on('2026-11-20'), on('2026-11-21')]).toEqual([false, true, true, false]);
  expect(periodInOrder(dated)).toBe(true);
  expect(periodInOrder({ validFrom: '2026-11-02', validTo: '2026-11-01' })).toBe(false);
});

it('is sold for the makers, at the locations and by the roles that it names', () => {
  expect(isOffered({ ...open, makerIds: [7] }, selling)).toBe(true);
  expect(isOffered({ ...open, makerIds: [8] }, selling)).toBe(false);
  expect(isOffered({ ...open, makerIds: [7] }, { ...selling, makerId: null })).toBe(false);
  expect(isOffered({ ...open, locationIds: [2, 3] }, selling)).toBe(true);
  expect(isOffered({ ...open, locationIds: [3] }, selling)).toBe(false);
  expect(isOffered({ ...open, roles: ['Venditore'] }, selling)).toBe(true);
  expect(isOffered({ ...open, roles: ['Direttore commerciale'] }, selling)).toBe(false);
});
