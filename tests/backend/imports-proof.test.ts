import { afterAll, describe, expect, test } from 'vitest';
import type { FaultGroup } from '#domain/imports/schema.ts';
import { privileges as p } from '#domain/privileges.ts';
import { testDatabase } from '#tests/support/database.ts';
import { importFile, sendFile } from '#tests/support/imports.ts';
import { otherFiles } from '#tests/support/other-systems.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query } = world;
afterAll(() => world.close());
const boss = await world.user(901, EVERY);

/** The share of rows that may be refused beyond those that nobody could import. */
const MOST_REFUSED = 0.05;
const files = otherFiles(['LMP-1']);

describe('files of twelve other systems enter by guess and proposals alone', () => {
  test('they are twenty-four', () => {
    expect([files.length, new Set(files.map(({ name }) => name.split(' ')[0])).size]).toEqual([24, 12]);
  });

  test.each(files)('$name', async ({ name, kind, bytes, rows, wrong }) => {
    const { body: it } = await sendFile(call, boss, kind, bytes, { name });
    expect(it).toMatchObject({ state: 'ready', total: rows });
    const faults = it.faults as FaultGroup[];
    const said = faults.map(
      ({ field, sentence, count, examples }) => `${field} ${count} ${sentence} (${examples.join(', ')})`,
    );
    expect({ most: it.refused <= wrong + rows * MOST_REFUSED, said }).toMatchObject({ most: true });
    // What is wrong is said, and of which field.
    expect(it.refused).toBeGreaterThanOrEqual(wrong);
    expect(faults.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(it.refused);
    expect(faults.every(({ field, sentence }) => field !== '' && sentence !== '')).toBe(true);
  });
});

test('a shouting file of customers enters as people write, with codes, consents and types', async () => {
  const { bytes } = files.find(({ name }) => name === '1 anagrafica.txt')!;
  const done = await importFile(call, boss, 'customers', { csv: bytes });
  expect(done).toMatchObject({ state: 'done', refused: 1 });
  const [person] = await query(
    "select last_name, first_name, address, city, cap, phone, type, birth_date::text from customers where company_id = 901 and external_code = '2001'",
  );
  expect(person).toEqual({
    last_name: "D'Angelo",
    first_name: 'Maria Pia',
    address: 'Corso Italia, 2',
    city: 'Forlì',
    cap: '47121',
    phone: '+393311000013',
    type: 'private',
    birth_date: '1953-02-02',
  });
  const [firm] = await query(
    "select name, type, legal_form from customers where company_id = 901 and external_code = '2004'",
  );
  expect(firm).toEqual({ name: 'Edil Nord S.r.l.', type: 'fleet', legal_form: 'srl' });
  expect(await query("select cap from customers where company_id = 901 and external_code = '2002'")).toEqual([
    { cap: '00184' },
  ]);
  const consents = await query(
    `select given, way, channels, proof from consents s join customers c on c.company_id = s.company_id and c.id = s.customer_id
     where c.company_id = 901 and c.external_code in ('2000', '2001', '2002') order by c.external_code`,
  );
  expect(consents).toEqual([
    { given: true, way: 'import', channels: ['email'], proof: 'Dal gestionale precedente' },
    { given: false, way: 'import', channels: [], proof: 'Dal gestionale precedente' },
  ]);
  const found = await call(boss, 'GET /customers', { query: { q: '2001', limit: 5 } });
  expect(found.body.rows.map(({ name }: { name: string }) => name)).toContain("Maria Pia D'Angelo");
  // Taken back, customers and consents go.
  await call(boss, 'POST /imports/:id/undo', { params: { id: done.id } });
  expect(await query("select from customers where company_id = 901 and external_code = '2001'")).toEqual([]);
});

test('used cars enter in the state that the file says, and what their arrival asks for is wanted at the next move', async () => {
  const csv = `Codice esterno;Targa;Marca;Modello;Alim.;Km;Stato;Sede
77;GA123AA;Fiat;Panda;Benz.;10000;Disponibile;
78;GA124AA;Fiat;Panda;Benz.;10000;In arrivo;`;
  const done = await importFile(call, boss, 'stock/used', { csv });
  expect(done).toMatchObject({ created: 2, refused: 0 });
  const cars = await query(
    "select id, version, state, imported from used_cars where company_id = 901 and external_code in ('77', '78') order by external_code",
  );
  expect(cars.map(({ state, imported }) => [state, imported])).toEqual([
    ['acquired', true],
    ['scheduled', false],
  ]);
  expect(
    await query("select to_state from state_changes where entity = 'used_car' and record_id = $1", [cars[0].id]),
  ).toEqual([{ to_state: 'acquired' }]);
  const car = await call(boss, 'GET /stock/used/:id', { params: { id: cars[0].id } });
  expect(car.body.importLacks).toEqual(['purchaseCost', 'purchaseDocument']);
  const moved = await call(boss, 'POST /stock/used/:id/restore', {
    params: { id: cars[0].id },
    version: cars[0].version,
  });
  expect(moved.status).toBe(409);
  expect(moved.body.missing.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(['purchaseCost', 'purchaseDocument']),
  );
});

test('users enter without an invitation; who is one already stays as they are', async () => {
  const csv =
    'Nome;Mail;Ruolo\nAnna Neri;anna.neri@prova.example.it;Reception\nBruno Neri;bruno@prova.example.it;Capo vendite';
  const done = await importFile(call, boss, 'users', { csv });
  expect(done).toMatchObject({ created: 2, refused: 0 });
  const [anna] = await query("select id, role_name, privileges from users where email = 'anna.neri@prova.example.it'");
  expect(anna).toMatchObject({ role_name: 'Accoglienza', privileges: [20, 22, 23, 24, 35] });
  expect(mailsLeft(world.config, 'anna.neri@prova.example.it')).toEqual([]);
  const waiting = await call(boss, 'GET /users', { query: { state: 'uninvited', q: 'neri', limit: 10 } });
  expect(waiting.body.rows.map(({ email }: { email: string }) => email)).toEqual([
    'anna.neri@prova.example.it',
    'bruno@prova.example.it',
  ]);
  expect(await importFile(call, boss, 'users', { csv })).toMatchObject({
    created: 0,
    refused: 2,
    faults: [{ field: 'email', count: 2 }],
  });
  await call(boss, 'POST /imports/:id/undo', { params: { id: done.id } });
  expect(await query("select from users where email = 'anna.neri@prova.example.it'")).toEqual([]);
});

test('a user without a place is refused by a file as by the form', async () => {
  const { body: sent } = await sendFile(call, boss, 'users', 'Nome;Mail\nPia Neri;pia.neri@prova.example.it');
  const body = { meanings: [], defaults: [{ field: 'locationIds', value: '' }] };
  const said = await call(boss, 'PUT /imports/:id/meanings', { params: { id: sent.id }, version: sent.version, body });
  const check = { params: { id: sent.id }, version: said.body.version };
  const { body: ready } = await call(boss, 'POST /imports/:id/check', check);
  const start = { params: { id: sent.id }, version: ready.version };
  const { body: done } = await call(boss, 'POST /imports/:id/start', start);
  expect(done).toMatchObject({ created: 0, refused: 1 });
  const { body: left } = await call(boss, 'GET /imports/:id/rows', { params: { id: sent.id }, query: {} });
  expect(left.rows[0].faults).toMatchObject([{ sentence: 'Scegliere almeno una sede' }]);
  expect(await query("select from users where email = 'pia.neri@prova.example.it'")).toEqual([]);
});

test('imported users are invited one by one or many at once, and only those who wait for it', async () => {
  const csv = ['Nome;Mail;Ruolo', ...['a', 'b', 'c'].map((n) => `Prova ${n}${n};inv.${n}@prova.example.it;Venditore`)];
  await importFile(call, boss, 'users', { csv: csv.join('\n') });
  const rows = await query("select id, email from users where email like 'inv.%' order by email");
  const ids = rows.map(({ id }: { id: string }) => Number(id));
  const active = await world.user(901, [p.seeUsers]);
  await query("insert into logins values (901, $1, 'x')", [active.id]);
  const stateOf = async (id: number) => (await call(boss, 'GET /users/:id', { params: { id } })).body.state;
  await call(boss, 'POST /users/:id/invite', { params: { id: ids[0]! } });
  expect(await Promise.all(ids.map(stateOf))).toEqual(['invited', 'uninvited', 'uninvited']);
  const all = await call(boss, 'POST /users/invitations', { body: { ids: [...ids.slice(1), active.id] } });
  expect([all.status, all.body]).toEqual([200, { invited: 2 }]);
  expect(await Promise.all(ids.map(stateOf))).toEqual(['invited', 'invited', 'invited']);
  const lesser = await world.user(901, [p.seeUsers, p.manageUsers]);
  expect((await call(lesser, 'POST /users/invitations', { body: { ids } })).status).toBe(403);
});
