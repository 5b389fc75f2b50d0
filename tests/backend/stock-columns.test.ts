import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { missingPapers } from '#domain/stock/ageing.ts';
import { marginOf, marginOfSale } from '#domain/stock/margin.ts';
import { papers, usedStateKeys } from '#domain/stock/terms.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query } = world;
afterAll(() => world.close());
const manager = await world.user(901, EVERY);

const cents = fc.option(fc.integer({ min: 0, max: 60_000_00 }), { nil: null });
const held = fc.subarray(Object.keys(papers));
/** A car as its table may hold it, whatever way it came there. */
const anyCar = fc.record({
  state: fc.constantFrom(...usedStateKeys.filter((state) => state !== 'sold' && state !== 'delivered')),
  regime: fc.constantFrom('retail' as const, 'iva_exposed' as const),
  purchase_type: fc.constantFrom('barter', 'km0', 'demo'),
  retail_price: cents,
  purchase_cost: cents,
  consignment_fee: cents,
  purchase_tax_rate: fc.constantFrom(0, 4, 10, 22),
  costs_gross: fc.integer({ min: -2_000_00, max: 5_000_00 }),
  costs_net: fc.integer({ min: -2_000_00, max: 5_000_00 }),
  papers: held,
  paper_kinds: held,
});

test('the database derives of a car what the domain says: margin and missing papers', async () => {
  const cars = fc.sample(anyCar, 400).map((car, n) => ({ ...car, code: `DER-${n}` }));
  await query(
    `insert into used_cars (company_id, code, maker, model, body, fuel, gearbox, seller_kind, market, state, regime, purchase_type,
       retail_price, purchase_cost, consignment_fee, purchase_tax_rate, costs_gross, costs_net, papers, paper_kinds)
     select 901, code, 'Derivata', 'Uno', 'hatchback', 'petrol', 'manual', 'private', 'italy', state, regime, purchase_type,
       retail_price, purchase_cost, consignment_fee, purchase_tax_rate, costs_gross, costs_net, papers, paper_kinds
     from jsonb_populate_recordset(null::used_cars, $1::jsonb)`,
    [JSON.stringify(cars)],
  );
  const rows = await query(
    "select code, expected_margin, shown_margin, lacks_papers from used_cars where code like 'DER-%'",
  );
  const known = new Map(rows.map((row) => [row.code, row]));
  for (const car of cars) {
    const { state, regime, retail_price: price, costs_gross: gross, costs_net: net } = car;
    const costed = { state, regime, purchaseCost: car.purchase_cost, consignmentFee: car.consignment_fee };
    const full = { ...costed, purchaseTaxRate: car.purchase_tax_rate, costs: { gross, net } };
    const margin = price === null ? null : marginOf(full, price);
    const row = known.get(car.code)!;
    expect([car, row.expected_margin === null ? null : Number(row.expected_margin)]).toEqual([
      car,
      margin?.net ?? null,
    ]);
    // What the list goes by is what it shows: nothing was sold here.
    expect([car, row.shown_margin]).toEqual([car, row.expected_margin]);
    const missing = missingPapers({
      state,
      purchaseType: car.purchase_type,
      papers: [...car.papers, ...car.paper_kinds],
    });
    expect([car, row.lacks_papers]).toEqual([car, missing.length > 0]);
  }
});

test('the margin that lists go by is that of the sale once a car is sold', async () => {
  const cars = fc.sample(
    fc.record({
      sale_regime: fc.constantFrom('margin' as const, 'vat' as const, 'intra_eu' as const, 'export' as const, null),
      regime: fc.constantFrom('retail' as const, 'iva_exposed' as const),
      sale_price: fc.integer({ min: 0, max: 60_000_00 }),
      purchase_cost: cents,
      consignment_fee: cents,
      purchase_tax_rate: fc.constantFrom(0, 22),
      costs_gross: fc.integer({ min: 0, max: 5_000_00 }),
      costs_net: fc.integer({ min: 0, max: 5_000_00 }),
    }),
    200,
  );
  await query(
    `insert into used_cars (company_id, code, maker, model, body, fuel, gearbox, seller_kind, market, state, regime, purchase_type,
       sale_price, sale_regime, purchase_cost, consignment_fee, purchase_tax_rate, costs_gross, costs_net, sale_channel, sold_on, buyer, retail_price)
     select 901, code, 'Venduta', 'Uno', 'hatchback', 'petrol', 'manual', 'private', 'italy', 'sold', regime, 'barter',
       sale_price, sale_regime, purchase_cost, consignment_fee, purchase_tax_rate, costs_gross, costs_net, 'b2b', current_date, 'Uno', 100
     from jsonb_populate_recordset(null::used_cars, $1::jsonb)`,
    [JSON.stringify(cars.map((car, n) => ({ ...car, code: `VEN-${n}` })))],
  );
  const known = new Map(
    (await query("select code, shown_margin from used_cars where code like 'VEN-%'")).map((row) => [
      row.code,
      row.shown_margin,
    ]),
  );
  for (const [n, car] of cars.entries()) {
    const costed = {
      state: 'sold' as const,
      regime: car.regime,
      purchaseCost: car.purchase_cost,
      consignmentFee: car.consignment_fee,
      purchaseTaxRate: car.purchase_tax_rate,
      costs: { gross: car.costs_gross, net: car.costs_net },
    };
    const margin = car.sale_regime
      ? marginOfSale(costed, car.sale_price, car.sale_regime)
      : marginOf(costed, car.sale_price);
    const kept = known.get(`VEN-${n}`);
    expect([car, kept === null ? null : Number(kept)]).toEqual([car, margin?.net ?? null]);
  }
});

test('the list goes by the whole name, and by the place of the price among cars that are alike', async () => {
  let plates = 0;
  const enter = async (model: string, retailPrice: number | null) => {
    const body = {
      ...usedCar,
      code: '',
      plate: `HR ${(plates += 1)} ST`,
      maker: 'Ordinata',
      model,
      km: 50_000,
      retailPrice,
    };
    const car = { ...body, registeredOn: '2023-03-01' };
    return (await call(manager, 'POST /stock/used', { body: car })).body.id as number;
  };
  const dear = await enter('Beta', 12_000_00);
  const cheap = await enter('Beta', 10_000_00);
  const mid = await enter('Beta', 11_000_00);
  const alone = await enter('Alfa', 9_000_00);
  const unpriced = await enter('Beta', null);
  const order = async (sort: string, dir: 'asc' | 'desc') => {
    const { body } = await call(manager, 'GET /stock/used', { query: { maker: 'Ordinata', sort, dir, limit: 10 } });
    return body.rows.map(({ id }: { id: number }) => id);
  };
  expect(await order('rank', 'asc')).toEqual([cheap, mid, dear, alone, unpriced]);
  // Cars without a place come last in both directions.
  expect(await order('rank', 'desc')).toEqual([dear, mid, cheap, unpriced, alone]);
  expect((await order('name', 'asc'))[0]).toBe(alone);
  expect((await order('name', 'desc')).at(-1)).toBe(alone);
});

test('the list goes by days in stock and by margin, what has none last', async () => {
  const stand = async (code: string, days: number | null, margin: number) => {
    await query(
      `insert into used_cars (company_id, code, maker, model, body, fuel, gearbox, seller_kind, market, regime, purchase_type,
         state, acquired_on, retail_price, purchase_cost)
       values (901, $1, 'Ferma', 'Uno', 'hatchback', 'petrol', 'manual', 'private', 'italy', 'retail', 'barter',
         $2, current_date - coalesce($3::int, 5), 10000 + $4::int, 10000)`,
      [code, days === null ? 'consignment' : 'acquired', days, margin],
    );
  };
  await stand('F-LOSS', 20, -900);
  await stand('F-OLD', 200, 50);
  await stand('F-NEW', 1, 10);
  await stand('F-OWNER', null, 0);
  const order = async (sort: string, dir: 'asc' | 'desc') => {
    const { body } = await call(manager, 'GET /stock/used', { query: { maker: 'Ferma', sort, dir, limit: 10 } });
    return body.rows.map(({ code }: { code: string }) => code);
  };
  expect(await order('days', 'desc')).toEqual(['F-OLD', 'F-LOSS', 'F-NEW', 'F-OWNER']);
  expect((await order('days', 'asc')).slice(-3)).toEqual(['F-NEW', 'F-LOSS', 'F-OLD']);
  expect((await order('profit', 'asc')).slice(0, 3)).toEqual(['F-LOSS', 'F-NEW', 'F-OLD']);
});

test('more cars than a list counts are not compared with each other: the filters come first', async () => {
  await query(
    `insert into used_cars (company_id, code, maker, model, body, fuel, gearbox, seller_kind, market, regime, purchase_type)
     select 901, 'TANTE-' || n, 'Tante', 'Uno', 'hatchback', 'petrol', 'manual', 'private', 'italy', 'retail', 'barter'
     from generate_series(1, 5001) n`,
  );
  const refused = await call(manager, 'GET /stock/used', { query: { sort: 'rank', limit: 10 } });
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('5.000')]);
  const narrowed = await call(manager, 'GET /stock/used', { query: { sort: 'rank', limit: 10, maker: 'Ordinata' } });
  expect(narrowed.status).toBe(200);
});
