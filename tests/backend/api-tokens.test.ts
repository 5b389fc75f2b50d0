import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#domain/endpoint.ts';
import { type CallName, endpoints } from '#domain/endpoints.ts';
import { privileges as p, SEND_LEADS } from '#domain/privileges.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';
import type { TestUser } from '#tests/support/area.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { accessory } from '#tests/support/areas/accessories.ts';

const world = await makeWorld(await testDatabase());
const { call, clock, query } = world;
afterAll(() => world.close());
const START = clock.now.getTime();
const later = (days: number) => (clock.now = new Date(clock.now.getTime() + days * 86_400_000));
beforeEach(() => void (clock.now = new Date(START)));

const maker = (companyId = 901) => world.user(companyId, [p.managePreferences, p.seeAccessories, p.manageAccessories]);
const make = (as: { token: string }, more: object = {}, key?: string) =>
  call(as, 'POST /users/tokens', {
    ...(key && { key }),
    body: { name: 'Sito web', privileges: [p.seeAccessories], days: 90, ...more },
  });

const boss = () => world.user(901, EVERY);
const listed = async (as: TestUser, id: number) =>
  (await call(as, 'GET /users/tokens')).body.find((row: { id: number }) => row.id === id);
const opens = async (token: { token: string }, name: 'GET /accessories' | 'GET /tyres' = 'GET /accessories') =>
  (await call(token, name)).status;

test('a token opens what it may and nothing else, and what it does bears its name', async () => {
  const as = await maker();
  const { status, body } = await make(as, { privileges: [p.manageAccessories] });
  expect([status, body.name, body.privileges, body.lastUsedAt]).toEqual([201, 'Sito web', [p.manageAccessories], null]);
  const created = await call(body, 'POST /accessories', { body: { ...accessory, code: 'TOKEN-1' } });
  expect(created.status).toBe(201);
  const [row] = await query(
    'select user_id, user_name from audit_events where company_id = 901 order by id desc limit 1',
  );
  expect(row).toEqual({ user_id: String(body.id), user_name: 'Sito web' });
  expect((await call(body, 'GET /users/tokens')).status).toBe(403);
  expect((await call(body, 'GET /quotes')).status).toBe(403);
});

test('a portal’s key sends leads and reads none; who makes it manages leads', async () => {
  const as = await world.user(901, [p.managePreferences, p.manageAllLeads]);
  const { status, body: key } = await make(as, { privileges: [SEND_LEADS] });
  expect([status, key.privileges, key.idle]).toEqual([201, [SEND_LEADS], []]);
  const body = { source: 'AutoVetrina', leads: [{ id: 'CHIAVE-1', name: 'Olena', phone: '333 0000 891' }] };
  expect((await call(key, 'POST /leads/inbound', { body })).body).toEqual({ kept: 1, known: 0 });
  const reading = [
    'GET /leads',
    'GET /leads/live',
    'GET /leads/inbound',
    'GET /leads/terms',
    'GET /customers',
  ] as const;
  for (const name of reading) expect((await call(key, name)).status, name).toBe(403);
  expect((await call(key, 'POST /leads', { body: leadOf() })).status).toBe(403);
  const other = await make(await maker(), { privileges: [SEND_LEADS] });
  expect(other.status).toBe(422);
});

test('a token that only sends opens nothing else of all calls, nor does one whose maker lost its rights', async () => {
  const as = await world.user(901, [p.managePreferences, p.manageAllLeads, p.seeAccessories]);
  const sending = (await make(as, { privileges: [SEND_LEADS] })).body;
  const idle = (await make(as, { privileges: [p.seeAccessories] })).body;
  await query('update users set privileges = $2 where id = $1', [as.id, [p.managePreferences, p.manageAllLeads]]);
  const all = Object.entries(endpoints) as [CallName, Endpoint][];
  const inbound = all.filter(([, { privileges }]) => privileges?.includes(SEND_LEADS)).map(([name]) => name);
  const closed = all
    .filter(([, { audience }]) => audience !== 'public')
    .map(([name]) => name)
    // Logging out ends the token, so that is asked last.
    .toSorted((a, b) => Number(a === 'POST /auth/logout') - Number(b === 'POST /auth/logout'));
  const opened = async (key: { token: string }) => {
    const open: string[] = [];
    for (const name of closed) {
      const params = Object.fromEntries([...name.matchAll(/:(\w+)/g)].map(([, param]) => [param!, 901]));
      const { status } = await call(key, name, { params, ...(name !== 'POST /auth/logout' && { body: {} }) });
      if (status !== 403) open.push(name);
    }
    return open;
  };
  const own: CallName[] = ['GET /auth/user', 'POST /auth/logout'];
  expect(new Set(await opened(sending))).toEqual(new Set([...own, ...inbound]));
  expect(new Set(await opened(idle))).toEqual(new Set(own));
  // People keep what is open to every colleague.
  const colleague = await world.user(901, []);
  const days = { from: '2026-11-23', to: '2026-11-29' };
  for (const name of ['GET /calendars/open', 'GET /calendars/events'] as const)
    expect((await call(colleague, name, { query: days })).status).toBe(200);
});

test('nobody gives what they lack, and a token makes no tokens', async () => {
  const as = await maker();
  const more = await make(as, { privileges: [p.seeAccessories, p.seeMargin] });
  expect([more.status, more.body.fields]).toEqual([
    422,
    { privileges: 'Non si possono dare permessi che non si hanno' },
  ]);
  const { body: token } = await make(as, { privileges: [p.managePreferences] });
  const made = await make(token, { privileges: [p.managePreferences] });
  expect([made.status, made.body.message]).toEqual([403, 'Lo può fare solo una persona, non un token.']);
  const admin = await boss();
  const users = await make(admin, { privileges: [p.manageUsers] });
  expect([users.status, users.body.fields]).toEqual([
    422,
    { 'privileges.0': 'Un token non può avere questo permesso' },
  ]);
  expect((await make(await world.user(901, [p.seeAccessories]))).status).toBe(403);
  for (const wrong of [{ days: 7 }, { days: 36_500 }, { privileges: [] }, { privileges: [41] }, { name: ' ' }])
    expect((await make(as, wrong)).status, JSON.stringify(wrong)).toBe(422);
});

test('it lives on without a request for days, says when it was used, and ends with its day', async () => {
  const as = await maker();
  const { body } = await make(as, { days: 30 });
  const mine = async () => (await call(as, 'GET /users/tokens')).body.find(({ id }: { id: number }) => id === body.id);
  expect((await mine()).lastUsedAt).toBeNull();
  expect((await call(body, 'GET /accessories')).status).toBe(200);
  expect(new Date((await mine()).lastUsedAt)).toEqual(clock.now);
  later(20);
  expect((await call(body, 'GET /accessories')).status).toBe(200);
  expect(new Date((await mine()).lastUsedAt)).toEqual(clock.now);
  later(11);
  expect((await call(body, 'GET /accessories')).status).toBe(401);
  expect(await mine()).toBeUndefined();
});

test('a revoked one opens nothing at once; another company neither sees nor revokes it', async () => {
  const as = await maker();
  const other = await maker(902);
  const { body } = await make(as);
  expect((await call(other, 'GET /users/tokens')).body).toEqual([]);
  expect((await call(other, 'DELETE /users/tokens/:id', { params: { id: body.id } })).status).toBe(404);
  expect((await call(body, 'GET /accessories')).status).toBe(200);
  expect((await call(as, 'DELETE /users/tokens/:id', { params: { id: body.id } })).status).toBe(204);
  expect((await call(body, 'GET /accessories')).status).toBe(401);
  expect((await call(as, 'DELETE /users/tokens/:id', { params: { id: body.id } })).status).toBe(404);
});

test('its use is written down, and not at each call', async () => {
  const as = await maker();
  const { body } = await make(as);
  const use = async () => new Date((await listed(as, body.id)).lastUsedAt).getTime();
  await opens(body);
  const first = await use();
  expect(first).toBe(clock.now.getTime());
  for (const seconds of [6, 12, 18]) {
    clock.now = new Date(first + seconds * 1000);
    await opens(body);
  }
  expect(await use()).toBe(first);
  clock.now = new Date(first + 36_000);
  await opens(body);
  expect(await use()).toBe(clock.now.getTime());
});

describe('a token has no more than its maker holds today', () => {
  /** Writes the privileges of somebody, as an administrator does. */
  async function give(admin: TestUser, id: number, privileges: readonly number[]) {
    const { body: user } = await call(admin, 'GET /users/:id', { params: { id } });
    const {
      name,
      email,
      phone,
      roleName,
      businessCenterId,
      payrollNumber,
      rotation,
      desk,
      defaultLocationId,
      commissions,
      languages,
      makerIds,
    } = user;
    const person = { name, email, phone, roleName, languages, makerIds };
    const kept = { ...person, businessCenterId, payrollNumber, rotation, desk, defaultLocationId, commissions };
    const body = { ...kept, locationIds: [world.alfa.locationId], privileges: privileges.map(String) };
    const saved = await call(admin, 'PUT /users/:id', { params: { id }, version: user.version, body });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  }

  test('a privilege taken from the maker is gone from the token at the next call, is named, and comes back with them', async () => {
    const admin = await boss();
    const as = await maker();
    const { body } = await make(as, { privileges: [p.seeAccessories, p.manageAccessories] });
    expect((await call(body, 'POST /accessories', { body: { ...accessory, code: 'RID-1' } })).status).toBe(201);
    await give(admin, as.id, [p.managePreferences, p.seeAccessories]);
    expect((await call(body, 'POST /accessories', { body: { ...accessory, code: 'RID-2' } })).status).toBe(403);
    expect(await opens(body)).toBe(200);
    expect((await call(body, 'GET /auth/user')).body).toMatchObject({ privileges: [p.seeAccessories], service: true });
    expect(await listed(admin, body.id)).toMatchObject({ idle: [p.manageAccessories], makerId: as.id });
    await give(admin, as.id, [p.managePreferences, p.seeAccessories, p.manageAccessories]);
    expect((await call(body, 'POST /accessories', { body: { ...accessory, code: 'RID-2' } })).status).toBe(201);
    expect((await listed(admin, body.id)).idle).toEqual([]);
  });

  test('a token of somebody who is not there any more is nobody’s', async () => {
    const { body } = await make(await maker());
    await query('update users set created_by = null where id = $1', [body.id]);
    expect(await opens(body)).toBe(401);
  });

  test('one from before the rule, with the users among its scopes, manages none and does the rest', async () => {
    const admin = await boss();
    const { body } = await make(admin, { privileges: [p.seeAccessories] });
    await query('update users set privileges = $2 where id = $1', [body.id, [p.seeAccessories, p.manageUsers]]);
    expect(await opens(body)).toBe(200);
    expect((await call(body, 'GET /users')).status).toBe(403);
    const sent = { body: { action: 'archive', rows: [{ id: admin.id, version: 1 }] } };
    expect((await call(body, 'POST /users/bulk', sent)).status).toBe(403);
    expect((await listed(admin, body.id)).idle).toEqual([p.manageUsers]);
  });
});

describe('the tokens of somebody who is blocked', () => {
  const change = async (admin: TestUser, action: 'archive' | 'restore', ids: number[], more: object = {}) => {
    const rows = [];
    for (const id of ids)
      rows.push({ id, version: (await call(admin, 'GET /users/:id', { params: { id } })).body.version });
    return call(admin, 'POST /users/bulk', { body: { action, rows, ...more } });
  };

  test('open nothing at once, and go on when they are let in again', async () => {
    const [admin, as] = [await boss(), await maker()];
    const { body } = await make(as);
    expect(await opens(body)).toBe(200);
    expect((await change(admin, 'archive', [as.id])).status).toBe(200);
    expect(await opens(body)).toBe(401);
    expect(await listed(admin, body.id)).toMatchObject({ creatorBlocked: true, makerId: as.id });
    await change(admin, 'restore', [as.id]);
    expect(await opens(body)).toBe(200);
  });

  test('end or go over as was said of each, of many at once; the other company’s and those of others stay', async () => {
    const admin = await boss();
    const [one, two, other] = [await maker(), await maker(), await maker()];
    const stranger = await maker(902);
    const foreign = (await make(stranger)).body;
    const [ended, taken, left, stays] = await Promise.all(
      [one, two, two, other].map(async (as) => (await make(as)).body),
    );
    const tokens = [
      { id: ended.id, fate: 'end' },
      { id: taken.id, fate: 'take' },
      { id: stays.id, fate: 'end' },
      { id: foreign.id, fate: 'end' },
    ];
    expect((await change(admin, 'archive', [one.id, two.id], { tokens })).status).toBe(200);
    expect(await Promise.all([ended, taken, left, stays, foreign].map((token) => opens(token)))).toEqual([
      401, 200, 401, 200, 200,
    ]);
    expect(await listed(admin, ended.id)).toBeUndefined();
    expect(await listed(admin, taken.id)).toMatchObject({ makerId: admin.id, creatorBlocked: false, idle: [] });
    expect(await world.factsOf('api_token', taken.id)).toContainEqual(
      expect.objectContaining({ after: expect.objectContaining({ maker: expect.any(String) }) }),
    );
    await call(stranger, 'DELETE /users/tokens/:id', { params: { id: foreign.id } });
    // Let in later, they find what was decided.
    later(1);
    const back = await change(admin, 'restore', [one.id, two.id], { undo: true });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    expect(back.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done']);
    expect(await Promise.all([ended, taken, left].map((token) => opens(token)))).toEqual([401, 200, 200]);
    expect((await listed(admin, taken.id)).makerId).toBe(admin.id);
  });

  test('a blocking that is taken back at once leaves all as it was', async () => {
    const admin = await world.user(901, [
      p.seeUsers,
      p.manageUsers,
      p.managePreferences,
      p.seeAccessories,
      p.manageAccessories,
    ]);
    const as = await maker();
    const scopes = [p.seeAccessories, p.manageAccessories];
    const [ended, taken] = [
      (await make(as, { privileges: scopes })).body,
      (await make(as, { privileges: scopes })).body,
    ];
    const [revoked] = [(await make(as)).body];
    await call(as, 'DELETE /users/tokens/:id', { params: { id: revoked.id } });
    clock.now = new Date(clock.now.getTime() + 1000);
    const tokens = [
      { id: ended.id, fate: 'end' },
      { id: taken.id, fate: 'take' },
    ];
    await change(admin, 'archive', [as.id], { tokens });
    clock.now = new Date(clock.now.getTime() + 8000);
    await change(admin, 'restore', [as.id], { undo: true });
    for (const token of [ended, taken])
      expect([await opens(token), await listed(admin, token.id)]).toMatchObject([
        200,
        { makerId: as.id, privileges: scopes, idle: [] },
      ]);
    expect(await opens(revoked)).toBe(401);
  });

  test('a colleague who takes one over gives it no more than they hold, and takes none of which they hold nothing', async () => {
    const admin = await world.user(901, [p.seeUsers, p.manageUsers, p.managePreferences, p.seeAccessories]);
    const as = await boss();
    const wide = (await make(as, { privileges: [p.seeAccessories, p.seeTyres] })).body;
    const far = (await make(as, { privileges: [p.seeTyres] })).body;
    const take = (id: number) => call(admin, 'POST /users/tokens/:id/take-over', { params: { id } });
    expect((await take(wide.id)).body).toMatchObject({ makerId: admin.id, privileges: [p.seeAccessories], idle: [] });
    expect([await opens(wide), await opens(wide, 'GET /tyres')]).toEqual([200, 403]);
    expect((await take(wide.id)).status).toBe(409);
    const refused = await take(far.id);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('nessun permesso')]);
    const lesser = await world.user(901, [p.manageUsers, p.seeAccessories]);
    const seller = await world.user(901, [p.seeAccessories]);
    const tokens = [{ id: wide.id, fate: 'take' }];
    const sent = await change(lesser, 'archive', [seller.id], { tokens });
    expect([sent.status, sent.body.message]).toEqual([403, expect.stringContaining('gestione delle preferenze')]);
  });

  test('taken over it keeps what was in effect: what its maker had lost does not come back', async () => {
    const [admin, as] = [await boss(), await boss()];
    const scopes = [p.seeAccessories, p.manageAccessories];
    const { body: token } = await make(as, { privileges: scopes });
    await query('update users set privileges = $2 where id = $1', [as.id, [p.managePreferences, p.seeAccessories]]);
    expect((await listed(admin, token.id)).idle).toEqual([p.manageAccessories]);
    const params = { id: token.id };
    const taken = await call(admin, 'POST /users/tokens/:id/take-over', { params });
    expect(taken.body).toMatchObject({ makerId: admin.id, privileges: [p.seeAccessories], idle: [] });
    const create = call(token, 'POST /accessories', { body: { ...accessory, code: 'PRESO-1' } });
    expect((await create).status).toBe(403);

    const { body: other } = await make(as, { privileges: [p.seeAccessories] });
    await query('update users set privileges = $2 where id = $1', [as.id, [p.managePreferences]]);
    const refused = await call(admin, 'POST /users/tokens/:id/take-over', { params: { id: other.id } });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('nessun permesso')]);
  });

  test('a token whose maker was changed while the blocking waited goes on as the maker does', async () => {
    const [admin, as] = [await boss(), await maker()];
    const { body: token } = await make(as);
    const rows = [
      { id: as.id, version: (await call(admin, 'GET /users/:id', { params: { id: as.id } })).body.version },
    ];
    const colleague = await world.owner.connect();
    await colleague.query('begin');
    await colleague.query('update users set version = version + 1 where id = $1', [as.id]);
    const sent = { action: 'archive', rows, tokens: [{ id: token.id, fate: 'end' }] };
    const blocking = call(admin, 'POST /users/bulk', { body: sent });
    await expect
      .poll(() =>
        query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      )
      .toHaveLength(1);
    await colleague.query('commit');
    colleague.release();
    expect((await blocking).body.results).toEqual([{ id: as.id, outcome: 'stale', version: rows[0]!.version + 1 }]);
    expect([await opens(token), (await call(as, 'GET /auth/user')).status]).toEqual([200, 200]);
  });

  test('a row that another has changed leaves its tokens alone', async () => {
    const [admin, as] = [await boss(), await maker()];
    const { body } = await make(as);
    const rows = [{ id: as.id, version: 99 }];
    const sent = { action: 'archive', rows, tokens: [{ id: body.id, fate: 'end' }] };
    expect((await call(admin, 'POST /users/bulk', { body: sent })).body.results[0].outcome).toBe('stale');
    expect([await opens(body), (await call(as, 'GET /auth/user')).status]).toEqual([200, 200]);
  });
});

test('it is no colleague: neither listed nor found among the users, and cannot be invited or changed as one', async () => {
  const as = await world.user(901, [p.managePreferences, p.seeUsers, p.manageUsers, p.createQuotes, p.manageAllQuotes]);
  const { body } = await make(as, { privileges: [p.createQuotes] });
  const params = { id: body.id };
  expect(JSON.stringify((await call(as, 'GET /users', { query: { limit: 200 } })).body)).not.toContain('Sito web');
  expect((await call(as, 'GET /users', { query: { q: 'Sito' } })).body.total).toBe(0);
  for (const name of ['GET /users/:id', 'POST /users/:id/invite', 'DELETE /users/:id/second-factor'] as const)
    expect((await call(as, name, { params })).status, name).toBe(404);
  const assignees = (await call(as, 'GET /quotes/assignees')).body.map(({ id }: { id: number }) => id);
  expect(assignees).not.toContain(body.id);
});

test('a quote made by it names the company where a seller’s address would stand', async () => {
  await query("update companies set email = 'vendite@alfa.example.it', phone = '+39021111' where company_id = 901");
  const as = await world.user(901, [p.managePreferences, p.createQuotes, p.manageOwnQuotes]);
  const { body: token } = await make(as, { privileges: [p.createQuotes, p.manageOwnQuotes] });
  const { body: quote } = await call(token, 'POST /quotes', { body: world.draft(world.alfa) });
  const params = { id: quote.id };
  const issued = await call(token, 'POST /quotes/:id/issue', { params, version: quote.version, body: {} });
  expect(issued.status, JSON.stringify(issued.body)).toBe(200);
  const [row] = await query('select snapshot::text from quotes where id = $1', [quote.id]);
  expect(row!.snapshot).toContain('vendite@alfa.example.it');
  expect(row!.snapshot).not.toContain('token.invalid');
});

test('the database keeps no token, and a company no more than fifty', async () => {
  const as = await maker(902);
  const key = 'chiave-token';
  const { body } = await make(as, {}, key);
  const [secret] = [body.token.split('.')[1]];
  const kept = JSON.stringify(
    await query(
      'select (select jsonb_agg(s) from sessions s), (select jsonb_agg(f) from audit_facts f), (select jsonb_agg(k) from idempotency_keys k)',
    ),
  );
  expect(kept).not.toContain(secret);
  for (let count = 1; count < 50; count += 1) expect((await make(as)).status).toBe(201);
  const { status, body: refused } = await make(as);
  expect([status, refused.message]).toEqual([409, expect.stringContaining('50 token')]);
});
