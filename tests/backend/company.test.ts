import { afterAll, describe, expect, test } from 'vitest';
import { openCompany } from '#backend/companies/open.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { logoOf } from '#tests/support/areas/companies.ts';
import { aPng } from '#tests/support/images.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call } = world;
afterAll(() => world.close());

const torino = {
  id: 31,
  name: 'Torino Auto',
  province: 'TO',
  admin: { name: 'Chiara Ferri', email: 'Chiara@Torino.example.it' },
  roadCost: 80_000,
};

test('a company opened at the console lets its administrator choose a password and price a car', async () => {
  const token = await openCompany(database.db, torino, world.clock.now);
  const set = await call(null, 'POST /auth/password', { body: { token, password: 'sei-mele-verdi-e-gialle' } });
  expect(set.status).toBe(204);
  const login = await call(null, 'POST /auth/login', {
    body: { email: 'chiara@torino.example.it', password: 'sei-mele-verdi-e-gialle' },
  });
  expect(login.body.user).toMatchObject({
    company_id: 31,
    company_name: 'Torino Auto',
    role_name: 'Amministratore dealer',
  });
  const sheet = await call({ token: login.body.token }, 'GET /quotes/sheets/:versionId', {
    params: { versionId: world.car.versionId },
  });
  expect(sheet.body.params).toMatchObject({ roadCost: 80_000, expiryDays: 8 });
  const again = await call(null, 'POST /auth/password', { body: { token, password: 'sette-mele-verdi-e-blu' } });
  expect(again.status).toBe(422);
});

test('number and e-mail are taken once', async () => {
  await expect(openCompany(database.db, torino, world.clock.now)).rejects.toMatchObject({
    constraint: 'companies_pkey',
  });
  await expect(openCompany(database.db, { ...torino, id: 32 }, world.clock.now)).rejects.toMatchObject({
    constraint: 'login_emails_pkey',
  });
});

test('the manufacturer’s company asks everybody for a second factor from its first day; the others ask when they want', async () => {
  // The demo world has one, whose people are tried out without.
  await asOwner(
    database.ownerUrl,
    `set session_replication_role = replica; delete from companies where company_id = ${MANUFACTURER}`,
  );
  const enter = async (id: number, email: string) => {
    const company = { ...torino, id, admin: { name: 'Chiara Ferri', email } };
    const body = {
      token: await openCompany(database.db, company, world.clock.now),
      password: 'sei-mele-verdi-e-gialle',
    };
    expect((await call(null, 'POST /auth/password', { body })).status).toBe(204);
    return (await call(null, 'POST /auth/login', { body: { email, password: body.password } })).body;
  };
  const first = await enter(MANUFACTURER, 'prima@casa.example.it');
  expect([first.step, first.token]).toEqual(['mail', undefined]);
  expect((await enter(33, 'prima@torino.example.it')).token).toBeDefined();
});

describe('the look of a company on its documents', () => {
  const manager = world.user(901, [26]);
  const own = { params: { company_id: 901 } };
  const read = async () => (await call(await manager, 'GET /companies/:company_id/profile', own)).body;
  const put = async (body: object) => call(await manager, 'PUT /companies/:company_id/logo', { ...own, body });

  test('is changed by who manages the preferences, at the version they saw, and told to the audit', async () => {
    const { id: _id, logo: _logo, version, ...body } = await read();
    const as = await manager;
    const change = { ...own, version, body: { ...body, colour: '#7a1f1f', phone: '02 1234567' } };
    const saved = await call(as, 'PUT /companies/:company_id/profile', change);
    expect(saved.body).toMatchObject({ colour: '#7a1f1f', phone: '+39021234567', version: version + 1 });
    expect((await call(as, 'PUT /companies/:company_id/profile', change)).status).toBe(412);
    const other = { ...change, params: { company_id: 902 }, version: version + 1 };
    expect((await call(as, 'PUT /companies/:company_id/profile', other)).status).toBe(404);
  });

  test('is in both its colours on what is printed of a quote', async () => {
    const { id: _id, logo: _logo, version, ...body } = await read();
    const change = { ...own, version, body: { ...body, colour: '#5a1f7a', accent: '#fde2c0' } };
    expect((await call(await manager, 'PUT /companies/:company_id/profile', change)).status).toBe(200);
    const seller = await world.user(901, [13, 14, 20]);
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(world.alfa) })).body;
    const drawn = await call(seller, 'GET /quotes/:id/preview/:page', { params: { id, page: 1 } });
    const svg = Buffer.from(drawn.body).toString();
    for (const colour of ['#5a1f7a', '#fde2c0']) expect(svg).toContain(colour);
  });

  test('has a logo by its content: bounded in bytes and pixels, the old file goes with it', async () => {
    expect((await put(logoOf(600, 150))).body.logo).toMatchObject({ width: 600, height: 150 });
    const first = (await read()).logo.key;
    for (const [width, height] of [
      [2001, 10],
      [10, 2001],
      [0, 10],
    ])
      expect((await put(logoOf(width!, height!))).body.fields).toHaveProperty('base64');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    expect((await put({ base64: svg })).body.fields).toEqual({ base64: 'Scegliere un logo PNG o JPEG' });
    const large = Buffer.concat([aPng({}), Buffer.alloc(400_000)]).toString('base64');
    expect((await put({ base64: large })).status).toBe(422);
    expect((await read()).logo.key).toBe(first);
    expect((await put(logoOf(300, 80))).body.logo.key).not.toBe(first);
    const seller = await world.user(901, []);
    expect((await call(seller, 'GET /companies/:company_id/logo', own)).status).toBe(200);
    await call(await manager, 'DELETE /companies/:company_id/logo', own);
    expect((await call(seller, 'GET /companies/:company_id/logo', own)).status).toBe(404);
    expect((await read()).logo).toBeNull();
  });
});
