import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { visits } from '#tests/support/pages.ts';
import { DEMO_USERS, serverUrl } from '#tests/support/server.ts';

test('a page names hashed files, which come compressed and may be kept for ever', async () => {
  const page = await (await fetch(`${serverUrl()}/`)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/_astro\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]!);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const { status, headers } = await fetch(serverUrl() + file, { headers: { 'accept-encoding': 'br' } });
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    if (Number(headers.get('content-length')) > 1024) expect(headers.get('content-encoding')).toBe('br');
  }
});

test('pages are compressed for who accepts it, and say their length', async () => {
  const get = async (accepted: string, method = 'GET') => {
    const page = await fetch(`${serverUrl()}/`, { method, headers: { 'accept-encoding': accepted } });
    const { headers } = page;
    return [
      page.status,
      headers.get('content-encoding'),
      headers.get('vary'),
      Number(headers.get('content-length')) > 1000,
    ];
  };
  expect(await get('deflate, gzip;q=0.8, br')).toEqual([200, 'gzip', 'accept-encoding', true]);
  for (const not of ['identity', 'gzip;q=0', 'gzip;q=0.0, br'])
    expect(await get(not)).toEqual([200, null, 'accept-encoding', true]);
  expect(await get('gzip', 'HEAD')).toEqual([200, null, null, true]);
});

test('so are answers long enough for it, and a kept one is asked about by its weak ETag', async () => {
  const login = await fetch(`${serverUrl()}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session': 'bearer' },
    body: JSON.stringify({ email: DEMO_USERS.director, password: DEMO_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${serverUrl()}/api${path}`, {
      headers: { 'accept-encoding': 'gzip', authorization: `Bearer ${token}`, ...headers },
    });
  const coding = async (path: string) => (await get(path)).headers.get('content-encoding');
  expect([await coding('/quotes?limit=50'), await coding('/users/me/views?area=tyres')]).toEqual(['gzip', null]);
  const { rows } = (await (await get('/quotes?limit=1')).json()) as { rows: { id: number }[] };
  const sheet = await get(`/quotes/${rows[0]!.id}/sheet`);
  const etag = sheet.headers.get('etag')!;
  expect([sheet.headers.get('content-encoding'), etag]).toEqual(['gzip', expect.stringMatching(/^W\/"/)]);
  expect((await get(`/quotes/${rows[0]!.id}/sheet`, { 'if-none-match': etag })).status).toBe(304);
});

/** Whoever follows the link of a mail holds its token in the address of these. */
const links = [
  '/resetpassword',
  '/secondfactor',
  ...visits.filter(({ route }) => route.endsWith('{token}')).map((each) => each.address),
];

test.each(['/', '/404-di-prova', ...links])(
  '%s runs and loads what is its own and stands in no frame',
  async (path) => {
    const { headers } = await fetch(serverUrl() + path);
    const policy = headers.get('content-security-policy') ?? '';
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(rule);
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe|\*|https?:/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'referrer-policy': links.includes(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
      ...(links.includes(path) && { 'x-robots-tag': 'noindex, nofollow' }),
    });
  },
);

test('the application is alive and ready', async () => {
  for (const probe of ['/healthz', '/readyz']) expect((await fetch(serverUrl() + probe)).status).toBe(200);
});

test.each([
  ['/api/quotes?q=%ED%A0%80', 401, 'json'],
  ['/api/%E0%A4', 404, 'json'],
  ['/%E0%A4', 404, 'html'],
  ['/resetpassword?token=%ff', 200, 'html'],
])('%s, which cannot be decoded, is %i as %s', async (path, status, type) => {
  const answer = await fetch(serverUrl() + path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, expect.stringContaining(type)]);
});

/** Not fetch: it sends neither such hosts nor such methods. */
const ask = (path: string, method: string, headers: Record<string, string>, body = '') =>
  new Promise<{ status?: number; text: string }>((done) => {
    const { port } = new URL(serverUrl());
    request({ port, path, method, headers: { accept: 'text/html', ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => done({ status: response.statusCode!, text }));
    }).end(body);
  });

test('a call refused before it is a page is a page all the same, in the theme and with the home of the person', async () => {
  const { headers } = await fetch(`${serverUrl()}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: serverUrl() },
    body: JSON.stringify({ email: DEMO_USERS.manufacturer, password: DEMO_PASSWORD }),
  });
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
  const own = { cookie, origin: serverUrl() };
  const look = (theme: string) =>
    fetch(`${serverUrl()}/api/users/me/appearance`, {
      method: 'PUT',
      headers: { ...own, 'content-type': 'application/json' },
      body: JSON.stringify({ theme, density: 'comfortable', shortcuts: true }),
    });
  expect((await look('dark')).status).toBeLessThan(300);
  const refused = {
    400: await ask('/fms', 'GET', { cookie, host: 'a b' }),
    404: await ask('/non/esiste', 'GET', { cookie }),
    413: await ask('/fms/settings', 'POST', { ...own, 'content-length': '20000' }, 'x'.repeat(20_000)),
    501: await ask('/fms', 'PROPFIND', { cookie }),
  };
  await look('system');
  for (const [status, page] of Object.entries(refused)) {
    expect(page.status, status).toBe(Number(status));
    expect(page.text).toMatch(new RegExp(`Codice errore <b[^>]*>${status}</b>`));
    for (const part of ['data-theme="dark"', 'href="/fms"']) expect(page.text, status).toContain(part);
  }
  expect((await ask('/fms', 'PROPFIND', {})).text).toContain('href="/"');
});

test('a stranger who sends drop by drop is cut within seconds; who has a session goes on', async () => {
  const login = await fetch(`${serverUrl()}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session': 'bearer' },
    body: JSON.stringify({ email: DEMO_USERS.director, password: DEMO_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  const drip = (path: string, type: string, header = '') => {
    const heard = { text: '', open: true };
    const socket = connect(Number(new URL(serverUrl()).port), 'localhost');
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${header}Content-Type: ${type}\r\nContent-Length: 1000`;
    socket.write(`${head}\r\n\r\n`);
    let left = 1000;
    const go = (bytes: number) => socket.write('x'.repeat(bytes), () => (left -= bytes));
    const timer = setInterval(() => go(1), 200);
    socket.on('data', (part) => (heard.text += part)).on('error', () => {});
    socket.on('close', () => (clearInterval(timer), (heard.open = false)));
    onTestFinished(() => void socket.destroy());
    return { heard, end: () => (clearInterval(timer), go(left)) };
  };
  const photo = '/api/uploads?purpose=stock_photo&name=a.jpg';
  const own = drip(photo, 'application/octet-stream', `Authorization: Bearer ${token}\r\n`);
  const strangers = [
    drip('/api/auth/login', 'application/json'),
    drip('/', 'application/x-www-form-urlencoded'),
    drip(photo, 'application/octet-stream', 'Authorization: Bearer invented\r\n'),
  ];
  await expect.poll(() => strangers.map(({ heard }) => heard.open), { timeout: 15_000 }).toEqual([false, false, false]);
  // It is no photo, which is only known at its end.
  own.end();
  await expect.poll(() => own.heard.text).toMatch(/^HTTP\/1.1 422 /);
});
