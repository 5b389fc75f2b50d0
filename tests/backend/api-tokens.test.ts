import { afterAll, beforeEach, expect, test } from 'vitest';
import { privileges as p } from '#domain/privileges.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';
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

test('a token opens what it may and nothing else, and its deeds bear its name', async () => {
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

test('nobody gives what they lack, and a token makes no tokens', async () => {
  const as = await maker();
  const more = await make(as, { privileges: [p.seeAccessories, p.seeMargin] });
  expect([more.status, more.body.fields]).toEqual([
    422,
    { privileges: 'Non si possono dare permessi che non si hanno' },
  ]);
  const { body: token } = await make(as, { privileges: [p.managePreferences] });
  expect((await make(token, { privileges: [p.managePreferences] })).status).toBe(403);
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
