import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { reverseInput } from '#domain/contracts/schema.ts';
import { privileges as p } from '#domain/privileges.ts';
import { channelsOf } from '#domain/notices/kinds.ts';
import { commissionFields } from '#domain/users/commission.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { codeOf, setUp } from '#tests/support/second-factor.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { alfa, beta, call, query } = world;
afterAll(() => world.close());
const START = world.clock.now;
beforeEach(() => void (world.clock.now = START));

const inRole = async (roleName: string, privileges = EVERY) => {
  const user = await world.user(901, privileges);
  await query('update users set role_name = $2 where id = $1', [user.id, roleName]);
  return user;
};
/** Whose discounts have no cap, and somebody with the same privileges whose discounts have. */
const boss = await inRole('Amministratore dealer');
const capped = await inRole('Venditore');

const texts = EVERY.map(String);
let count = 0;
const input = (more: object = {}) => ({
  name: 'Carla Nuova',
  email: `poteri.${++count}@prova.example.it`,
  phone: null,
  roleName: 'Venditore',
  locationIds: [alfa.locationId],
  defaultLocationId: null,
  businessCenterId: null,
  payrollNumber: '',
  rotation: 'role',
  desk: '',
  commissions: [],
  languages: [],
  makerIds: [],
  privileges: texts,
  ...more,
});
const row = async (id: number, as = boss) => (await call(as, 'GET /users/:id', { params: { id } })).body;
const save = async (as: TestUser, id: number, more: object) =>
  call(as, 'PUT /users/:id', { params: { id }, version: (await row(id)).version, body: input(more) });
const makeRole = (as: TestUser, name: string, base: string) =>
  call(as, 'POST /users/roles', { body: { name, base, privileges: ['13'] } });
const BEYOND = 'Ha un limite di sconto più alto del proprio: lo dà solo chi ce l’ha';
const BASE = { base: 'Ha limiti di sconto più alti dei propri' };

describe('people whose discounts have a cap', () => {
  test('makes no role that goes further, turns none into one, and takes none that is there', async () => {
    const own = await makeRole(capped, 'Capo di prova', 'Direttore commerciale');
    expect([own.status, own.body.fields]).toEqual([422, BASE]);
    const role = (await makeRole(boss, 'Capo', 'Direttore commerciale')).body;
    const plain = (await makeRole(capped, 'Piano terra', 'Venditore')).body;
    const turned = await call(capped, 'PUT /users/roles/:roleId', {
      params: { roleId: plain.id },
      version: plain.version,
      body: { name: plain.name, base: 'Direttore commerciale', privileges: plain.privileges },
    });
    expect([turned.status, turned.body.fields]).toEqual([422, BASE]);
    for (const roleName of [role.name, 'Direttore commerciale', 'Amministratore dealer', 'Responsabile vendite']) {
      const taken = await save(capped, capped.id, { roleName });
      expect([taken.status, taken.body.fields], roleName).toEqual([422, { roleName: BEYOND }]);
    }
    // A lower one, and the same one, are no gain.
    expect((await save(capped, capped.id, { roleName: 'Venditore usato / B2B' })).status).toBe(200);
    expect((await save(boss, capped.id, { roleName: 'Venditore' })).status).toBe(200);
  });

  test('gives nobody more either: no second account, no import, no change of who has more', async () => {
    const invited = await call(capped, 'POST /users', { body: input({ roleName: 'Direttore commerciale' }) });
    expect([invited.status, invited.body.fields]).toEqual([422, { roleName: BEYOND }]);
    const colleague = await inRole('Venditore', [p.createQuotes]);
    expect((await save(capped, colleague.id, { roleName: 'Responsabile vendite' })).status).toBe(422);
    const changed = await save(capped, boss.id, { roleName: 'Amministratore dealer' });
    expect([changed.status, changed.body.message]).toEqual([403, expect.stringContaining('limite di sconto più alto')]);
    expect((await call(capped, 'POST /users/:id/invite', { params: { id: boss.id } })).status).toBe(403);
    expect((await save(boss, colleague.id, { roleName: 'Responsabile vendite' })).status).toBe(200);
  });

  test('does not lift the cap of the own role, nor what all roles share; a colleague does', async () => {
    const settings = async () => (await call(boss, 'GET /quotes/settings')).body;
    const write = async (as: TestUser, caps: object[]) => {
      const { version, periods } = await settings();
      return call(as, 'PUT /quotes/settings', { version, body: { ...periods[0].values, caps, from: '2026-11-20' } });
    };
    const { caps } = (await settings()).periods[0].values;
    const to = (percent: number) =>
      caps.map((cap: { role: string }) => (cap.role === 'Venditore' ? { ...cap, percent } : cap));
    for (const raised of [to(25), caps.filter(({ role }: { role: string }) => role !== 'Venditore')]) {
      const refused = await write(capped, raised);
      expect([refused.status, refused.body.fields]).toEqual([422, { caps: expect.stringContaining('un collega') }]);
    }
    expect((await write(capped, to(4))).status).toBe(200);
    expect((await write(boss, to(5))).status).toBe(200);
  });
});

test('a role of the company’s own has caps of its own, which go with its name and with it', async () => {
  const settings = async () => (await call(boss, 'GET /quotes/settings')).body;
  const capsNow = async () =>
    (await settings()).periods[0].values.caps as { role: string | null; makerId: null; usage: null; percent: number }[];
  const write = async (caps: object[]) => {
    const { version, periods } = await settings();
    return call(boss, 'PUT /quotes/settings', { version, body: { ...periods[0].values, caps, from: '2026-11-20' } });
  };
  const ownOf = async (role: string) => (await capsNow()).filter((cap) => cap.role === role).map((cap) => cap.percent);
  const role = (await makeRole(boss, 'Venditore capo', 'Venditore')).body;
  const cap = { role: role.name, makerId: null, usage: null, percent: 8 };
  const unknown = await write([...(await capsNow()), { ...cap, role: 'Nessun ruolo' }]);
  expect([unknown.status, Object.values(unknown.body.fields)]).toEqual([422, ['Scegliere un ruolo dell’azienda']]);
  expect((await write([...(await capsNow()), cap])).status).toBe(200);
  // Whose own cap is lower gives nobody this role, although its base is their own.
  expect((await save(capped, capped.id, { roleName: role.name })).body.fields).toEqual({ roleName: BEYOND });
  for (const roleName of ['Ruolo che non c’è', 'constructor'])
    expect((await save(boss, capped.id, { roleName })).body.fields).toEqual({
      roleName: 'Scegliere un ruolo dell’azienda',
    });
  const { version } = await settings();
  const renamed = await call(boss, 'PUT /users/roles/:roleId', {
    params: { roleId: role.id },
    version: role.version,
    body: { name: 'Capo vendite', base: role.base, privileges: role.privileges },
  });
  expect([renamed.status, await ownOf(role.name), await ownOf('Capo vendite')]).toEqual([200, [], [8]]);
  expect((await settings()).version).toBe(version + 1);
  expect((await call(boss, 'DELETE /users/roles/:roleId', { params: { roleId: role.id } })).status).toBe(204);
  expect(await ownOf('Capo vendite')).toEqual([]);
});

test('the past of a commission plan changes for a colleague by reason and code, told to [38], and for oneself never', async () => {
  const side = await world.sideOf(alfa);
  const person = input({ email: 'passato@prova.example.it', privileges: ['13'] });
  const judge = await world.user(901, [p.approveContracts]);
  const { id } = (await call(side.as, 'POST /users', { body: person })).body;
  const plan = { ...blankOf(commissionFields), from: '2026-11-01', newPercent: 5 };
  const saved = async (more: object) =>
    call(side.as, 'PUT /users/:id', {
      params: { id },
      version: (await row(id, side.as)).version,
      body: { ...person, ...more },
    });
  expect((await saved({ commissions: [plan] })).body.fields).toEqual({
    commissions: expect.stringContaining('prima attivare il secondo fattore'),
  });
  const { secret } = await setUp(side, side.as);
  world.clock.now = new Date(world.clock.now.getTime() + 30_000);
  expect((await saved({ commissions: [plan] })).body.fields).toEqual({
    commissions: 'Cambia le provvigioni di giorni passati',
    raise: 'Servono il motivo e il codice dell’app',
  });
  const today = { ...plan, from: '2026-11-20' };
  expect((await saved({ commissions: [today] })).status).toBe(200);
  const raise = { reason: 'Accordo di ottobre', code: codeOf(secret, world.clock.now) };
  expect((await saved({ commissions: [plan, today], raise })).status).toBe(200);
  const told = await query('select title, text from notifications where user_id = $1', [judge.id]);
  expect(told).toEqual([{ title: expect.stringContaining('per giorni passati'), text: 'Accordo di ottobre' }]);
  const own = await call(side.as, 'PUT /users/:id', {
    params: { id: side.as.id },
    version: (await row(side.as.id, side.as)).version,
    body: { ...person, email: side.as.email, privileges: texts, commissions: [plan] },
  });
  expect(own.body.fields).toEqual({ commissions: expect.stringContaining('Nessuno cambia ciò che ha già guadagnato') });
});

test('nobody switches off being told that somebody raised their powers', async () => {
  const judge = await inRole('Responsabile vendite', [p.approveContracts]);
  await call(judge, 'PUT /notifications/settings', { body: { powers_raised: { bell: false, mail: false } } });
  expect(channelsOf({ powers_raised: { bell: false, mail: false } }, 'powers_raised')).toEqual({
    bell: true,
    mail: true,
  });
});

test('nobody changes what they earn themselves; a colleague does, and the register says before and after', async () => {
  const plan = { ...blankOf(commissionFields), from: '2026-11-20', newPercent: 100, usedPercent: 100 };
  const own = await save(boss, boss.id, { roleName: 'Amministratore dealer', commissions: [plan] });
  expect([own.status, own.body.fields]).toEqual([
    422,
    { commissions: 'Nessuno cambia il proprio piano: lo fa un collega che gestisce gli utenti' },
  ]);
  const { version } = await row(capped.id);
  expect((await save(boss, capped.id, { commissions: [plan] })).status).toBe(200);
  // What a colleague gave stays when the own record is saved.
  expect((await save(capped, capped.id, { commissions: [plan] })).status).toBe(200);
  expect((await row(capped.id)).version).toBeGreaterThan(version);
  const told = (await call(boss, 'GET /users/:id/timeline', { params: { id: capped.id } })).body;
  expect(told.flatMap(({ changes }: { changes: object[] }) => changes)).toContainEqual(
    expect.objectContaining({ field: 'Piano provvigioni' }),
  );
});

test('the only person who manages users and preferences raises themselves with a reason and a code, in the open', async () => {
  const side = await world.sideOf(beta);
  const me = side.as;
  await query("update users set role_name = 'Venditore' where id = $1", [me.id]);
  const judge = await world.user(902, [p.approveContracts]);
  const seeing = await world.user(902, [p.approveContracts, p.seeUsers]);
  const own = (more: object, as = me) =>
    input({ email: as.email, locationIds: [beta.locationId], roleName: 'Venditore', ...more });
  const raised = async (more: object) =>
    call(me, 'PUT /users/:id', { params: { id: me.id }, version: (await row(me.id, me)).version, body: own(more) });
  const plan = { ...blankOf(commissionFields), from: '2026-11-20', newPercent: 5 };
  const roleName = 'Direttore commerciale';

  // Without a second factor the way to it; with one, what is to be sent.
  const FACTOR = expect.stringContaining('prima attivare il secondo fattore');
  expect((await raised({ roleName })).body.fields).toEqual({ roleName: FACTOR });
  const { secret } = await setUp(side, me);
  world.clock.now = new Date(world.clock.now.getTime() + 30_000);
  const code = () => codeOf(secret, world.clock.now);
  for (const [field, more] of Object.entries({ roleName: { roleName }, commissions: { commissions: [plan] } }))
    expect((await raised(more)).body.fields).toEqual({
      [field]: 'Alza i propri poteri',
      raise: 'Servono il motivo e il codice dell’app',
    });
  const dot = await raised({ roleName, raise: { reason: '.', code: code() } });
  expect([dot.status, dot.body.fields]).toEqual([422, { 'raise.reason': 'Scrivere il motivo' }]);
  const guess = await raised({ roleName, raise: { reason: 'Sono da solo', code: '000000' } });
  expect([guess.status, Object.keys(guess.body.fields)]).toEqual([422, ['raise.code']]);
  // The guess is counted although the change did not happen: after a few more, even the right code has to wait.
  for (let tries = 0; tries < 10; tries += 1)
    await raised({ roleName, raise: { reason: 'Sono da solo', code: '000000' } });
  expect((await raised({ roleName, raise: { reason: 'Sono da solo', code: code() } })).status).toBe(429);
  world.clock.now = new Date(world.clock.now.getTime() + 3600_000);

  const done = await raised({ roleName, commissions: [plan], raise: { reason: 'Sono da solo', code: code() } });
  expect([done.status, done.body.roleName]).toEqual([200, roleName]);
  const toldTo = ({ id }: TestUser) => query('select title, text, href from notifications where user_id = $1', [id]);
  const told = { title: expect.stringContaining('ha alzato i propri poteri'), text: 'Sono da solo' };
  expect(await toldTo(seeing)).toEqual([{ ...told, href: `/dealer/users?id=${me.id}` }]);
  // Who may not see users is led to what they may.
  expect(await toldTo(judge)).toEqual([{ ...told, href: `/dealer/contracts?sellerId=${me.id}` }]);
  expect((await call(judge, 'GET /contracts', { query: { sellerId: me.id } })).status).toBe(200);
  const [{ facts }] = await query(
    `select f.facts from audit_events e join audit_facts f on f.company_id = e.company_id and f.event_id = e.id
      where e.company_id = 902 and e.action = 'raised'`,
  );
  expect(facts).toMatchObject({ before: { roleName: 'Venditore' }, after: { roleName, reason: 'Sono da solo' } });

  // The cap of the own role likewise.
  await query("update users set role_name = 'Venditore' where id = $1", [me.id]);
  const uncapped = async (more: object = {}) => {
    const { version, periods } = (await call(me, 'GET /quotes/settings')).body;
    const body = { ...periods[0].values, caps: [], from: '2026-11-25', ...more };
    return call(me, 'PUT /quotes/settings', { version, body });
  };
  expect((await uncapped()).body.fields).toEqual({ caps: 'Alza i propri poteri', raise: expect.any(String) });
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  expect((await uncapped({ raise: { reason: 'Sono da solo', code: code() } })).status).toBe(200);

  // As soon as there is a colleague, that one does it, and who blocks them is not alone for it.
  const { id } = await side.colleague();
  world.clock.now = new Date(world.clock.now.getTime() + 60_000);
  const refused = await raised({ roleName, commissions: [plan], raise: { reason: 'Sono da solo', code: code() } });
  expect([refused.status, refused.body.fields]).toEqual([422, { roleName: BEYOND }]);
  await query("update users set role_name = 'Venditore' where id = $1", [id]);
  const gone = { roleName: expect.stringContaining('da soli si può dopo') };
  const less = input({ email: `meno.${id}@prova.example.it`, locationIds: [beta.locationId], privileges: ['13'] });
  const demoted = await call(me, 'PUT /users/:id', {
    params: { id },
    version: (await row(id, me)).version,
    body: less,
  });
  expect(demoted.status).toBe(200);
  expect((await raised({ roleName })).body.fields).toEqual(gone);
  await query("update users set privileges = $2, archived_at = '2026-11-20' where id = $1", [id, EVERY]);
  expect((await raised({ roleName })).body.fields).toEqual(gone);
  await query("update users set archived_at = '2026-10-10' where id = $1", [id]);
  await query(
    "update audit_events set at = '2026-10-10' where company_id = 902 and entity = 'user' and entity_id = $1",
    [id],
  );
  expect(Object.keys((await raised({ roleName, commissions: [plan] })).body.fields)).toEqual(['roleName', 'raise']);
});

test('a role is in the register with the role whose caps it has, before and after', async () => {
  const made = (await makeRole(boss, 'Registro', 'Venditore')).body;
  const saved = await call(boss, 'PUT /users/roles/:roleId', {
    params: { roleId: made.id },
    version: made.version,
    body: { name: made.name, base: 'Responsabile vendite', privileges: made.privileges },
  });
  expect(saved.status).toBe(200);
  const [{ facts }] = await query(
    `select f.facts from audit_events e join audit_facts f on f.company_id = e.company_id and f.event_id = e.id
      where e.company_id = 901 and e.entity = 'role' and e.action = 'update' and e.entity_id = $1`,
    [made.id],
  );
  expect(facts).toMatchObject({ before: { base: 'Venditore' }, after: { base: 'Responsabile vendite' } });
});

test('a reason without words is none', async () => {
  const body = { reason: 'other', note: ' . ' };
  const asked = await call(capped, 'POST /quotes/:id/approvals', { params: { id: 1 }, version: 1, body });
  expect([asked.status, asked.body.fields]).toEqual([422, { note: 'Scrivere il motivo' }]);
  for (const reason of ['.', '---', '123', 'ok'])
    expect(reverseInput.safeParse({ reason }).success, reason).toBe(false);
  expect(reverseInput.safeParse({ reason: 'Già resa' }).success).toBe(true);
});
