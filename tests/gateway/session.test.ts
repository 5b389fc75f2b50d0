import { sealData } from 'iron-session';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sealToken, sessionCookie, unsealToken } from '#gateway/session.ts';
import { allPrivileges, config, cookieFrom, open, tokenOf, userOf } from '#tests/support/upstream.ts';

afterEach(() => vi.useRealTimers());

const credentials = JSON.stringify({ email: 'a@b.it', password: 'Prova' });
const browser = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const login = (app: ReturnType<typeof open>['app'], headers: Record<string, string> = browser) =>
  app.request('/auth/login', { method: 'POST', headers, body: credentials });

describe('login', () => {
  test.each([
    [
      'http://localhost:4321',
      /^__Host-volante=Fe26\.2[\w*~.-]+; Max-Age=10800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ],
    [
      'https://volante.example.it',
      /^__Host-volante=Fe26\.2[\w*~.-]+; Max-Age=10800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ],
    ['http://192.168.1.20:4321', /^volante=Fe26\.2[\w*~.-]+; Max-Age=10800; Path=\/; HttpOnly; SameSite=Lax$/],
  ])('at %s sets one cookie, exactly so', async (PUBLIC_ORIGIN, cookie) => {
    const answer = await login(open({ PUBLIC_ORIGIN }).app);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(cookie)]);
  });

  test('a browser never sees the token', async () => {
    const answer = await login(open().app);
    const text = await answer.text();
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['expiresAt', 'user']);
    expect(text + answer.headers.get('set-cookie')).not.toContain(tokenOf(21, allPrivileges));
  });

  test.each([
    { door: 'x-session', value: 'bearer' },
    { door: 'authorization', value: 'Bearer old-token' },
  ])('other systems get the token and no cookie: $door', async ({ door, value }) => {
    const answer = await login(open().app, {
      'content-type': 'application/json',
      [door]: value,
    });
    expect(await answer.json()).toMatchObject({ token: tokenOf(21, allPrivileges) });
    expect(answer.headers.has('set-cookie')).toBe(false);
  });

  test('a session is new at every login, whatever cookie came with it', async () => {
    const { app } = open();
    const first = await cookieFrom(app);
    const second = (await login(app, { ...browser, cookie: first })).headers.get('set-cookie')!.split(';')[0];
    expect(second).toMatch(/^__Host-volante=Fe26/);
    expect(second).not.toBe(first);
  });

  test('wrong credentials keep the upstream’s words and an older session', async () => {
    const { app, upstream } = open();
    const cookie = await cookieFrom(app);
    upstream.answer = ({ name }) =>
      name === 'POST /auth/login'
        ? Response.json(
            { error: 'unauthenticated', message: 'Credenziali non valide', requestId: 'x' },
            { status: 401 },
          )
        : undefined;
    const answer = await login(app, { ...browser, cookie });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
    expect(await answer.json()).toMatchObject({ error: 'unauthenticated', message: 'Credenziali non valide' });
  });

  test('the step that follows a password goes through as it is, without a cookie', async () => {
    const { app, upstream } = open();
    const step = { step: 'code', ticket: 'biglietto', expiresAt: '2026-11-20T18:00:00Z' };
    upstream.answer = ({ name }) => (name === 'POST /auth/login' ? Response.json(step) : undefined);
    const answer = await login(app);
    expect([await answer.json(), answer.headers.get('set-cookie')]).toEqual([step, null]);
  });

  test('a remembered browser holds its device in a cookie of 30 days, which goes with the next login; scripts see neither', async () => {
    const { app, upstream } = open();
    const entered = { token: tokenOf(21, allPrivileges), expiresAt: '2026-11-20T18:00:00Z', user: userOf(tokenOf()) };
    upstream.answer = ({ name }) =>
      name === 'POST /auth/code' ? Response.json({ ...entered, device: 'dispositivo' }) : undefined;
    const body = JSON.stringify({ ticket: 'biglietto', code: '123456', remember: true });
    const send = (headers: Record<string, string>) => app.request('/auth/code', { method: 'POST', headers, body });
    const answer = await send(browser);
    expect(Object.keys((await answer.json()) as object)).toEqual(['expiresAt', 'user']);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-volante=Fe26/),
      '__Host-volante-device=dispositivo; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    await login(app, { ...browser, cookie: '__Host-volante-device=dispositivo' });
    expect(JSON.parse(upstream.seen.at(-1)!.body)).toMatchObject({ email: 'a@b.it', device: 'dispositivo' });
    const other = await send({ 'content-type': 'application/json', 'x-session': 'bearer' });
    expect(await other.json()).toMatchObject({ token: entered.token, device: 'dispositivo' });
    expect(other.headers.has('set-cookie')).toBe(false);
  });

  test('an upstream that gives no token is a bad answer', async () => {
    const { app, upstream } = open();
    upstream.answer = ({ name }) => {
      if (name !== 'POST /auth/login') return undefined;
      return Response.json({ expiresAt: '2026-11-20T18:00:00Z', user: userOf(tokenOf()) });
    };
    const answer = await login(app);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([502, null]);
  });
});

describe('the cookie', () => {
  const status = async (app: ReturnType<typeof open>['app'], cookie: string) =>
    (await app.request('/auth/user', { headers: { cookie } })).status;

  test('opens the session of its login', async () => {
    const { app, upstream } = open();
    expect(await status(app, await cookieFrom(app))).toBe(200);
    expect(upstream.seen.at(-1)!.headers.get('authorization')).toBe(`Bearer ${tokenOf(21, allPrivileges)}`);
    expect(upstream.seen.at(-1)!.headers.has('cookie')).toBe(false);
  });

  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  test('with any one character changed or cut off is nobody’s, never an error', async () => {
    const { app } = open();
    const cookie = await cookieFrom(app);
    const start = cookie.indexOf('=') + 1;
    const answers = new Set<number>();
    // What follows the tilde is the library's version mark, no part of the seal.
    for (let at = start; at < cookie.lastIndexOf('~'); at++) {
      // Its highest bit: the lowest ones of the last character of base64 mean nothing.
      const other = BASE64[BASE64.indexOf(cookie[at]!) ^ 32] ?? 'A';
      answers.add(await status(app, cookie.slice(0, at) + other + cookie.slice(at + 1)));
      answers.add(await status(app, cookie.slice(0, at)));
    }
    expect([...answers]).toEqual([401]);
  });

  test.each(['', 'Fe26.2', 'null', '%00', 'x'.repeat(6000), '{"token":"u.21.1"}'])(
    'holding %s is nobody’s',
    async (value) => {
      expect(await status(open().app, `__Host-volante=${value}`)).toBe(401);
    },
  );

  test('sealed with another key or holding something else is nobody’s', async () => {
    const { app } = open();
    const foreign = await sealData(
      { token: tokenOf() },
      { password: 'another key of 32 characters or more!', ttl: 100 },
    );
    const strange = await sealData({ token: { $ne: null } }, { password: config.SESSION_SECRET, ttl: 100 });
    expect([await status(app, `__Host-volante=${foreign}`), await status(app, `__Host-volante=${strange}`)]).toEqual([
      401, 401,
    ]);
  });

  test('ends 3 hours after login however often it was used', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') });
    const { app } = open();
    const cookie = await cookieFrom(app);
    vi.setSystemTime(new Date('2026-11-20T11:59:00Z'));
    expect(await status(app, cookie)).toBe(200);
    vi.setSystemTime(new Date('2026-11-20T12:02:00Z'));
    expect(await status(app, cookie)).toBe(401);
  });

  test('is taken back when the upstream has ended the session', async () => {
    const { app, upstream } = open();
    const cookie = await cookieFrom(app);
    upstream.answer = () => new Response(null, { status: 401 });
    const answer = await app.request('/releases', { headers: { cookie } });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      401,
      expect.stringMatching(/^__Host-volante=; Max-Age=0; Path=\//),
    ]);
  });
});

describe('logout', () => {
  const logout = (app: ReturnType<typeof open>['app'], cookie: string) =>
    app.request('/auth/logout', { method: 'POST', headers: { cookie, 'sec-fetch-site': 'same-origin' } });

  test('ends the session upstream, takes the cookie back and clears the cache', async () => {
    const { app, upstream } = open();
    const cookie = await cookieFrom(app);
    const answer = await logout(app, cookie);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toBe('__Host-volante=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    expect(upstream.seen.at(-1)!.name).toBe('POST /auth/logout');
    upstream.answer = () => new Response(null, { status: 401 });
    expect((await app.request('/auth/user', { headers: { cookie } })).status).toBe(401);
  });

  test('a logout that fails leaves the session as it was', async () => {
    const { app, upstream } = open();
    const cookie = await cookieFrom(app);
    upstream.answer = ({ name }) => (name === 'POST /auth/logout' ? new Response(null, { status: 503 }) : undefined);
    const answer = await logout(app, cookie);
    expect([answer.status, answer.headers.get('set-cookie'), answer.headers.get('clear-site-data')]).toEqual([
      503,
      null,
      null,
    ]);
    expect((await app.request('/auth/user', { headers: { cookie } })).status).toBe(200);
  });
});

test('a session that one gateway has opened is no key to another, nor does its end move', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const ours = { ...config };
  const others = { ...config, SESSION_SECRET: 'another key of enough characters'.repeat(2) };
  const headers = new Headers({ cookie: `${sessionCookie(ours).name}=${await sealToken('own', ours)}` });
  expect(await unsealToken(headers, ours)).toBe('own');
  expect(await unsealToken(headers, ours)).toBe('own');
  expect(await unsealToken(headers, others)).toBeNull();
  vi.setSystemTime(Date.now() + 3.1 * 3600_000);
  expect(await unsealToken(headers, ours)).toBeNull();
});

test('while the secret changes its sessions go on, and end with the old one', async () => {
  const cookie = `${sessionCookie(config).name}=${await sealToken('own', config)}`;
  const headers = new Headers({ cookie });
  const fresh = { ...config, SESSION_SECRET: 'another key of enough characters'.repeat(2) };
  expect(await unsealToken(headers, { ...fresh, SESSION_SECRET_OLD: config.SESSION_SECRET })).toBe('own');
  expect(await unsealToken(headers, fresh)).toBeNull();
});
