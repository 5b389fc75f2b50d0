import { afterAll, describe, expect, test } from 'vitest';
import { invitationMail } from '#backend/auth/mails.ts';
import { blankOf } from '#domain/record/fields.ts';
import { privileges as p } from '#domain/privileges.ts';
import { commissionFields } from '#domain/users/commission.ts';
import { PASSWORD, type TestUser } from '#tests/support/area.ts';
import { accessory } from '#tests/support/areas/accessories.ts';
import { testDatabase } from '#tests/support/database.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call, alfa, beta, query } = world;
afterAll(() => world.close());

const all = Object.values(p);
const boss = await world.user(901, all);
const clerk = await world.user(901, [p.seeUsers, p.manageUsers, p.createQuotes]);
const looker = await world.user(901, [p.seeUsers]);

let count = 0;
const input = (more: object = {}) => ({
  name: 'Carla Nuova',
  email: `carla.${++count}@prova.example.it`,
  phone: '347 123 4567',
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
  privileges: ['13', '14'],
  ...more,
});
const add = async (more: object = {}, as: TestUser = boss) =>
  (await call(as, 'POST /users', { body: input(more) })).body;
const save = (as: TestUser, user: { id: number; version: number }, more: object) =>
  call(as, 'PUT /users/:id', { params: { id: user.id }, version: user.version, body: input(more) });
const block = (as: TestUser, user: { id: number; version: number }, action = 'archive') =>
  call(as, 'POST /users/bulk', { body: { action, rows: [{ id: user.id, version: user.version }] } });

/** The link of the last mail to an address. */
const linkTo = (email: string) => /token=(\S+)/.exec(mailsLeft(world.config, email).at(-1) ?? '')?.[1] ?? '';
const invite = (user: { id: number }) => invitationMail.run(world.outside(), { companyId: 901, userId: user.id });

test('the activity of a record says a person’s name of today, also of what was done under another', async () => {
  const keeper = await world.user(901, [p.seeAccessories, p.manageAccessories]);
  const { id } = (await call(keeper, 'POST /accessories', { body: { ...accessory, code: 'NOME-1' } })).body;
  const whose = async () =>
    (await call(boss, 'GET /accessories/:id/timeline', { params: { id } })).body.map(({ who }: { who: string }) => who);
  const rename = (name: string, version: number) =>
    call(keeper, 'PUT /users/me', { version, body: { name, phone: '02 1234567' } });
  expect((await rename('Giulia Ferrari, direttore', 1)).status).toBe(200);
  await call(keeper, 'POST /accessories/bulk', { body: { action: 'archive', rows: [{ id, version: 1 }] } });
  expect((await rename('Anna Prova', 2)).status).toBe(200);
  expect(await whose()).toEqual(['Anna Prova', 'Anna Prova']);
});

describe('a new user', () => {
  test('is invited, chooses a password once, and is in', async () => {
    const user = await add();
    expect(user).toMatchObject({ state: 'invited', phone: '+393471234567', lastLoginAt: null });
    await invite(user);
    const token = linkTo(user.email);
    const choose = () => call(null, 'POST /auth/password', { body: { token, password: 'quattro-gatti-sul-tetto' } });
    expect((await choose()).status).toBe(200);
    expect((await choose()).status).toBe(422);
    const login = { body: { email: user.email, password: 'quattro-gatti-sul-tetto' } };
    expect((await call(null, 'POST /auth/login', login)).status).toBe(200);
    const after = (await call(boss, 'GET /users/:id', { params: { id: user.id } })).body;
    expect(after).toMatchObject({ state: 'active', locations: ['ALFAMARCHIO sede'] });
    expect(after.lastLoginAt).not.toBeNull();
  });

  test('the invitation lives seven days, and a new one ends it', async () => {
    const user = await add();
    await invite(user);
    const first = linkTo(user.email);
    const [row] = await world.query(
      `select round(extract(epoch from expires_at - created_at) / 86400)::int as days from password_resets where user_id = $1`,
      [user.id],
    );
    expect(row).toEqual({ days: 7 });
    await invite(user);
    const old = await call(null, 'POST /auth/password', {
      body: { token: first, password: 'quattro-gatti-sul-tetto' },
    });
    expect(old.status).toBe(422);
  });

  test('an address that somebody has, here or elsewhere, is refused at its field and tells nothing of the other', async () => {
    const there = await world.user(902, [p.createQuotes], { password: true });
    for (const email of [clerk.email, there.email]) {
      const { status, body } = await call(boss, 'POST /users', { body: input({ email }) });
      expect({ status, fields: body.fields }).toMatchObject({ status: 422, fields: { email: expect.any(String) } });
      expect(JSON.stringify(body)).not.toContain('BETAMARCHIO');
    }
  });

  test('places and business centers of another company are refused', async () => {
    const { status, body } = await call(boss, 'POST /users', { body: input({ locationIds: [beta.locationId] }) });
    expect(status).toBe(422);
    expect(body.fields).toHaveProperty('locationIds');
  });

  test('works at one place at least', async () => {
    const { status, body } = await call(boss, 'POST /users', { body: input({ locationIds: [] }) });
    expect([status, body.fields]).toEqual([422, { locationIds: 'Scegliere almeno una sede' }]);
  });
});

describe('nobody grants what they lack', () => {
  test('neither to a new user nor to an old one', async () => {
    const wanted = { privileges: ['13', '33'] };
    const refused = await call(clerk, 'POST /users', { body: input(wanted) });
    expect(refused.body.fields).toEqual({ privileges: 'Non si possono dare privilegi che non si hanno' });
    const user = await add({ privileges: ['13'] }, clerk);
    expect((await save(clerk, user, wanted)).status).toBe(422);
    expect((await save(boss, user, wanted)).status).toBe(200);
  });

  test('people who hold more are neither changed nor blocked nor sent a new password by those who hold less', async () => {
    const { id, version } = (await call(boss, 'GET /users/:id', { params: { id: boss.id } })).body;
    expect((await save(clerk, { id, version }, { privileges: ['13'] })).status).toBe(403);
    expect((await block(clerk, { id, version })).status).toBe(403);
    expect((await call(clerk, 'POST /users/:id/invite', { params: { id } })).status).toBe(403);
    expect((await call(clerk, 'DELETE /users/:id/sessions', { params: { id } })).status).toBe(403);
    expect((await call(boss, 'GET /users/:id', { params: { id } })).body).toMatchObject({ version, archived: false });
  });

  test('nobody takes the management from themselves, or blocks themselves', async () => {
    const own = (await call(clerk, 'GET /users/:id', { params: { id: clerk.id } })).body;
    const { body } = await save(clerk, own, { email: clerk.email, privileges: ['13', '18'] });
    expect(body.fields).toEqual({ privileges: 'Non si può togliere a sé stessi la gestione degli utenti' });
    expect((await block(clerk, own)).status).toBe(409);
  });
});

test('a changed privilege and a block hold at the next call', async () => {
  const user = await world.user(901, [p.createQuotes, p.seeUsers], { password: true });
  const read = () => call(user, 'GET /users');
  expect((await read()).status).toBe(200);
  const row = (await call(boss, 'GET /users/:id', { params: { id: user.id } })).body;
  const changed = (await save(boss, row, { email: user.email, privileges: ['13'] })).body;
  expect((await read()).status).toBe(403);
  expect((await block(boss, changed)).body.results).toMatchObject([{ outcome: 'done' }]);
  expect((await call(user, 'GET /auth/user')).status).toBe(401);
  expect((await call(null, 'POST /auth/login', { body: { email: user.email, password: PASSWORD } })).status).toBe(401);
  const blocked = (await call(boss, 'GET /users/:id', { params: { id: user.id } })).body;
  expect(blocked).toMatchObject({ state: 'blocked' });
  await block(boss, blocked, 'restore');
  expect((await call(null, 'POST /auth/login', { body: { email: user.email, password: PASSWORD } })).status).toBe(200);
});

test('a new address logs in, the old one no longer', async () => {
  const user = await world.user(901, [p.createQuotes], { password: true });
  const row = (await call(boss, 'GET /users/:id', { params: { id: user.id } })).body;
  const { body } = await save(boss, row, { privileges: ['13'] });
  const login = (email: string) => call(null, 'POST /auth/login', { body: { email, password: PASSWORD } });
  expect((await login(user.email)).status).toBe(401);
  expect((await login(body.email)).status).toBe(200);
});

test('the list finds by name, role, place, privilege and state; who may only look changes nothing', async () => {
  const user = await add({ name: 'Zaira Introvabile', roleName: 'BDC', privileges: ['39'] });
  const ids = async (query: Record<string, unknown>) =>
    (await call(looker, 'GET /users', { query })).body.rows.map(({ id }: { id: number }) => id);
  for (const query of [{ q: 'zaira' }, { role: 'BDC' }, { privilege: 39, state: 'invited', q: 'introv' }])
    expect(await ids(query)).toContain(user.id);
  expect(await ids({ locationId: alfa.locationId, q: 'zaira' })).toEqual([user.id]);
  expect(await ids({ state: 'blocked' })).not.toContain(user.id);
  expect((await save(looker, user, {})).status).toBe(403);
});

test('the history says what was changed, in words', async () => {
  const user = await add();
  await save(boss, user, { email: user.email, privileges: ['13', '15'], roleName: 'BDC' });
  const events = (await call(boss, 'GET /users/:id/timeline', { params: { id: user.id } })).body;
  expect(events[0].changes).toContainEqual({
    field: 'Privilegi',
    from: 'Creare preventivi (con provvigioni) e vedere i propri, Gestire i propri preventivi',
    to: 'Creare preventivi (con provvigioni) e vedere i propri, Vedere tutti i preventivi',
  });
});

test('the history of an invited person says who invited, what was sent and that the person came', async () => {
  const user = await add();
  const told = async () =>
    (await call(boss, 'GET /users/:id/timeline', { params: { id: user.id } })).body.map(
      ({ who, what }: { who: string; what: string }) => `${who} ${what}`,
    );
  const administrator = (await call(boss, 'GET /users/:id', { params: { id: boss.id } })).body.name as string;
  await invite(user);
  await call(boss, 'POST /users/:id/invite', { params: { id: user.id } });
  await invite(user);
  const choose = (password: string) =>
    call(null, 'POST /auth/password', { body: { token: linkTo(user.email), password } });
  expect((await choose('quattro-gatti-sul-tetto')).status).toBe(200);
  await call(boss, 'POST /users/:id/invite', { params: { id: user.id } });
  await invite(user);
  expect((await choose('cinque-cani-nel-prato')).status).toBe(200);
  const person = user.name as string;
  expect((await told()).toReversed()).toEqual([
    `${administrator} ha invitato l’utente`,
    'Sistema ha spedito l’invito per e-mail',
    `${administrator} ha mandato di nuovo l’invito`,
    'Sistema ha spedito l’invito per e-mail',
    `${person} ha scelto la password e attivato l’accesso`,
    `${administrator} ha chiesto per l’utente una nuova password`,
    'Sistema ha spedito il collegamento per una nuova password',
    `${person} ha scelto una nuova password`,
  ]);
});

describe('what a seller earns', () => {
  const plan = (from: string, more: object = {}) => ({ ...blankOf(commissionFields), from, newFixed: 80_00, ...more });
  const director = async (more: object = {}) => (await call(boss, 'POST /users', { body: input(more) })).body;

  test('is kept by day and told to who manages users or sees commissions, to nobody else', async () => {
    const plans = [plan('2027-07-01', { newPercent: 8 }), plan('2026-01-01')];
    const { id, version } = await director({ commissions: plans });
    const payroll = await world.user(901, [p.seeUsers, p.seeAllCommissions]);
    const of = async (as: TestUser) => (await call(as, 'GET /users/:id', { params: { id } })).body;
    expect((await of(payroll)).commissions).toEqual([plans[1], plans[0]]);
    expect(await of(looker)).not.toHaveProperty('commissions');
    const rows = (await call(looker, 'GET /users', { query: { q: 'Carla' } })).body.rows;
    expect(JSON.stringify(rows)).not.toContain('newFixed');
    await save(boss, { id, version }, { commissions: [plans[1]] });
    const told = async (as: TestUser) =>
      JSON.stringify((await call(as, 'GET /users/:id/timeline', { params: { id } })).body);
    expect(await told(payroll)).toContain('01/07/2027');
    expect(await told(looker)).not.toContain('01/07/2027');
  });

  test('two plans from one day, and a part above the whole margin, are refused at their field', async () => {
    const twice = await call(boss, 'POST /users', {
      body: input({ commissions: [plan('2026-01-01'), plan('2026-01-01')] }),
    });
    expect(twice.body.fields).toEqual({ 'commissions.1.from': 'C’è già un piano da questo giorno' });
    const much = await call(boss, 'POST /users', {
      body: input({ commissions: [plan('2026-01-01', { newPercent: 101 })] }),
    });
    expect(Object.keys(much.body.fields)).toEqual(['commissions.0.newPercent']);
  });

  test('stands on the own desk for what was accepted this month, by the plan of that day', async () => {
    const seller = await world.user(901, [p.createQuotes, p.manageOwnQuotes]);
    const desk = async () => (await call(seller, 'GET /quotes/desk')).body.commission;
    expect(await desk()).toBeNull();
    const begun = plan('2026-11-01', { insurance: 40_00, pickup: 30_00 });
    await query('update users set commissions = $2 where id = $1', [seller.id, JSON.stringify([begun])]);
    const row = (await call(boss, 'GET /users/:id', { params: { id: seller.id } })).body;
    await save(boss, row, {
      email: seller.email,
      privileges: ['13', '14'],
      commissions: [begun, plan('2026-11-20', { newFixed: 100_00 })],
    });
    expect(await desk()).toEqual({ total: 0, sales: [] });
    const { id } = (await call(seller, 'POST /quotes', { body: world.draft(alfa) })).body;
    await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
    expect((await desk()).sales).toEqual([]);
    await call(seller, 'POST /quotes/:id/accept', { params: { id }, version: 2 });
    expect(await desk()).toMatchObject({ total: 100_00, sales: [{ id, amount: 100_00, open: false }] });
    world.clock.now = new Date('2026-12-01T09:00:00Z');
    expect((await desk()).sales).toEqual([]);
    world.clock.now = new Date('2026-11-20T09:00:00Z');
  });
});
