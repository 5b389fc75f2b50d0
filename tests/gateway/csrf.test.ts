import { beforeAll, describe, expect, test } from 'vitest';
import { cookieFrom, open, requestOf } from '#tests/support/upstream.ts';

const { app, upstream } = open();
let cookie = '';
beforeAll(async () => {
  cookie = await cookieFrom(app);
});

const own = 'http://localhost:4321';
const origins = {
  same: own,
  evil: 'https://evil.example',
  null: 'null',
  missing: null,
  port: 'http://localhost:8080',
  sub: 'http://evil.localhost:4321',
};
const sites = ['same-origin', 'same-site', 'cross-site', 'none', 'junk', null];
const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  null,
  'application/json;x',
  'text/plain;application/json',
];
const { body } = requestOf('PUT /quotes/:id', 'x')[1];

function send(method: string, type: string | null, origin: string | null, site: string | null) {
  const headers = new Headers({ cookie, 'if-match': '"v7"' });
  if (type) headers.set('content-type', type);
  if (origin) headers.set('origin', origin);
  if (site) headers.set('sec-fetch-site', site);
  return app.request('/quotes/7', { method, headers, body: new Blob([body as string]) });
}

describe.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s with a session cookie', (method) => {
  test.each(types)('body %s: passes from this application only', async (type) => {
    for (const origin of Object.values(origins)) {
      for (const site of sites) {
        const before = upstream.calls().length;
        const { status } = await send(method, type, origin, site);
        const forwarded = upstream.calls().length - before;
        const allowed = type === 'application/json' && (site === 'same-origin' || (site === null && origin === own));
        const exists = method === 'PUT' || method === 'DELETE';
        const label = `${origin} ${site}`;
        expect({ label, refused: status === 403, forwarded }).toEqual({
          label,
          refused: !allowed,
          forwarded: allowed && exists ? 1 : 0,
        });
      }
    }
  });
});

test('without a body no content type is needed', async () => {
  const headers = { cookie, 'if-match': '"v7"', 'sec-fetch-site': 'same-origin' };
  expect((await app.request('/quotes/7', { method: 'DELETE', headers })).status).toBe(204);
});

test('a login that another site makes the browser send is refused, before there is a cookie', async () => {
  const { status } = await app.request('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
    body: '{"email":"a@b.it","password":"x"}',
  });
  expect(status).toBe(403);
});

test('a bearer beside a session cookie does not switch the guard off', async () => {
  const [path, init] = requestOf('PUT /quotes/:id', 'u.21.16', { headers: { cookie } });
  expect((await app.request(path, init)).status).toBe(403);
});

test('no safe method changes anything', async () => {
  const before = upstream.calls().length;
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    await app.request('/quotes/7/issue', { method, headers: { cookie } });
  expect(upstream.calls().length).toBe(before);
});
