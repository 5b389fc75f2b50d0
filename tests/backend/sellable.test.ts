import { afterAll, expect, test } from 'vitest';
import type { HashedSheet } from '#domain/quotes/schema.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call, car, query } = world;
afterAll(() => world.close());

const seller = await world.userWith('createQuotes', 'manageOwnQuotes');
const director = await world.userWith('createQuotes', 'manageOwnQuotes', 'seeAllQuotes', 'manageAllQuotes');
await query("update users set role_name = 'Venditore' where id = $1", [seller.id]);
const idOf = async (text: string, values: unknown[] = []) =>
  Number(((await query(text, values)) as { id: string }[])[0]!.id);
const place = (name: string) => idOf('insert into locations (company_id, name) values (901, $1) returning id', [name]);
const [here, there] = [await place('Sede di chi vende'), await place('Altra sede')];
await query('insert into user_locations (company_id, user_id, location_id) values (901, $1, $2)', [seller.id, here]);
const maker = await idOf('select maker_id as id from models where id = $1', [car.modelId]);
const other = await idOf(
  "insert into makers (name, price_includes_road_cost, cost_percent) values ('Altra Marca', false, 90) returning id",
);

/** Each with the limit that its code is for, and whether the seller may sell it today. */
const limits: [code: string, columns: object, sold: boolean][] = [
  ['LIBERO', {}, true],
  ['DA-OGGI', { valid_from: '2026-11-20', valid_to: '2026-11-20' }, true],
  ['DOMANI', { valid_from: '2026-11-21' }, false],
  ['FINITO', { valid_to: '2026-11-19' }, false],
  ['MARCA', { maker_ids: [maker] }, true],
  ['ALTRA-MARCA', { maker_ids: [other] }, false],
  ['QUI', { location_ids: [here, there] }, true],
  ['ALTROVE', { location_ids: [there] }, false],
  ['RUOLO', { roles: ['Venditore', 'Responsabile vendite'] }, true],
  ['ALTRO-RUOLO', { roles: ['Responsabile vendite'] }, false],
];
const insert = (table: string, row: object) => {
  const keys = Object.keys(row);
  const text = `insert into ${table} (${keys.join(', ')}) values (${keys.map((_, i) => `$${i + 1}`).join(', ')})`;
  return query(text, Object.values(row));
};
for (const [code, columns] of limits) {
  const common = { company_id: 901, code, ...columns };
  await insert('services', {
    ...common,
    description: code,
    kind: 'other',
    provider: 'dealer',
    usages: ['new'],
    price: 100_00,
  });
  await insert('insurances', { ...common, name: code, insurer: 'Compagnia', type: 'cvt', usages: ['new'] });
  const terms = JSON.stringify([{ months: 60, tan: 6.95, balloonPercent: null }]);
  await insert('plans', { ...common, lender: 'Banca', name: code, type: 'loan', terms, max_amount: 50_000_00 });
}

const sheetFor = async (as: TestUser): Promise<HashedSheet> =>
  (await call(as, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body;
const codes = new Set(limits.map(([code]) => code));
const offered = (names: string[]) => names.filter((name) => codes.has(name)).sort();
const sold = ({ services, insurances, plans }: HashedSheet) => ({
  services: offered(services.map(({ code }) => code)),
  insurances: offered(insurances.map(({ code }) => code)),
  plans: offered(plans.map(({ name }) => name)),
});
const each = (names: string[]) => ({ services: names, insurances: names, plans: names });

test('services, policies and plans alike are for their days, brands, places and roles', async () => {
  const mine = limits.flatMap(([code, , may]) => (may ? code : [])).sort();
  expect(sold(await sheetFor(seller))).toEqual(each(mine));
});

test('people who manage everybody’s quotes are held by days and brands alone, so that a colleague’s draft opens as it is', async () => {
  const names = [...codes].filter((code) => !['DOMANI', 'FINITO', 'ALTRA-MARCA'].includes(code)).sort();
  expect(sold(await sheetFor(director))).toEqual(each(names));
});

test('the search by instalment uses no plan that the seller may not offer', async () => {
  const find = async (as: TestUser) =>
    (await call(as, 'GET /quotes/versions', { query: { instalment: 400_00, deposit: 0 } })).body.plan?.name;
  const free = JSON.stringify([{ months: 60, tan: 0, balloonPercent: null }]);
  await query("update plans set terms = $1 where company_id = 901 and code = 'ALTRO-RUOLO'", [free]);
  expect(await find(director)).toBe('ALTRO-RUOLO');
  expect(await find(seller)).not.toBe('ALTRO-RUOLO');
});

test('a plan that the seller may offer no more is left out of the draft’s price and said, and the draft keeps it', async () => {
  const [row] = (await query("select id from plans where company_id = 901 and code = 'RUOLO'")) as { id: string }[];
  const financing = {
    planId: Number(row!.id),
    amount: null,
    months: 60,
    protection: false,
    kmPerYear: null,
    balloon: null,
  };
  const made = (await call(seller, 'POST /quotes', { body: world.draft(world.alfa, { financing }) })).body;
  await query("update plans set valid_to = '2026-11-19' where id = $1", [financing.planId]);
  const again = (await call(seller, 'GET /quotes/:id', { params: { id: made.id } })).body;
  expect(again.draft.financing).toMatchObject({ planId: financing.planId, months: 60 });
  const sheet = (await call(seller, 'GET /quotes/:id/sheet', { params: { id: made.id } })).body as HashedSheet;
  expect(sheet.plans.map(({ id }) => id)).not.toContain(financing.planId);
  const saved = await call(seller, 'PUT /quotes/:id', { params: { id: made.id }, version: 1, body: again.draft });
  expect([saved.status, saved.body.draft.financing.planId]).toEqual([200, financing.planId]);
});
