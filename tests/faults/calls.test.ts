import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { privileges } from '#domain/privileges.ts';
import { PASSWORD } from '#tests/support/area.ts';
import type { Application } from '#tests/support/application.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { cookieOf, get, startBare, worldIn } from '#tests/support/running.ts';

const database = await testDatabase();
let application: Application;
let world: Awaited<ReturnType<typeof worldIn>>;
let headers: Record<string, string>;

beforeAll(async () => {
  application = await startBare({ DATABASE_URL: database.ownerUrl, RATE_LIMIT: '300', TRUSTED_PROXIES: '1' });
  world = await worldIn(database.ownerUrl);
  headers = {
    cookie: await cookieOf(
      await world.userWith('seeAccessories', 'manageAccessories', 'createQuotes', 'manageOwnQuotes'),
    ),
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
});
afterAll(async () => {
  await world.close();
  await application.stop();
});

const post = (path: string, body: BodyInit | null, more: RequestInit = {}) =>
  get(application.url + path, { method: 'POST', headers, body, ...more });
const memory = () =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${application.pid}/status`, 'utf8'))![1]) / 1024;

describe('bodies', () => {
  test('bodies that break a rule are refused at their fields, in Italian', async () => {
    const { status, text } = await post('/api/accessories', JSON.stringify({ code: '', description: 7, price: -1 }));
    expect(status).toBe(422);
    const { message, fields } = JSON.parse(text) as { message: string; fields: Record<string, string> };
    expect(message).toBe('Controllare i campi evidenziati.');
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['code', 'description', 'price']));
    for (const words of Object.values(fields)) {
      expect(words).toMatch(/^[A-ZÈL][\p{L}\d '’%.,()-]+$/u);
      expect(words).not.toMatch(/invalid|expected|received|required|string|number/i);
    }
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>, number]>([
    ['no JSON', '{"code":', 422],
    ['nothing', '', 422],
    ['text that is no text', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 422],
    ['a hundred thousand brackets', '['.repeat(100_000), 413],
    ['a hundred thousand objects in each other', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), 413],
    ['a prototype', '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}', 422],
    ['a megabyte and more', JSON.stringify({ code: 'x'.repeat(1_100_000) }), 413],
  ])('that are %s', async (_, body, expected) => {
    const { status, text } = await post('/api/accessories', body);
    expect(status).toBe(expected);
    expect(JSON.parse(text)).toMatchObject({ error: 'invalid', requestId: expect.any(String) });
    expect(text).not.toMatch(/SyntaxError|position|at .*\.ts/);
  });

  /** Sends 64 kB at a time until it is cut or has sent everything; the status, 0 without an answer. */
  const pour = (path: string, megabytes: number, type = 'application/json') =>
    new Promise<number>((done) => {
      const sending = request(application.url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
      });
      let left = megabytes * 16;
      const chunk = Buffer.alloc(65_536, 0x20);
      const more = () => {
        while (left > 0 && !sending.destroyed) {
          left -= 1;
          if (!sending.write(chunk)) return void sending.once('drain', more);
        }
        sending.end();
      };
      sending.on('response', (response) => {
        response.resume();
        done(response.statusCode!);
        sending.destroy();
      });
      sending.on('error', () => done(0));
      more();
    });

  test('without end are cut, at the API and at pages, and leave the memory as it was', async () => {
    const before = memory();
    const rounds = isSoak ? 10 : 2;
    for (let i = 0; i < rounds; i += 1) {
      const statuses = await Promise.all([
        pour('/api/accessories', 60),
        pour('/api/quotes', 60),
        pour('/', 60),
        pour('/dealer', 60, 'application/x-www-form-urlencoded'),
        pour('/resetpassword', 60, 'multipart/form-data; boundary=x'),
        pour('/nope', 60),
      ]);
      expect(statuses.slice(0, 2).every((status) => [413, 0].includes(status))).toBe(true);
      expect(statuses.slice(2)).toEqual([413, 413, 413, 413]);
    }
    expect(memory() - before).toBeLessThan(150);
    expect((await get(`${application.url}/dealer`, { headers })).status).toBe(200);
  });
});

describe('login', () => {
  const login = (email: string, address: string, password = PASSWORD) =>
    get(`${application.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password }),
    });

  test('a showroom of fifty behind one address is let in at once, also who mistyped', async () => {
    const people = await Promise.all(
      Array.from({ length: 50 }, () => world.user(901, [privileges.createQuotes], { password: true })),
    );
    const all = (some: typeof people, password?: string) =>
      Promise.all(some.map(async ({ email }) => (await login(email, '203.0.113.7', password)).status));
    expect(await all(people.slice(0, 10), 'sbagliata')).toEqual(Array(10).fill(401));
    expect(await all(people)).toEqual(Array(50).fill(200));
  });

  test('an account under attack waits and says how long; the others of the address do not', async () => {
    const [victim, other] = await Promise.all(
      [1, 2].map(() => world.user(901, [privileges.createQuotes], { password: true })),
    );
    for (let i = 0; i < 5; i += 1) expect((await login(victim!.email, '203.0.113.8', 'sbagliata')).status).toBe(401);
    await login(victim!.email, '203.0.113.8', 'sbagliata');
    const refused = await login(victim!.email, '203.0.113.8');
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([429, null]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.parse(refused.text).message).toMatch(/^Troppi tentativi: riprovare tra \d+ second[oi]\.$/);
    expect((await login(other!.email, '203.0.113.8')).status).toBe(200);
  });
});
