import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Broken } from '#gateway/reach.ts';
import { cookieFrom, open, tokenOf } from '#tests/support/upstream.ts';

const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });

test('one line per request with call, status and user, and no secret in any', async () => {
  const { app, upstream } = open({}, { log });
  const cookie = await cookieFrom(app);
  const bearer = { authorization: `Bearer ${tokenOf(21, [20])}-planted` };
  const own = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  await app.request('/customers/matches?q=planted-name', { headers: { cookie } });
  await app.request('/quotes/7777777', { headers: { cookie } });
  await app.request('/planted-path', { headers: bearer });
  await app.request('/releases', { headers: bearer });
  await app.request('/users/me/password', {
    method: 'PUT',
    headers: own,
    body: '{"current":"planted-old","password":"planted-new-password"}',
  });
  await app.request('/auth/password', {
    method: 'POST',
    headers: own,
    body: '{"token":"planted-reset-token-planted","password":"planted-new-password"}',
  });
  await app.request('/auth/login', {
    method: 'POST',
    headers: own,
    body: '{"email":"planted@example.it","password":"planted"}',
  });
  await app.request('/auth/login', { method: 'POST', headers: own, body: '{"email":"planted' });
  upstream.answer = ({ name }) =>
    name === 'GET /releases' ? Response.json([{ secret: 'planted-answer' }]) : undefined;
  await app.request('/releases', { headers: { cookie } });
  upstream.answer = ({ name }) =>
    name === 'GET /customers/matches' ? Promise.reject(new Broken('the line fell')) : undefined;
  await app.request('/customers/matches?q=planted-name', { headers: { cookie } });

  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = entries.filter((entry) => 'route' in entry);
  expect(requests.map(({ method, route, status, user }) => [method, route, status, user])).toEqual([
    ['POST', 'POST /auth/login', 200, undefined],
    ['GET', 'GET /customers/matches', 200, 7],
    ['GET', 'GET /quotes/:id', 200, 7],
    ['GET', 'none', 404, undefined],
    ['GET', 'GET /releases', 401, undefined],
    ['PUT', 'PUT /users/me/password', 204, 7],
    ['POST', 'POST /auth/password', 200, undefined],
    ['POST', 'POST /auth/login', 200, undefined],
    ['POST', 'POST /auth/login', 422, undefined],
    ['GET', 'GET /releases', 502, 7],
    ['GET', 'GET /customers/matches', 503, 7],
  ]);
  const text = lines.join('');
  expect(text).not.toMatch(/planted|Fe26|7777777/);
  expect(text).not.toContain(tokenOf());
});

test('a mistake of ours is logged with the request id that the answer carries, and answered without its text', async () => {
  const { app, upstream } = open({}, { log });
  upstream.answer = () => Promise.reject(new ReferenceError('x is not defined'));
  const answer = await app.request('/releases', { headers: { authorization: `Bearer ${tokenOf()}` } });
  const body = await answer.text();
  expect(answer.status).toBe(500);
  expect(body).not.toContain('defined');
  const { requestId } = JSON.parse(body) as { requestId: string };
  expect(lines.some((line) => line.includes(requestId) && line.includes('x is not defined'))).toBe(true);
});
