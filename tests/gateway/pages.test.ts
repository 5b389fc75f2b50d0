import { beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '#domain/errors.ts';
import { Broken } from '#gateway/reach.ts';
import { cookieFrom, open, tokenOf, allPrivileges, userOf } from '#tests/support/upstream.ts';
import { endpoints } from '#domain/endpoints.ts';
import { sampleOf } from '#tests/support/arbitrary.ts';
import type { User } from '#domain/auth/schema.ts';

let world = open();
let cookie = '';
beforeEach(async () => {
  world = open();
  cookie = await cookieFrom(world.app);
});
const page = (value?: string) =>
  new Request('http://localhost:4321/dealer', { headers: value ? { cookie: value } : {} });
const sessionOf = async () => (await world.gateway.session(page(cookie)))!;
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

describe('session', () => {
  test('is the user behind the cookie, without the token anywhere in it', async () => {
    const session = await sessionOf();
    expect(session.user).toMatchObject({ company_id: 21, privileges: allPrivileges });
    expect(JSON.stringify(session)).not.toContain(tokenOf(21, allPrivileges));
  });

  test('is null without a cookie, with a damaged one, and when the upstream has ended it', async () => {
    expect(await world.gateway.session(page())).toBeNull();
    expect(await world.gateway.session(page(cookie.slice(0, -20)))).toBeNull();
    world.upstream.answer = () => new Response(null, { status: 401 });
    expect(await world.gateway.session(page(cookie))).toBeNull();
  });

  test('says so when the upstream does not answer, and is there again when it does', async () => {
    world.upstream.answer = () => Promise.reject(new Broken('the line fell'));
    expect(await code(world.gateway.session(page(cookie)))).toBe('unavailable');
    world.upstream.answer = undefined;
    expect(await world.gateway.session(page(cookie))).not.toBeNull();
  });

  test('is over with the first call that the upstream refuses, though it was there a moment ago', async () => {
    const session = await sessionOf();
    // Ended elsewhere: the upstream may still vouch for it where it kept it for some seconds.
    world.upstream.answer = ({ name }) =>
      name === 'GET /auth/user' ? undefined : Response.json({ error: 'unauthenticated' }, { status: 401 });
    expect(await code(world.gateway.call(session, 'GET /releases', {}))).toBe('unauthenticated');
    // The login page does not send back to where one was sent away.
    expect(await world.gateway.session(page(cookie))).toBeNull();
  });

  test('is over for pages when a call of the browser was refused', async () => {
    await sessionOf();
    world.upstream.answer = () => Response.json({ error: 'unauthenticated' }, { status: 401 });
    expect((await world.app.request('/releases', { headers: { cookie } })).status).toBe(401);
    world.upstream.answer = undefined;
    expect(await world.gateway.session(page(cookie))).toBeNull();
  });

  test('is asked for once in a few seconds, and again after a change', async () => {
    const asked = () => world.upstream.seen.filter(({ name }) => name === 'GET /auth/user').length;
    const session = await sessionOf();
    await sessionOf();
    expect(asked()).toBe(1);
    await world.gateway.call(session, 'PUT /users/me/updates-seen', {});
    await sessionOf();
    expect(asked()).toBe(2);
  });
});

describe('call', () => {
  test('answers what the table promises, with the rights of the session', async () => {
    const answer = await world.gateway.call(
      await sessionOf(),
      'GET /quotes/:id',
      { params: { id: 7 } },
      { requestId: 'page-request', ip: '1.2.3.4' },
    );
    expect(answer).toEqual(sampleOf(endpoints['GET /quotes/:id'].answer));
    const { headers, path } = world.upstream.seen.at(-1)!;
    expect([path, headers.get('authorization'), headers.get('x-request-id'), headers.get('x-forwarded-for')]).toEqual([
      '/quotes/7',
      `Bearer ${tokenOf(21, allPrivileges)}`,
      'page-request',
      '1.2.3.4',
    ]);
  });

  test('behind trusted proxies tells the address that they saw', async () => {
    world = open({ TRUSTED_PROXIES: 1 });
    const headers = new Headers({ 'x-forwarded-for': '9.9.9.9, 5.6.7.8' });
    const session = await world.gateway.session(page(await cookieFrom(world.app)), { ip: '10.0.0.1', headers });
    await world.gateway.call(session, 'GET /releases', {}, { ip: '10.0.0.1', headers });
    expect(world.upstream.seen.map((seen) => seen.headers.get('x-forwarded-for')).slice(-2)).toEqual([
      '5.6.7.8',
      '5.6.7.8',
    ]);
  });

  test('leaves empty query values out', async () => {
    await world.gateway.call(await sessionOf(), 'GET /quotes', {
      query: { q: '', sort: undefined, limit: 20, state: 'draft' },
    });
    expect(world.upstream.seen.at(-1)!.search).toBe('?limit=20&state=draft');
  });

  test('hands a file over as a response', async () => {
    const file = await world.gateway.call(await sessionOf(), 'GET /quotes/:id/document', { params: { id: 7 } });
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['application/pdf', '%PDF-1.7']);
  });

  test('answers nothing where the table has no answer', async () => {
    expect(
      await world.gateway.call(await sessionOf(), 'DELETE /quotes/:id', { params: { id: 7 }, version: 3 }),
    ).toBeUndefined();
    expect(world.upstream.seen.at(-1)!.headers.get('if-match')).toBe('"v3"');
  });

  test('checks the same as over HTTP', async () => {
    const session = await sessionOf();
    const { call } = world.gateway;
    const before = world.upstream.seen.length;
    expect(await code(call(null, 'GET /quotes', {}))).toBe('unauthenticated');
    expect(await code(call(session, 'GET /companies/network', {}))).toBe('forbidden');
    expect(await code(call({ user: { ...session.user, privileges: [] } }, 'GET /quotes', {}))).toBe('forbidden');
    expect(await code(call({ user: { ...session.user, company_id: 10 } }, 'GET /quotes', {}))).toBe('forbidden');
    expect(await code(call(session, 'GET /quotes/:id', { params: { id: -7 } }))).toBe('not_found');
    expect(await code(call(session, 'GET /quotes/:id', { params: { id: '7/../8' as never } }))).toBe('not_found');
    expect(await code(call(session, 'GET /quotes', { query: { limit: 9999 } }))).toBe('invalid');
    expect(await code(call(session, 'GET /quotes', { query: { colour: 'red' } as never }))).toBe('invalid');
    expect(await code(call(session, 'POST /auth/reset', { body: { email: 'nobody' } }))).toBe('invalid');
    expect(await code(call(session, 'DELETE /quotes/:id', { params: { id: 7 } }))).toBe('precondition_required');
    expect(world.upstream.seen.length).toBe(before);
  });

  test('a session that the gateway did not give out opens nothing', async () => {
    const invented = { user: userOf(tokenOf(21, allPrivileges)) as User };
    expect(await code(world.gateway.call(invented, 'GET /quotes', {}))).toBe('unauthenticated');
  });

  test.each([
    [401, 'unauthenticated'],
    [404, 'not_found'],
    [500, 'bad_answer'],
    [503, 'unavailable'],
    [504, 'unavailable'],
    [418, 'bad_answer'],
  ])('an upstream that says %i is %s', async (status, expected) => {
    const session = await sessionOf();
    world.upstream.answer = () => new Response(null, { status });
    expect(await code(world.gateway.call(session, 'GET /quotes', {}))).toBe(expected);
  });

  test.each([418, 500, 502, 503, 504])('the page can say that it was %i', async (status) => {
    const session = await sessionOf();
    world.upstream.answer = () => new Response('segreto', { status });
    await expect(world.gateway.call(session, 'GET /quotes', {})).rejects.toMatchObject({ detail: { status } });
  });
});
