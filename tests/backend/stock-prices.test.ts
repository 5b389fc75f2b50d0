import { afterAll, expect, test } from 'vitest';
import { newCarOf } from '#tests/support/areas/new-stock.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call } = world;
afterAll(() => world.close());
const manager = await world.user(901, EVERY);
const viewer = await world.userWith('seeStock');
const other = await world.user(902, EVERY);
let plates = 0;

const enter = async (retailPrice: number | null, changes: object = {}, as = manager) => {
  const body = { ...usedCar, code: '', plate: `HQ ${(plates += 1)} ST`, maker: 'Simile', model: 'Uno', km: 50_000 };
  const car = { ...body, registeredOn: '2023-03-01', retailPrice, ...changes };
  return (await call(as, 'POST /stock/used', { body: car })).body;
};
const rank = async (id: number) => (await call(viewer, 'GET /stock/used/:id', { params: { id } })).body.rank;

test('the price of a car has its place among those that are alike, on its page and in the list', async () => {
  const mine = await enter(15_000_00);
  expect(mine.rank).toBeNull();
  const cheaper = await enter(14_000_00, { maker: 'SIMILE', model: 'uno', km: 69_000, registeredOn: '2022-12-31' });
  await enter(16_000_00, { km: 31_000 });
  expect([await rank(mine.id), await rank(cheaper.id)]).toEqual(['2/3', '1/2']);
  // None of these is like it, or has a price, or is the company's.
  await enter(1_000_00, { model: 'Due' });
  await enter(1_000_00, { km: 70_001 });
  await enter(1_000_00, { registeredOn: '2021-12-31' });
  await enter(null);
  await enter(1_000_00, {}, other);
  const gone = await enter(1_000_00);
  expect(await rank(mine.id)).toBe('3/4');
  const params = { id: gone.id };
  expect(gone.margin).not.toBeNull();
  const left = await call(manager, 'POST /stock/used/:id/cancel', { params, version: gone.version, body: { reason: 'error' } }); // prettier-ignore
  // A car that never came will earn nothing.
  expect([left.status, left.body.margin]).toEqual([200, null]);
  expect(left.body.actions).not.toContain('save');
  expect(await rank(mine.id)).toBe('2/3');
  const { rows } = (await call(viewer, 'GET /stock/used', { query: { limit: 100, maker: 'Simile' } })).body;
  expect(rows.find(({ id }: { id: number }) => id === mine.id).rank).toBe('2/3');
  const { version, periods } = (await call(manager, 'GET /stock/used-settings')).body;
  const body = { ...periods[0].values, rankKm: 18_000, rankYears: 0, from: '2026-11-20' };
  await call(manager, 'PUT /stock/used-settings', { version, body });
  expect(await rank(mine.id)).toBeNull();
});

test.each([
  ['below all before it, each time', [9_500_00, 9_000_00], { count: 2, amount: 1_000_00 }],
  ['what is between is no cut of its own', [9_500_00, 9_900_00, 9_000_00], { count: 2, amount: 1_000_00 }],
  ['a rise that is undone', [11_000_00, 10_000_00], null],
  ['a rise that is undone in part', [11_000_00, 10_500_00], null],
  ['and goes further', [11_000_00, 9_800_00], { count: 1, amount: 200_00 }],
  ['a cut that is taken back at once', [9_500_00, 10_000_00], null],
  ['and the one after it', [9_500_00, 10_000_00, 9_800_00], { count: 1, amount: 200_00 }],
  ['a price taken away and set anew', [null, 9_500_00], { count: 1, amount: 500_00 }],
])('how often and by how much a price was lowered is said: %s', async (_, prices, cuts) => {
  const { id, version } = await enter(10_000_00, { model: 'Calata' });
  let seen = version;
  for (const retailPrice of prices) {
    const body = { retailPrice, b2bPrice: null, minPrice: null };
    seen = (await call(manager, 'PUT /stock/used/:id/prices', { params: { id }, version: seen, body })).body.version;
  }
  expect((await call(viewer, 'GET /stock/used/:id', { params: { id } })).body.cuts).toEqual(cuts);
});

test('a price is never below one euro, and who may not change it is told so', async () => {
  const { id, version } = await enter(10_000_00, { model: 'Ribassata' });
  const body = { retailPrice: 99, b2bPrice: null, minPrice: null };
  const lowered = { params: { id }, version, body };
  const { status, body: refused } = await call(manager, 'PUT /stock/used/:id/prices', lowered);
  expect([status, refused.fields]).toEqual([422, { retailPrice: 'Inserire almeno 1,00 €' }]);
  expect((await call(viewer, 'PUT /stock/used/:id/prices', { ...lowered, body: { ...body, retailPrice: 1_00 } })).status).toBe(403); // prettier-ignore
});

test('the price stands against the market as a source last said of the plate, for who may see costs', async () => {
  const car = await enter(10_500_00, { model: 'Quotata', vin: '' });
  const asked = { maker: 'Simile', model: 'Quotata', versionName: '', versionCode: '', registeredOn: '2023-03-01' };
  const question = { ...asked, source: 'EUR', question: 'simple', plate: car.plate };
  const { quotation } = (await call(manager, 'POST /valuations/quotations', { body: question, key: crypto.randomUUID() })).body; // prettier-ignore
  const share = Math.round((10_500_00 * 100) / quotation.retail);
  const params = { id: car.id };
  expect((await call(manager, 'GET /stock/used/:id', { params })).body.marketPrice).toMatchObject({ price: quotation.retail }); // prettier-ignore
  expect((await call(viewer, 'GET /stock/used/:id', { params })).body).not.toHaveProperty('marketPrice');
  const listed = async (who: typeof manager) =>
    (await call(who, 'GET /stock/used', { query: { q: car.plate, limit: 10 } })).body.rows;
  expect(await listed(manager)).toMatchObject([{ id: car.id, toMarket: share }]);
  expect((await listed(viewer))[0]).not.toHaveProperty('toMarket');
  // Another company's answers say nothing here.
  const theirs = await enter(10_500_00, { model: 'Quotata', plate: car.plate, vin: '' }, other);
  expect((await call(other, 'GET /stock/used/:id', { params: { id: theirs.id } })).body.marketPrice).toBeNull();
});

test('a new car keeps every price that it had, with who set it; those among dealers are not for everybody', async () => {
  const body = { ...newCarOf(world.car), code: '', vin: 'ZZ9NEWCA000000551' };
  const { id, version } = (await call(manager, 'POST /stock/new', { body })).body;
  const params = { id };
  const prices = { price: 23_000_00, b2bPrice: 22_500_00, minPrice: null };
  await call(manager, 'PUT /stock/new/:id/prices', { params, version, body: prices });
  await call(manager, 'POST /stock/new/reprice', { body: { ids: [id], percent: -10 } });
  const { body: rows } = await call(manager, 'GET /stock/new/:id/prices', { params });
  expect(rows.map((row: { retailPrice: number }) => row.retailPrice)).toEqual([20_700_00, 23_000_00, 24_400_00]);
  expect(rows[1]).toMatchObject({ b2bPrice: 22_500_00, who: expect.any(String) });
  expect((await call(viewer, 'GET /stock/new/:id/prices', { params })).body[1]).not.toHaveProperty('b2bPrice');
  expect((await call(other, 'GET /stock/new/:id/prices', { params })).status).toBe(404);
});
