import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '#domain/endpoints.ts';
import type { TestUser } from '#tests/support/area.ts';
import { newCarOf } from '#tests/support/areas/new-stock.ts';
import { usedCar } from '#tests/support/areas/stock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, clock } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));

const manager = await world.user(901, EVERY);
const seller = await world.userWith('seeStock', 'createQuotes');
const other = await world.user(902, EVERY);
let plates = 0;

const set = async (which: 'settings' | 'used-settings', changes: object, from = '2026-11-20') => {
  const { version, periods } = (await call(manager, `GET /stock/${which}`)).body;
  const body = { ...periods.at(-1).values, ...changes, from };
  return call(manager, `PUT /stock/${which}`, { version, body });
};
const enter = async (changes: object = {}, as: TestUser = manager) => {
  const body = { ...usedCar, code: '', plate: `HW ${(plates += 1)} ST`, ...changes };
  return (await call(as, 'POST /stock/used', { body })).body;
};
const arrived = async (changes: object = {}, as: TestUser = manager) => {
  const { id, version } = await enter(changes, as);
  return (await call(as, 'POST /stock/used/:id/arrive', { params: { id }, version })).body;
};
const codes = async (as: TestUser, name: CallName, query: object) =>
  (await call(as, name, { query: { limit: 100, ...query } })).body.rows.map((row: { code: string }) => row.code);

describe('what a company sets for its stock', () => {
  test('says how old cars are in the list, on the home and on their pages, and nobody else’s', async () => {
    const mine = await arrived({ acquiredOn: '2026-11-02' });
    const theirs = await arrived({ acquiredOn: '2026-11-02' }, other);
    expect([mine.days, mine.band, theirs.band]).toEqual([18, 'fresh', 'fresh']);
    expect((await set('settings', { freshDays: 10, normalDays: 17, slowDays: 18 })).status).toBe(200);
    const read = async (as: TestUser, id: number) =>
      (await call(as, 'GET /stock/used/:id', { params: { id } })).body.band;
    expect([await read(manager, mine.id), await read(other, theirs.id)]).toEqual(['slow', 'fresh']);
    expect(await codes(manager, 'GET /stock/used', { band: 'slow' })).toContain(mine.code);
    for (const band of ['fresh', 'normal', 'aged'])
      expect(await codes(manager, 'GET /stock/used', { band })).not.toContain(mine.code);
    expect(await codes(other, 'GET /stock/used', { band: 'fresh' })).toContain(theirs.code);
    const { bands } = (await call(manager, 'GET /stock/summary')).body;
    expect(bands).toContainEqual({ band: 'slow', from: 18, to: 18, count: 1, retail: 10_900_00 });
    const rows = (await call(manager, 'GET /stock/used', { query: { limit: 100 } })).body.rows;
    expect(rows.find(({ id }: { id: number }) => id === mine.id).band).toBe('slow');
    clock.now = new Date('2026-11-21T09:00:00Z');
    expect(await codes(manager, 'GET /stock/used', { band: 'aged' })).toContain(mine.code);
  });

  test('holds for new cars as well, and from its day on', async () => {
    const body = { ...newCarOf(world.car), code: '', vin: 'ZZ9NEWCA000000771', arrivedOn: '2026-11-20' };
    const { id, version, code } = (await call(manager, 'POST /stock/new', { body })).body;
    const params = { id };
    await call(manager, 'POST /stock/new/:id/arrive', { params, version });
    await set('settings', { freshDays: 1, normalDays: 2, slowDays: 3 }, '2026-11-25');
    clock.now = new Date('2026-11-24T09:00:00Z');
    expect(await codes(manager, 'GET /stock/new', { band: 'fresh' })).toContain(code);
    clock.now = new Date('2026-11-25T09:00:00Z');
    expect(await codes(manager, 'GET /stock/new', { band: 'aged' })).toContain(code);
    expect((await call(manager, 'GET /stock/new/:id', { params })).body.band).toBe('aged');
  });

  test('limits for how long a car is held', async () => {
    await set('settings', { reservationDays: 2, mostReservedDays: 3 });
    const { id } = await arrived();
    const hold = (until: string) => call(seller, 'POST /stock/used/:id/reserve', { params: { id }, body: { until } });
    expect((await hold('2026-11-24T09:00:00Z')).body.fields).toEqual({ until: 'Al massimo 3 giorni' });
    expect((await hold('2026-11-23T17:00:00Z')).status).toBe(200);
    expect((await call(seller, 'GET /stock/terms')).body).toMatchObject({ reservationDays: 2, mostReservedDays: 3 });
    expect((await call(seller, 'GET /stock/terms')).body).not.toHaveProperty('used');
  });

  test('chooses what portals get', async () => {
    const car = await arrived();
    const feed = async () =>
      (await call(manager, 'GET /stock/feed')).body.cars.map(({ id }: { id: number }) => id) as number[];
    expect(await feed()).toContain(car.id);
    await set('settings', { feedPhotos: 1 });
    expect(await feed()).not.toContain(car.id);
    await set('settings', { feedPhotos: 0, feedStates: ['restoring'] });
    expect(await feed()).not.toContain(car.id);
    await set('settings', { feedStates: ['acquired'] });
    expect(await feed()).toContain(car.id);
    expect((await set('settings', { feedStates: ['scheduled'] })).status).toBe(422);
  });

  test('publishes acquired cars, those in restoration and on consignment only where the company chose so', async () => {
    const feed = async () =>
      (await call(other, 'GET /stock/feed')).body.cars.map(({ code }: { code: string }) => code) as string[];
    const move = async (name: string, { id, version }: { id: number; version: number }) =>
      (await call(other, `POST /stock/used/:id/${name}` as CallName, { params: { id }, version })).body;
    const acquired = await arrived({}, other);
    const restoring = await move('restore', await arrived({}, other));
    const lent = await move('consign', await enter({ consignor: 'Rossi' }, other));
    expect([restoring.state, lent.state]).toEqual(['restoring', 'consignment']);
    expect(await feed()).toContain(acquired.code);
    for (const { code } of [restoring, lent]) expect(await feed()).not.toContain(code);
  });

  test('chooses the states that lists show; the others are found by search, filter or number', async () => {
    const { id, version } = await arrived();
    const out = (await call(manager, 'POST /stock/used/:id/lend', { params: { id }, version })).body;
    expect(await codes(manager, 'GET /stock/used', {})).toContain(out.code);
    const body = { ...newCarOf(world.car), code: '', vin: 'ZZ9NEWCA000000772' };
    const coming = (await call(manager, 'POST /stock/new', { body })).body;
    await set('settings', { usedListed: ['acquired'], newListed: ['in_stock'] });
    expect(await codes(manager, 'GET /stock/used', {})).not.toContain(out.code);
    expect(await codes(manager, 'GET /stock/new', {})).not.toContain(coming.code);
    for (const query of [{ q: out.code }, { state: 'service_vehicle' }])
      expect(await codes(manager, 'GET /stock/used', query)).toContain(out.code);
    expect(await codes(manager, 'GET /stock/new', { free: 'true' })).toContain(coming.code);
    const { counts, total } = (await call(manager, 'GET /stock/used', { query: { views: '' } })).body;
    expect(counts).toEqual([total]);
    expect((await call(seller, 'GET /stock/terms')).body.usedListed).toEqual(['acquired']);
    expect((await set('settings', { usedListed: [] })).body.fields).toEqual({
      usedListed: 'Scegliere almeno uno stato',
    });
  });

  test('is refused at its field where bands do not follow each other', async () => {
    expect((await set('settings', { freshDays: 60, normalDays: 60 })).body.fields).toHaveProperty('normalDays');
    expect((await set('settings', { normalDays: 60, slowDays: 50 })).body.fields).toHaveProperty('slowDays');
    expect((await set('settings', { reservationDays: 9, mostReservedDays: 8 })).body.fields).toHaveProperty(
      'reservationDays',
    );
  });
});

test('a used car begins with the costs, the warranty and the expenses of its company; what is typed goes before', async () => {
  await set('used-settings', {
    preparation: [
      { kind: 'maintenance', note: 'Tagliando', amount: 250_00, taxRate: 22 },
      { kind: 'detailing', note: '', amount: 61_00, taxRate: 22 },
    ],
    warrantyKind: 'dealer_conventional',
    warrantyMonths: 12,
    retailExpense: 450_00,
    b2bExpense: 90_00,
  });
  const car = await enter({ b2bExpense: 75_00 });
  expect(car).toMatchObject({ warrantyKind: 'dealer_conventional', warrantyMonths: 12 });
  expect(car).toMatchObject({ retailExpense: 450_00, b2bExpense: 75_00, exportExpense: null });
  expect(car.costs).toEqual({ gross: 311_00, net: 204_92 + 50_00 });
  const { rows } = (await call(manager, 'GET /stock/used/:id/costs', { params: { id: car.id } })).body;
  expect(rows).toMatchObject([
    { kind: 'maintenance', expected: 250_00, amount: null },
    { kind: 'detailing', expected: 61_00, amount: null },
  ]);
  expect((await enter({}, other)).costs).toEqual({ gross: 0, net: 0 });
  const short = await set('used-settings', { warrantyMonths: 6 });
  expect(short.body.fields).toHaveProperty('warrantyMonths');
  const [last] = (await call(manager, 'GET /stock/used-settings/timeline')).body;
  expect(last.changes).toContainEqual(expect.objectContaining({ field: 'Mesi di garanzia', to: '12\u00a0mesi' }));
});

describe('the tables that used cars are valued by', () => {
  const kmRates = [
    { from: 0, rate: 0.02 },
    { from: 10_000_00, rate: 0.035 },
  ];
  const tables = {
    standardKm: 12_000,
    fuelKm: [{ fuel: 'diesel', km: 22_000 }],
    kmRates,
    mostKmShare: 25,
    optionShares: [{ years: 5, percent: 25 }],
    damageCosts: [{ kind: 'dent', amount: 600_00 }],
  };
  const terms = (as: TestUser) => call(as, 'GET /stock/valuation-terms');

  test('are read by who makes quotes from their day on, by nobody else’s company, and say what cars should earn to who sees costs', async () => {
    const resale = { targetMargin: 1_200_00, warrantyCost: 300_00, sellingCost: 400_00 };
    const preparation = [
      { kind: 'maintenance', note: '', amount: 250_00, taxRate: 22 },
      { kind: 'detailing', note: '', amount: 61_00, taxRate: 22 },
    ];
    const before = (await terms(seller)).body;
    expect((await set('used-settings', { ...tables, ...resale, preparation }, '2026-11-24')).status).toBe(200);
    expect((await terms(seller)).body).toEqual(before);
    clock.now = new Date('2026-11-24T09:00:00Z');
    const read = (await terms(seller)).body;
    expect(read).toEqual({
      ...tables,
      offerDays: before.offerDays,
      preparation: { gross: 311_00, net: 204_92 + 50_00 },
    });
    expect((await terms(manager)).body).toEqual({ ...read, resale });
    expect((await terms(other)).body).toMatchObject({ standardKm: 15_000, kmRates: [{ from: 0, rate: 0.03 }] });
    const reception = await world.userWith('welcomeCustomers');
    expect((await terms(reception)).status).toBe(403);
    expect((await terms(await world.userWith('evaluateUsed'))).status).toBe(200);
  });

  test('are set by who manages the preferences, against the version that was seen, and told in the history', async () => {
    const { version, periods } = (await call(manager, 'GET /stock/used-settings')).body;
    const body = { ...periods.at(-1).values, ...tables, standardKm: 13_000, from: '2026-11-25' };
    expect((await call(seller, 'PUT /stock/used-settings', { version, body })).status).toBe(403);
    expect((await call(manager, 'PUT /stock/used-settings', { version, body })).status).toBe(200);
    const late = await call(manager, 'PUT /stock/used-settings', { version, body: { ...body, standardKm: 1_000 } });
    expect(late.status).toBe(412);
    expect(late.body.current.periods.at(-1).values.standardKm).toBe(13_000);
    const [last] = (await call(manager, 'GET /stock/used-settings/timeline')).body;
    expect(last.changes).toContainEqual(expect.objectContaining({ field: 'Chilometri medi', to: '13.000\u00a0km' }));
  });

  test.each([
    ['kmRates.1.from', { kmRates: [kmRates[0], kmRates[0]] }],
    ['damageCosts.1.kind', { damageCosts: [tables.damageCosts[0], { kind: 'dent', amount: 1 }] }],
    ['kmRates.0.rate', { kmRates: [{ from: 0, rate: 30 }] }],
    ['mostKmShare', { mostKmShare: 101 }],
    ['optionShares', { optionShares: Array.from({ length: 13 }, (_, i) => ({ years: i + 1, percent: 5 })) }],
  ])('are refused at %s', async (path, changes) => {
    expect((await set('used-settings', changes, '2026-11-26')).body.fields).toHaveProperty([path]);
  });
});

test('cars that earn less than the least margin are found as the domain counts it, by who may see costs alone', async () => {
  const random = (most: number) => Math.floor(Math.random() * most);
  const cars = Array.from({ length: 40 }, () => ({
    regime: ['retail', 'iva_exposed'][random(2)]!,
    purchaseCost: 5_000_00 + random(400_000),
    retailPrice: 5_000_00 + random(500_000),
    purchaseTaxRate: [0, 22][random(2)]!,
    sellerKind: 'vat',
  }));
  await set('used-settings', { preparation: [{ kind: 'other', note: '', amount: 333_33, taxRate: 10 }] });
  const made: { code: string; margin: { net: number } }[] = [];
  for (const car of cars) {
    const fits = car.regime === 'retail' ? { ...car, sellerKind: 'private', purchaseTaxRate: 0 } : car;
    made.push(await arrived(fits));
  }
  const low = async (least: number) => {
    const found = await codes(manager, 'GET /stock/used', { lacks: 'margin' });
    const wanted = made.filter(({ margin }) => margin.net < least).map(({ code }) => code);
    expect(found.filter((code: string) => made.some((car) => car.code === code)).toSorted()).toEqual(wanted.toSorted());
    expect((await call(manager, 'GET /stock/summary')).body.attention.margin).toBe(found.length);
  };
  // Without a least margin those that lose.
  await low(0);
  const gains = made.map(({ margin }) => margin.net).filter((net) => net > 0);
  const least = gains.toSorted((a, b) => a - b)[Math.floor(gains.length / 2)]!;
  expect((await set('used-settings', { minMargin: least })).status).toBe(200);
  await low(least);
  // The greatest loss stands first; who may not see costs learns no order by them.
  const ordered = async (as: typeof manager) =>
    (
      (await call(as, 'GET /stock/used', { query: { sort: 'profit', dir: 'asc', limit: 100 } })).body.rows as {
        id: number;
      }[]
    ).map(({ id }) => id);
  const rows = (await call(manager, 'GET /stock/used', { query: { sort: 'profit', dir: 'asc', limit: 100 } })).body
    .rows;
  const margins = rows.flatMap(({ profit }: { profit: number | null }) => profit ?? []);
  expect(margins).toEqual(margins.toSorted((a: number, b: number) => a - b));
  const usual = (await call(seller, 'GET /stock/used', { query: { limit: 100 } })).body.rows;
  expect(await ordered(seller)).toEqual(usual.map(({ id }: { id: number }) => id));
  expect(await codes(seller, 'GET /stock/used', { lacks: 'margin' })).toEqual([]);
  expect((await call(seller, 'GET /stock/summary')).body.attention).not.toHaveProperty('margin');
});
