import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#backend/db/open.ts';
import { createBackend } from '#backend/app.ts';
import { PASSWORD, type Sent, type TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';
import type { CallName } from '#domain/endpoints.ts';
import { privileges } from '#domain/privileges.ts';

const database = await testDatabase();
const world = await makeWorld(database);
// As few connections as a process has; the neighbour waits for one of them when a crowd holds all.
const db = openDatabase(database.appUrl);
const backend = createBackend({ db, config: world.config, now: () => world.clock.now });
let crowd: TestUser;
let neighbour: TestUser;
let quoteId: number;

beforeAll(async () => {
  crowd = await world.user(901, [privileges.manageAccessories, privileges.createQuotes, privileges.manageOwnQuotes], {
    password: true,
  });
  neighbour = await world.strangerWith('manageAccessories');
  quoteId = (await world.call(crowd, 'POST /quotes', { body: world.draft(world.alfa) })).body.id;
  await world.query(
    `insert into accessories (company_id, code, description, price)
     select 901, 'FOLLA-' || n, 'Accessorio ' || n, 100 * n from generate_series(1, 300) n`,
  );
});
afterAll(async () => {
  await db.destroy();
  await world.close();
});

const waiting = async () =>
  Number((await world.query("select count(*) from pg_stat_activity where wait_event_type = 'Lock'"))[0]!.count);

const lines = ['Codice;Descrizione;Prezzo', ...Array.from({ length: 200 }, (_, n) => `NUOVO-${n};Prova;12,50`)];
const csv = Buffer.from(lines.join('\n'));
const crowds: [name: CallName, size: number, sent: () => Sent][] = [
  ['PUT /users/me/password', 30, () => ({ body: { current: `${PASSWORD}!`, password: 'quattro-gatti-sul-tetto' } })],
  ['POST /imports', 12, () => ({ query: { kind: 'accessories', name: 'folla.csv' }, file: csv })],
  ['GET /quotes/:id/preview', 60, () => ({ params: { id: quoteId } })],
  ['GET /accessories/export', 30, () => ({ query: { format: 'xlsx' } })],
];

describe('one person asks for much at once', () => {
  test.each(crowds)('%s, %i times: a neighbour is answered before the crowd is done', async (name, size, sent) => {
    let done = 0;
    const all = Array.from({ length: size }, () =>
      world.call(crowd, name, sent(), backend).then(({ status }) => {
        done += 1;
        return status;
      }),
    );
    // The crowd is in the house when the first of it is out.
    await Promise.race(all);
    const seen: number[] = [];
    for (let asked = 0; asked < 5; asked += 1) {
      const { status } = await world.call(neighbour, 'GET /accessories', {}, backend);
      expect(status).toBe(200);
      seen.push(done);
    }
    const statuses = await Promise.all(all);
    expect(seen[0]).toBeLessThan(size);
    // Nobody of the crowd fails either: it waits behind itself.
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  test('a password is changed while all documents that the same person asked for still stand', async () => {
    const one = await world.user(901, [privileges.createQuotes, privileges.manageOwnQuotes], { password: true });
    const { id } = (await world.call(one, 'POST /quotes', { body: world.draft(world.alfa) })).body;
    let done = 0;
    const all = Array.from({ length: 20 }, () =>
      world.call(one, 'GET /quotes/:id/preview', { params: { id } }, backend).then(() => (done += 1)),
    );
    await Promise.race(all);
    const body = { current: `${PASSWORD}!`, password: 'quattro-gatti-sul-tetto' };
    const { status } = await world.call(one, 'PUT /users/me/password', { body }, backend);
    expect(status).toBe(422);
    expect(done).toBeLessThan(all.length);
    await Promise.all(all);
  });

  test('a program out of control is told to slow down, and others are not', async () => {
    const answers = Array.from({ length: 300 }, () => world.call(crowd, 'GET /accessories', {}, backend));
    const other = await world.call(neighbour, 'GET /accessories', {}, backend);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(other.status).toBe(200);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(200);
  });
});

describe('strangers crowd', () => {
  test('a known person is answered, also with a session that is read anew, while every login and reset of strangers waits', async () => {
    const lock = new pg.Client({ connectionString: database.ownerUrl });
    await lock.connect();
    onTestFinished(() => lock.end());
    await lock.query('begin; lock table login_throttles in access exclusive mode');
    let done = 0;
    const all = Array.from({ length: 30 }, (_, n) => {
      const email = `nessuno${n}@example.it`;
      const sent = n % 2 ? { email } : { email, password: 'quattro-gatti-sul-tetto' };
      const name = n % 2 ? 'POST /auth/reset' : 'POST /auth/login';
      const { call } = world;
      return call(null, name, { body: sent }, backend).then(() => (done += 1));
    });
    await expect.poll(() => waiting()).toBeGreaterThan(1);
    const known = await Promise.all([902, 902, 10].map((companyId) => world.user(companyId, [4])));
    const statuses = await Promise.all(
      [neighbour, ...known].map((user) => world.call(user, 'GET /releases', {}, backend).then(({ status }) => status)),
    );
    expect({ statuses, done }).toEqual({ statuses: [200, 200, 200, 200], done: 0 });
    await lock.query('rollback');
    await Promise.all(all);
  });
});

describe('two companies crowd at once', () => {
  test('a third is answered while every transaction of theirs stands', async () => {
    const third = await world.user(10, [...EVERY]);
    const others = await Promise.all([901, 901, 902, 902].map((companyId) => world.user(companyId, [4])));
    const lock = new pg.Client({ connectionString: database.ownerUrl });
    await lock.connect();
    onTestFinished(() => lock.end());
    await lock.query('begin; lock table accessories in access exclusive mode');
    let done = 0;
    const all = others.flatMap((user) =>
      Array.from({ length: 6 }, () =>
        world.call(user, 'GET /accessories', {}, backend).then(() => {
          done += 1;
        }),
      ),
    );
    // Each of them has what it gets beside the other one.
    await expect.poll(waiting).toBeGreaterThan(1);
    const { status } = await world.call(third, 'GET /releases', {}, backend);
    expect({ status, done }).toEqual({ status: 200, done: 0 });
    await lock.query('rollback');
    await Promise.all(all);
  });
});
