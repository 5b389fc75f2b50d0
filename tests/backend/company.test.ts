import { afterAll, expect, test } from 'vitest';
import { openCompany } from '#backend/companies/open.ts';
import { testDatabase } from '#tests/support/database.ts';
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
    constraint: 'logins_pkey',
  });
});
