import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call, car, query: owner } = world;
afterAll(() => world.close());
const seller = await world.userWith('createQuotes');
/** Of the fuels that no other car of the catalogue has. */
const find = async (query = {}) =>
  (await call(seller, 'GET /quotes/versions', { query: { fuel: 'fcev,phev_diesel', ...query } })).body;

await owner(
  `insert into versions (model_id, code, name, fuel, gearbox, drive, kw, cc, co2, consumption, euro_class)
   select $1, 'LMP-' || n, '1.0 n. ' || n, case when n % 2 = 0 then 'fcev' else 'phev_diesel' end, 'manual', 'front', 60 + n, 999, 120, 5.2, 'Euro 6e'
   from generate_series(2, 41) n`,
  [car.modelId],
);
await owner(
  `insert into version_prices select id, day, 1000000 + (kw - 60) * 50000 + more from versions,
   (values (date '2020-01-01', 0), (date '2099-01-01', -500000)) as prices (day, more) where code <> 'LMP-1' and model_id = $1`,
  [car.modelId],
);

test('up to a price: dearest first, at the price of the day, a page at a time, with the number of all', async () => {
  const all = await find({ price: 2_000_000, limit: 5 });
  expect(all).toMatchObject({ total: 19, plan: null, budget: 2_000_000 });
  const prices = all.found.map((one: { version: { listPrice: number } }) => one.version.listPrice);
  expect(prices).toEqual([2_000_000, 1_950_000, 1_900_000, 1_850_000, 1_800_000]);
  expect(all.found[0]).toMatchObject({ maker: { name: 'Prova Motori' }, model: { body: 'suv' }, instalment: null });
  const next = await find({ price: 2_000_000, limit: 5, offset: 5 });
  expect(next.found[0].version.listPrice).toBe(1_750_000);
});

test('narrowed by fuel, power and body', async () => {
  const { found } = await find({ price: 9_000_000, fuel: 'fcev', kwFrom: 70, kwTo: 80, body: 'suv' });
  expect(found.map((one: { version: { kw: number } }) => one.version.kw)).toEqual([80, 78, 76, 74, 72, 70]);
  expect((await find({ price: 9_000_000, body: 'van' })).total).toBe(0);
  expect((await call(seller, 'GET /quotes/versions', { query: { fuel: 'steam' } })).status).toBe(422);
});

test('by a monthly instalment: no car asks more, the dearest asks about as much', async () => {
  const { plan, budget, found } = await find({ instalment: 300_00, deposit: 3_000_00, limit: 100 });
  expect(plan).toMatchObject({ months: 60 });
  expect(budget).toBeGreaterThan(3_000_00);
  const monthly = found.flatMap(({ instalment }: { instalment: number | null }) => instalment ?? []);
  expect(Math.max(...monthly)).toBeLessThanOrEqual(300_01);
  expect(Math.max(...monthly)).toBeGreaterThan(280_00);
  await owner('update plans set min_amount = 300000 where company_id = 901');
  expect(await find({ instalment: 20_00 })).toEqual({ plan: null, budget: null, total: 0, found: [] });
});
