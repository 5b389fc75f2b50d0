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

test('the cars of the own last quotes, and those that the company sold most in a year; none that is off sale', async () => {
  const ids = (
    await owner("select id::int from versions where model_id = $1 and fuel = 'fcev' order by kw limit 4", [car.modelId])
  ).map((row: Record<string, unknown>) => row.id as number) as [number, number, number, number];
  const quoted = (versionId: number, minute: number, by = seller.id) =>
    owner(
      `insert into quotes (company_id, state, seller_id, version_id, maker_id, model_id, customer_name, vehicle, body, keys_in_hand, draft, created_at)
       values (901, 'draft', $1, $2, $3, $4, '', '', 'suv', 100, '{}', '2026-11-19'::timestamptz + make_interval(mins => $5::int))`,
      [by, versionId, car.makerId, car.modelId, minute],
    );
  const signed = (versionId: number, day: string, n: number) =>
    owner(
      `insert into contracts (company_id, number, since, kind, channel, origin, seller_id, made_by, vehicle, draft, snapshot, total, version_id,
         keys_in_hand, list_total, discount, financed, within_cap, insured, signed_on, state, created_at, updated_at)
       values (901, $1, now(), 'new', 'retail', 'hand', $2, $2, '', '{}', '{}', 100, $3, 100, 100, 0, 0, true, false, $4, 'completed', now(), now())`,
      [`C-KV-${n}`, seller.id, versionId, day],
    );
  const colleague = await world.userWith('createQuotes');
  await quoted(ids[0], 1);
  await quoted(ids[1], 2);
  await quoted(ids[0], 3);
  await quoted(ids[3], 4);
  await quoted(ids[2], 5, colleague.id);
  await signed(ids[1], '2026-11-01', 1);
  await signed(ids[2], '2026-11-02', 2);
  await signed(ids[2], '2025-11-21', 3);
  await signed(ids[1], '2025-11-19', 4);
  await signed(ids[1], '2025-11-20', 5);
  await owner('update versions set published = false where id = $1', [ids[3]]);
  const known = async (as = seller) => {
    const { body } = await call(as, 'GET /quotes/versions/known', {});
    return [body.latest, body.sold].map((rows) => rows.map(({ version }: { version: { id: number } }) => version.id));
  };
  expect(await known()).toEqual([
    [ids[0], ids[1]],
    [ids[2], ids[1]],
  ]);
  expect(await known(colleague)).toEqual([[ids[2]], [ids[2], ids[1]]]);
  expect(await known(await world.strangerWith('createQuotes'))).toEqual([[], []]);
});
