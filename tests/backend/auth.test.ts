import { argon2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { passwordNotice, resetMail } from '#backend/auth/mails.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { housekeeping } from '#backend/lib/work/housekeeping.ts';
import { openDatabase } from '#backend/db/open.ts';
import { newToken } from '#backend/lib/people/tokens.ts';
import { PASSWORD, type TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call, clock } = world;
afterAll(() => world.close());

const START = clock.now.getTime();
const later = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000));
beforeEach(async () => {
  clock.now = new Date(START);
  await world.query('delete from login_throttles');
});

const login = (email: string, password = PASSWORD, ip = '203.0.113.7') =>
  call(null, 'POST /auth/login', {
    body: { email, password },
    headers: { 'x-forwarded-for': ip, 'user-agent': 'Prova/1' },
  });
const member = (privileges: number[] = [13]) => world.user(901, privileges, { password: true });

describe('login', () => {
  test('answers a token that works, for three hours in use and no longer', async () => {
    const user = await member();
    const { status, body } = await login(user.email.toUpperCase());
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      id: user.id,
      company_id: 901,
      company_name: 'ALFAMARCHIO Auto',
      privileges: [13],
    });
    expect(Date.parse(body.expiresAt) - START).toBe(3 * 3_600_000);
    expect((await call(body, 'GET /auth/user')).body).toMatchObject({
      email: user.email,
      sessionEndsAt: body.expiresAt,
    });
    for (const seconds of [3000, 3000, 3000, 1799]) {
      later(seconds);
      expect((await call(body, 'GET /auth/user')).status).toBe(200);
    }
    later(2);
    expect((await call(body, 'GET /auth/user')).status).toBe(401);
  });

  test('a hash made at another cost still opens, and is renewed by it', async () => {
    const user = await member();
    const old = '$argon2id$v=19$m=8192,t=1,p=1$';
    const nonce = randomBytes(16);
    const cost = { memory: 8192, passes: 1, parallelism: 1 };
    const key = argon2Sync('argon2id', { message: PASSWORD, nonce, tagLength: 32, ...cost });
    const phc = [nonce, key].map((bytes) => bytes.toString('base64').replace(/=+$/, '')).join('$');
    await world.query('update logins set password_hash = $1 where user_id = $2', [old + phc, user.id]);
    expect((await login(user.email)).status).toBe(200);
    const [{ password_hash: now }] = await world.query('select password_hash from logins where user_id = $1', [
      user.id,
    ]);
    expect(now).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(user.email)).status).toBe(200);
    expect((await login(user.email, 'sbagliata')).status).toBe(401);
  });

  test('unknown address, wrong password and disabled user get the same answer', async () => {
    const user = await member();
    const gone = await member();
    await world.query('update users set archived_at = now() where id = $1', [gone.id]);
    const answers = [
      await login('nessuno@prova.example.it'),
      await login(user.email, 'sbagliata'),
      await login(gone.email),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(answers.map(({ body }) => body.message))).toEqual(new Set(['Credenziali non valide']));
    expect(new Set(answers.map(({ body }) => Object.keys(body).join())).size).toBe(1);
  });

  test.each(['an account', 'an unknown address'])(
    'after five failures %s has to wait, longer each time, also with the right password',
    async (which) => {
      const email = which === 'an account' ? (await member()).email : 'fantasma@prova.example.it';
      for (let failure = 0; failure < 5; failure += 1) expect((await login(email, 'sbagliata')).status).toBe(401);
      const refused = await login(email);
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({
        error: 'too_many',
        message: 'Troppi tentativi: riprovare tra 1 secondo.',
        retryAfter: 1,
      });
      expect(refused.headers.get('retry-after')).toBe('1');
      later(1);
      expect((await login(email, 'sbagliata')).status).toBe(401);
      expect((await login(email, 'sbagliata')).body.retryAfter).toBe(2);
      for (const wait of [2, 4, 8, 16, 32, 64]) {
        later(wait);
        expect((await login(email, 'sbagliata')).status).toBe(401);
      }
      expect((await login(email)).body.message).toBe('Troppi tentativi: riprovare tra 3 minuti.');
      later(1000);
      expect((await login(email)).status).toBe(which === 'an account' ? 200 : 401);
    },
  );

  test('a burst of wrong passwords reaches the hash only a few times', async () => {
    const { email } = await member();
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, i) => login(email, 'sbagliata', `198.51.100.${i}`)),
    );
    const reached = statuses.filter(({ status }) => status === 401).length;
    expect(reached).toBeGreaterThanOrEqual(5);
    expect(reached).toBeLessThanOrEqual(12);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(60 - reached);
  });

  test('failures count wherever they happen: another process refuses as well, and knows when it is over', async () => {
    const { email } = await member();
    const [one, two] = [0, 1].map(() => createBackend({ db: database.db, config: world.config, now: () => clock.now }));
    const tryAt = async (backend: typeof one, password: string) =>
      (await call(null, 'POST /auth/login', { body: { email, password } }, backend)).status;
    for (let failure = 0; failure < 5; failure += 1) expect(await tryAt(one, 'sbagliata')).toBe(401);
    expect(await tryAt(two, PASSWORD)).toBe(429);
    later(1);
    expect(await tryAt(two, PASSWORD)).toBe(200);
  });

  test('fifty people of one showroom log in at once from one address', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => member()));
    const answers = await Promise.all(people.map(({ email }) => login(email)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

describe('sessions', () => {
  test('end after an hour without a request', async () => {
    const user = await member();
    const { body } = await login(user.email);
    for (const minutes of [59, 59]) {
      later(minutes * 60);
      expect((await call(body, 'GET /auth/user')).status).toBe(200);
    }
    later(61 * 60);
    expect((await call(body, 'GET /auth/user')).status).toBe(401);
  });

  test('last the whole hour after the last request, however soon that came after another', async () => {
    const user = await member();
    const { body } = await login(user.email);
    for (const seconds of [20, 3599]) {
      later(seconds);
      expect((await call(body, 'GET /auth/user')).status).toBe(200);
    }
  });

  test('go on while the row that notes their use is held by somebody else', async () => {
    const user = await member();
    const { body } = await login(user.email);
    later(60);
    const holder = new pg.Client({ connectionString: database.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from sessions where company_id = 901 and user_id = $1 for update', [user.id]);
    try {
      expect((await call(body, 'GET /auth/user')).status).toBe(200);
    } finally {
      await holder.end();
    }
  });

  test('a token is worth nothing after logout, however often it is replayed', async () => {
    const user = await member();
    const { body } = await login(user.email);
    await call(body, 'GET /auth/user');
    expect((await call(body, 'POST /auth/logout')).status).toBe(204);
    for (let replay = 0; replay < 50; replay += 1) expect((await call(body, 'GET /auth/user')).status).toBe(401);
  });

  test('own sessions are listed and ended one by one; those of others are not found', async () => {
    const user = await member();
    const first = (await login(user.email)).body;
    const second = (await login(user.email)).body;
    const listed = (await call(first, 'GET /users/me/sessions')).body;
    expect(listed).toHaveLength(3);
    expect(listed.filter((row: { current: boolean }) => row.current)).toHaveLength(1);
    const other = (await call(second, 'GET /users/me/sessions')).body.find((row: { current: boolean }) => row.current);
    const stranger = await member();
    expect((await call(stranger, 'DELETE /users/me/sessions/:id', { params: { id: other.id } })).status).toBe(404);
    expect((await call(first, 'DELETE /users/me/sessions/:id', { params: { id: other.id } })).status).toBe(204);
    expect((await call(second, 'GET /auth/user')).status).toBe(401);
    expect((await call(first, 'GET /auth/user')).status).toBe(200);
  });

  test.each([
    ['privileges', 'update users set privileges = array[1] where id = $1', 403],
    ['disabling', 'update users set archived_at = now() where id = $1', 401],
    ['revocation', 'update sessions set revoked_at = now() where user_id = $1', 401],
  ])('a change of %s elsewhere acts within five seconds', async (_, statement, status) => {
    const user = await member([3]);
    expect((await call(user, 'GET /accessories')).status).toBe(200);
    await world.query(statement, [user.id]);
    later(5);
    expect((await call(user, 'GET /accessories')).status).toBe(status);
  });

  test('no token, a malformed one and an unknown one are 401', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), 'A'.repeat(5000)])
      expect((await call({ token }, 'GET /auth/user')).status).toBe(401);
    expect((await call(null, 'GET /auth/user')).body).toMatchObject({ error: 'unauthenticated' });
  });
});

describe('password reset', () => {
  const outbox = () => mailsLeft(world.config);
  const tokenFor = async ({ email }: TestUser) => {
    await resetMail.run(world.outside(), { email });
    return /token=([\w.-]+)/.exec(mailsLeft(world.config, email).at(-1)!)![1]!;
  };
  const set = (token: string, password = 'quattro-gatti-sul-tetto') =>
    call(null, 'POST /auth/password', { body: { token, password } });

  test('the request answers alike for any address and leaves the same job', async () => {
    const user = await member();
    await world.query('delete from pgboss.job');
    const answers = [];
    for (const email of [user.email, 'sconosciuto@prova.example.it'])
      answers.push(await call(null, 'POST /auth/reset', { body: { email } }));
    expect(answers.map(({ status, body }) => [status, String(body)])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    expect(await world.query('select name from pgboss.job')).toEqual([{ name: 'reset-mail' }, { name: 'reset-mail' }]);
    for (let i = 0; i < 10; i += 1)
      expect((await call(null, 'POST /auth/reset', { body: { email: user.email } })).status).toBe(204);
    expect((await world.query('select from pgboss.job')).length).toBeLessThan(6);
  });

  test('the mail lands in the outbox, readable, and nothing is sent to a stranger', async () => {
    const user = await member();
    await tokenFor(user);
    const before = outbox().length;
    expect(mailsLeft(world.config, user.email).at(-1)).toContain('https://prova.example.it/resetpassword?token=');
    await resetMail.run(world.outside(), { email: 'sconosciuto@prova.example.it' });
    expect(outbox()).toHaveLength(before);
  });

  test('sets the password once, ends every session and tells the person', async () => {
    const user = await member();
    const open = (await login(user.email)).body;
    const token = await tokenFor(user);
    expect((await set(token)).status).toBe(200);
    expect((await call(open, 'GET /auth/user')).status).toBe(401);
    expect((await call(user, 'GET /auth/user')).status).toBe(401);
    expect((await login(user.email)).status).toBe(401);
    expect((await login(user.email, 'quattro-gatti-sul-tetto')).status).toBe(200);
    const again = await set(token, 'cinque-cani-nel-prato');
    expect(again.status).toBe(422);
    expect(again.body.fields.token).toBeTruthy();
    await passwordNotice.run(world.outside(), { companyId: 901, userId: user.id });
    expect(outbox().at(-1)).toContain('la password è stata cambiata');
  });

  test('is refused after 30 minutes, after a newer request, and with a token that nobody got', async () => {
    const user = await member();
    const first = await tokenFor(user);
    const second = await tokenFor(user);
    expect((await set(first)).status).toBe(422);
    later(30 * 60);
    expect((await set(second)).status).toBe(422);
    const third = await tokenFor(user);
    const flipped = (third.startsWith('A') ? 'B' : 'A') + third.slice(1);
    expect((await set(flipped)).status).toBe(422);
    expect((await set(third)).status).toBe(200);
  });

  test('a link used twenty times at once succeeds once', async () => {
    const token = await tokenFor(await member());
    const answers = await Promise.all(Array.from({ length: 20 }, () => set(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  });

  test('a password on the own name or too short is refused at its field, and the token stays good', async () => {
    const user = await member();
    const token = await tokenFor(user);
    expect((await set(token, 'breve')).body.fields.password).toBe('Usare almeno 12 caratteri');
    expect((await set(token, 'sono-alfamarchio-2026')).body.fields.password).toContain('alfamarchio');
    expect((await set(token)).status).toBe(200);
  });

  test('housekeeping removes what has served and nothing else', async () => {
    const user = await member();
    await tokenFor(user);
    await login(user.email);
    const counts = () =>
      world.query(
        'select (select count(*) from password_resets where user_id = $1) as resets, (select count(*) from sessions where user_id = $1) as sessions',
        [user.id],
      );
    const before = await counts();
    await forEachCompany(world.outside(), housekeeping.run);
    expect(await counts()).toEqual(before);
    later(120 * 86_400);
    await forEachCompany(world.outside(), housekeeping.run);
    expect(await counts()).toEqual([{ resets: '0', sessions: '1' }]);
  });
});

test('without the database a call answers 503, with the request id and nothing of the cause', async () => {
  const closed = openDatabase('postgres://nessuno@127.0.0.1:1/assente');
  const broken = createBackend({ db: closed, config: world.config });
  const answer = await call(
    { token: newToken(901) },
    'GET /auth/user',
    { headers: { 'x-request-id': 'prova-senza-database' } },
    broken,
  );
  expect(answer.status).toBe(503);
  expect(answer.body).toEqual({
    error: 'unavailable',
    message: 'Servizio temporaneamente non disponibile',
    requestId: 'prova-senza-database',
    retryAfter: 5,
  });
  await closed.destroy();
});
