import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPrivileges, open, requestOf, rowOf, tokenOf } from '#tests/support/upstream.ts';

const lines: { level: number; route?: string; status?: number }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const { app, upstream } = open({}, { log });
const token = tokenOf(21, allPrivileges);
let server: Server;
let port = 0;
beforeAll(async () => {
  const site = new Hono().route('/api', app);
  server = createServer(getRequestListener(site.fetch, { overrideGlobalObjects: false })).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Write these bytes on a connection of their own; what comes back until the server closes. */
function exchange(bytes: string | Buffer): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => done(Buffer.concat(chunks).toString('latin1')));
  });
}
const head = `Host: localhost:4321\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n`;
const get = (target: string, method = 'GET') =>
  exchange(Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'));
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

test('a plain request is answered over the socket', async () => {
  expect(statusOf(await get('/api/quotes/7'))).toBe(200);
  expect(upstream.seen.at(-1)).toMatchObject({ name: 'GET /quotes/:id', path: '/quotes/7' });
  expect(upstream.seen.at(-1)!.headers.get('x-forwarded-for')).toBe('127.0.0.1');
});

test.each([
  ['a body', 'POST /auth/login', '', 'application/json'],
  ['a photo', 'POST /uploads', '?purpose=stock_photo&name=a.jpg', 'application/octet-stream'],
])('a caller who goes away in the middle of %s is no error of ours', async (_, route, query, type) => {
  const before = lines.length;
  const socket = connect(port, '127.0.0.1');
  const asked = `${route.replace(' ', ' /api')}${query} HTTP/1.1`;
  socket.write(
    `${asked}\r\n${head}Sec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n{"email"`,
  );
  await new Promise((done) => setTimeout(done, 200));
  socket.destroy();
  await expect.poll(() => lines.slice(before)).toMatchObject([{ level: 30, route, status: 422 }]);
});

test('however many lose their line while they send photos, the next one is taken', async () => {
  const before = lines.length;
  const begin = (companyId: number) => {
    const whose = head.replace(token, tokenOf(companyId, allPrivileges));
    const address = `POST /api/uploads?purpose=stock_photo&name=a.jpg HTTP/1.1\r\n${whose}`;
    return `${address}Content-Type: application/octet-stream\r\nContent-Length: `;
  };
  // Of several people: of one no more than ten are on their way at a time.
  const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'));
  for (const [n, socket] of sockets.entries()) socket.write(`${begin(31 + (n % 4))}500\r\n\r\nx`);
  await new Promise((done) => setTimeout(done, 300));
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => lines.length - before).toBe(40);
  expect(new Set(lines.slice(before).map(({ status }) => status))).toEqual(new Set([422]));
  expect(statusOf(await exchange(`${begin(21)}1\r\n\r\nx`))).toBe(201);
});

describe('targets that try to leave the table', () => {
  const targets = [
    '/api/..%2fadmin',
    '/api/quotes/..%2f..%2fadmin',
    '/api/quotes/%2e%2e%2fadmin',
    '/api/quotes/../../admin',
    '/api/%2e%2e/admin',
    '/api/%2e%2e%5cadmin',
    '/api/quotes/%2e%2e%5c7',
    '/api//evil.example/x',
    '//evil.example/api/quotes',
    '/api/quotes//7',
    '/api/./admin',
    '/api/quotes/7/./../../admin',
    '/api/quotes/7;admin',
    '/api/quotes;x=1/7',
    '/api/quotes/7%00',
    '/api/quotes/%00',
    '/api/%00',
    '/api/quotes/7%0d%0aX-Evil:%201',
    '/api/quotes/%c0%ae%c0%ae/admin',
    '/api/quotes/%c0%af7',
    '/api/quotes/%ff',
    '/api/quotes/%e0%80%af',
    '/api/quotes/%',
    '/api/quotes/%2',
    '/api/quotes/%zz',
    '/api/quotes/%252e%252e%252fadmin',
    '/api/%2571uotes/7',
    '/api/quotes/%2537',
    '/api/quotes/7%2fadmin',
    '/api/quotes/7%3fadmin=1',
    '/api/quotes/7%23admin',
    '/api/quotes/7/..',
    '/api/quotes/7/../8/secret',
    '/api/quotes/7/timeline/..%2f..%2f..%2fadmin',
    '/api/quotes/7@evil.example',
    '/api/@evil.example',
    '/api/:80/admin',
    '/api/quotes/\\..\\admin',
    '/api\\..\\admin',
    '/api/quotes/7 /admin',
    '/api/quotes/７',
    '/api/QUOTES/7',
    '/Api/quotes/7',
    '/api/quotes/7.json',
    '/api/quotes/7/',
    '/api/quotes/-7',
    '/api/quotes/7e0',
    '/api/quotes/*',
    '/api/*',
    '/api/quotes/{id}',
    '/api/quotes/:id',
    '/api/auth',
    '/api/admin',
    '/api/',
    '/api',
    '/',
    '*',
    'http://evil.example/api/admin',
    'http://evil.example/admin',
    'evil.example:80',
    '/api/quotes/' + '7'.repeat(8000),
    '/api/' + 'a/'.repeat(4000),
  ];

  test.each(targets)('%s', async (target) => {
    const before = upstream.seen.length;
    const status = statusOf(await get(target));
    const forwarded = upstream.seen.slice(before);
    // A URL is normalised before it is looked up: what is left may be a row of the table, and then it is forwarded as such.
    expect(forwarded.filter(({ method, path }) => !rowOf(method, path))).toEqual([]);
    expect([400, 401, 404, 405, 414, 431, ...(forwarded.length > 0 ? [200] : [])]).toContain(status);
  });

  test('methods beyond the table are refused', async () => {
    const before = upstream.calls().length;
    for (const method of ['TRACE', 'CONNECT', 'PATCH', 'PROPFIND', 'get', 'GETX']) {
      const status = statusOf(await get('/api/quotes/7', method));
      expect([method, status === 0 || status >= 400]).toEqual([method, true]);
    }
    expect(upstream.calls().length).toBe(before);
  });

  test('another host, asked for by address or header, changes nothing', async () => {
    await exchange(
      `GET http://evil.example/api/quotes/7 HTTP/1.1\r\n${head.replace('localhost:4321', 'evil.example')}\r\n`,
    );
    expect(upstream.seen.at(-1)).toMatchObject({ name: 'GET /quotes/:id', path: '/quotes/7' });
    expect(upstream.seen.at(-1)!.headers.has('host')).toBe(false);
  });
});

describe('requests in a request', () => {
  const hidden = 'GET /api/admin HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = (headers: string, body: string) =>
    `POST /api/accessories HTTP/1.1\r\n${head}Content-Type: application/json\r\n${headers}\r\n${body}`;
  const cases: Record<string, string> = {
    'length and chunks': post(
      `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n`,
      `0\r\n\r\n${hidden}`,
    ),
    'chunks and length': post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `5c\r\n${hidden}\r\n0\r\n\r\n`),
    'two lengths': post('Content-Length: 2\r\nContent-Length: 40\r\n', `{}${hidden}`),
    'a folded header': post('X-A: b\r\n Content-Length: 2\r\nContent-Length: 2\r\n', '{}'),
    'bare line feeds': post('Content-Length: 2\nX-A: b\n', '{}'),
    'chunked twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${hidden}`),
    'a space before the colon': post('Content-Length : 2\r\n', '{}'),
    'a NUL in a header': post('X-A: a\u0000b\r\nContent-Length: 2\r\n', '{}'),
  };
  test.each(Object.keys(cases))('%s: 400, nothing forwarded', async (kind) => {
    const before = upstream.seen.length;
    expect(statusOf(await exchange(cases[kind]!))).toBe(400);
    expect(upstream.seen.length).toBe(before);
  });
});

test('a body over 1 MB is refused over the socket too', async () => {
  const [path, init] = requestOf('POST /accessories', token);
  const body = ' '.repeat(1_100_000);
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body));
      controller.close();
    },
  });
  const send = (value: BodyInit) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, { ...init, body: value, duplex: 'half' } as RequestInit);
  expect([(await send(body)).status, (await send(chunked)).status]).toEqual([413, 413]);
});
