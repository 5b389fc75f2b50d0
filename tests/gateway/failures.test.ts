import { createServer } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CallName } from '#domain/endpoints.ts';
import { createGateway } from '#gateway/app.ts';
import { Broken } from '#gateway/reach.ts';
import { allPrivileges, config, open, requestOf, through, tokenOf, validAnswer } from '#tests/support/upstream.ts';

afterEach(() => vi.useRealTimers());

const token = tokenOf(21, allPrivileges);
const name = 'GET /catalog/makers';
/** For upstreams that never answer. */
const short = { UPSTREAM_TIMEOUT: 300 };

describe('answers that the table does not promise are 502 and keep their text', () => {
  const json = { 'content-type': 'application/json' };
  const cases: Record<string, () => Response> = {
    html: () => new Response('<h1>secret</h1>', { headers: { 'content-type': 'text/html' } }),
    'truncated JSON': () => new Response('[{"id":1,"secret', { headers: json }),
    'wrong types': () => Response.json([{ id: 'secret' }]),
    'a missing field': () => Response.json([{ id: 1 }]),
    'nothing at all': () => new Response(null, { status: 204 }),
    'an array for an object': () => Response.json({ rows: 'secret' }),
    'a redirect': () => new Response('secret', { status: 302, headers: { location: 'http://127.0.0.1:1/secret' } }),
    'status 500': () =>
      Response.json({ error: 'internal', message: 'secret at line 7', requestId: 'x' }, { status: 500 }),
    'status 405': () => Response.json({ error: 'secret' }, { status: 405 }),
    'a body without end': () =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000_000).fill(91)) }),
        { headers: json },
      ),
  };
  test.each(Object.keys(cases))('%s', async (kind) => {
    const { response, body, upstream } = await through(cases[kind]!);
    expect([response.status, body.error, body.message]).toEqual([502, 'bad_answer', 'Si è verificato un errore']);
    expect(await response.text()).not.toContain('secret');
    expect(upstream.calls()).toHaveLength(1);
  });

  test('a page instead of a file', async () => {
    const { response } = await through(
      () => new Response('<h1>', { headers: { 'content-type': 'text/html' } }),
      'GET /quotes/:id/document',
    );
    expect(response.status).toBe(502);
  });
});

test('a caller who asks for much at once waits behind its own calls, and takes no place of another company', async () => {
  const { app, upstream } = open();
  const release = Promise.withResolvers<void>();
  let held = 0;
  upstream.answer = ({ name: asked, headers }) => {
    if (asked !== name || headers.get('authorization') !== `Bearer ${token}`) return undefined;
    held += 1;
    return release.promise.then(() => validAnswer(name));
  };
  const crowd = Array.from({ length: 215 }, async () => app.request(...requestOf(name, token)));
  const neighbour = await app.request(...requestOf(name, tokenOf(22, allPrivileges)));
  expect([neighbour.status, held]).toEqual([200, 10]);
  release.resolve();
  const answers = await Promise.all(crowd);
  expect(Object.groupBy(answers, ({ status }) => status)).toMatchObject({
    200: { length: 210 },
    429: { length: 5 },
  });
  expect(answers.find(({ status }) => status === 429)!.headers.get('retry-after')).toBe('2');
});

test('a login waits for its turn longer than any other call, and opens no breaker', async () => {
  const { app, upstream } = open(short);
  upstream.answer = ({ name: asked }) =>
    asked === 'POST /auth/login'
      ? new Promise((done) => setTimeout(() => done(validAnswer(asked)), 1.5 * short.UPSTREAM_TIMEOUT))
      : undefined;
  const crowd = await Promise.all(
    Array.from({ length: 20 }, async () => (await app.request(...requestOf('POST /auth/login', null))).status),
  );
  expect([new Set(crowd), (await app.request(...requestOf(name, token))).status]).toEqual([new Set([200]), 200]);
});

test('a redirect of another host is not followed, over a real socket', async () => {
  const visited: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    visited.push(request.url);
    response.writeHead(302, { location: '/metadata' }).end();
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  const { app } = createGateway({
    config: { ...config, UPSTREAM_URL: `http://127.0.0.1:${port}/v1/` },
  });
  const { status } = await app.request(...requestOf('POST /auth/reset', null));
  server.closeAllConnections();
  server.close();
  expect([status, visited]).toEqual([502, ['/v1/auth/reset']]);
});

describe('no answer is 503 with Retry-After', () => {
  const connection = () => Promise.reject(new Broken('the line fell'));
  const cases: Record<string, () => Response | Promise<Response>> = {
    hanging: () => new Promise<Response>(() => {}),
    'a body that drips': () =>
      new Response(
        new ReadableStream({
          pull: async (c) => {
            await new Promise((done) => setTimeout(done, 50));
            c.enqueue(new TextEncoder().encode(' '));
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      ),
    'a broken connection': connection,
    'status 503': () => new Response('secret', { status: 503 }),
    'status 504': () => new Response('secret', { status: 504 }),
  };
  test.each(Object.keys(cases))('%s', async (kind) => {
    const { response, body } = await through(cases[kind]!, name, short);
    expect([response.status, response.headers.get('retry-after'), body.message, body.retryAfter]).toEqual([
      503,
      '5',
      'Servizio temporaneamente non disponibile',
      5,
    ]);
  });

  test('a refused connection, over a real socket', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };
    await new Promise((done) => server.close(done));
    const { app } = createGateway({
      config: { ...config, UPSTREAM_URL: `http://127.0.0.1:${port}/v1/` },
    });
    expect((await app.request(...requestOf(name, token))).status).toBe(503);
  });

  test('also when it is the user who cannot be asked for', async () => {
    const { app, upstream } = open();
    upstream.answer = connection;
    expect((await app.request(...requestOf(name, token))).status).toBe(503);
    upstream.answer = undefined;
    expect((await app.request(...requestOf(name, token))).status).toBe(200);
  });

  test('a client that never ends its body waits no longer than that either', async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await open(short).app.request('/quotes', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(503);
  });

  test('an import or an export may take longer than another call', async () => {
    const late = (call: CallName) => async () => {
      await new Promise((done) => setTimeout(done, 1000));
      return validAnswer(call);
    };
    const calls = ['GET /accessories', 'POST /imports/:id/start', 'GET /accessories/export'] as const;
    const answers = await Promise.all(calls.map((call) => through(late(call), call, short)));
    expect(answers.map(({ response }) => response.status)).toEqual([503, 200, 200]);
  });

  test('GET is tried once more, a change never', async () => {
    const got = await through((_, request) =>
      request.method === 'GET' && once.shift() ? connection() : validAnswer(name),
    );
    expect([got.response.status, got.upstream.calls().length]).toEqual([200, 2]);
    const put = await through(connection, 'PUT /quotes/:id');
    expect([put.response.status, put.upstream.calls().length]).toEqual([503, 1]);
  });
  const once = [true];

  test('a change that the upstream has undone is sent once more, after the second that it asks for', async () => {
    const undone = (wait: string) => new Response('{}', { status: 503, headers: { 'retry-after': wait } });
    const held = [true];
    const saved = await through(() => (held.shift() ? undone('1') : validAnswer('PUT /quotes/:id')), 'PUT /quotes/:id');
    expect([saved.response.status, saved.upstream.calls().length]).toEqual([200, 2]);
    const stays = await through(() => undone('1'), 'PUT /quotes/:id');
    expect([stays.response.status, stays.upstream.calls().length]).toEqual([503, 2]);
    // It may have been done, or the wait is long.
    for (const other of [undone('5'), new Response('{}', { status: 503 })]) {
      const refused = await through(() => other.clone(), 'PUT /quotes/:id');
      expect([refused.response.status, refused.upstream.calls().length]).toEqual([503, 1]);
    }
  });
});

describe('the breaker', () => {
  const refuse = () => Promise.reject(new Broken('the line fell'));

  test('stays closed for an upstream that answers when to come again: others may be served', async () => {
    const { app, upstream } = open();
    upstream.answer = () => new Response('{}', { status: 503, headers: { 'retry-after': '5' } });
    for (let i = 0; i < 40; i++) await app.request(...requestOf('POST /auth/reset', null));
    upstream.answer = undefined;
    expect((await app.request(...requestOf('POST /auth/reset', null))).status).toBe(204);
  });

  test('opens when the upstream is down, and closes when it is back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { app, upstream } = open();
    const status = async () => (await app.request(...requestOf('POST /auth/reset', null))).status;
    upstream.answer = refuse;
    for (let i = 0; i < 30; i++) expect(await status()).toBe(503);
    const reached = upstream.seen.length;
    expect(reached).toBeLessThan(30);
    upstream.answer = undefined;
    expect([await status(), upstream.seen.length]).toEqual([503, reached]);
    vi.setSystemTime(Date.now() + 5001);
    expect(await status()).toBe(204);
    expect(await status()).toBe(204);
  });

  test.each([
    ['refusals', () => new Response(null, { status: 409 }), 409],
    ['mistakes in the same process', () => Promise.reject(new ReferenceError('x is not defined')), 500],
    ['answers against the table', () => new Response(null, { status: 500 }), 502],
  ])('%s do not open it', async (_, answer, out) => {
    const { app, upstream } = open();
    upstream.answer = answer;
    for (let i = 0; i < 40; i++) expect((await app.request(...requestOf('POST /auth/reset', null))).status).toBe(out);
    expect(upstream.seen).toHaveLength(40);
  });
});
