import { expect, it } from 'vitest';
import fc from 'fast-check';
import { servicePrice } from '#domain/services/rules.ts';

const band = (kwTo: number | null, kmTo: number | null, monthsTo: number | null, price: number, cost = 0) => ({
  kwTo,
  kmTo,
  monthsTo,
  price,
  cost,
});
const bands = [band(85, 60_000, 36, 390_00, 210_00), band(85, null, 60, 590_00), band(150, 100_000, null, 790_00)];
const warranty = { price: 990_00, cost: 500_00, bands, bandsOnly: false };
const fresh = { km: 0, months: 0 };

it('takes the first band whose limits all hold, the limits included', () => {
  expect(servicePrice(warranty, { kw: 85, km: 60_000, months: 36 })).toEqual({ price: 390_00, cost: 210_00 });
  expect(servicePrice(warranty, { kw: 85, km: 60_001, months: 36 })?.price).toBe(590_00);
  expect(servicePrice(warranty, { kw: 86, km: 60_000, months: 36 })?.price).toBe(790_00);
});

it('outside of the bands has the price of the service, or is not sold', () => {
  expect(servicePrice(warranty, { kw: 200, ...fresh })).toEqual({ price: 990_00, cost: 500_00 });
  expect(servicePrice({ ...warranty, bandsOnly: true }, { kw: 200, ...fresh })).toBeNull();
  expect(servicePrice({ ...warranty, bands: [] }, { kw: 85, ...fresh })?.price).toBe(990_00);
});

it('does not guess a power or mileage that is not known, and says no cost to who may not see it', () => {
  expect(servicePrice(warranty, { kw: null, km: 1000, months: 1 })?.price).toBe(990_00);
  const { cost: _, ...open } = { ...warranty, bands: [] };
  expect(servicePrice(open, { kw: 85, ...fresh })).toEqual({ price: 990_00 });
});

const limit = fc.option(fc.integer({ min: 0, max: 200 }));
it('never takes a band that the car is outside of', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(limit, limit, limit), { maxLength: 6 }),
      ...[fc.nat(200), fc.nat(200), fc.nat(200)],
      (limits, kw, km, months) => {
        const rows = limits.map(([a, b, c], index) => band(a, b, c, index));
        const found = servicePrice({ price: 0, bands: rows, bandsOnly: true }, { kw, km, months });
        const fits = limits.findIndex(([a, b, c]) => (a ?? 999) >= kw && (b ?? 999) >= km && (c ?? 999) >= months);
        expect(found?.price ?? -1).toBe(fits);
      },
    ),
  );
});
