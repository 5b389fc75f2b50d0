import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { afterAll, describe, expect, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import type { Content, Files } from '#backend/lib/files/store.ts';
import { createGateway } from '#gateway/app.ts';
import { sealToken, sessionCookie } from '#gateway/session.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { memoryFiles } from '#tests/support/memory-files.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
const { config, call } = world;

/** A store in memory that also has a file of 64 MB, which is made while it is taken. */
const LARGE = { bytes: 64_000_000, piece: 64_000 };
const large = { given: 0, ended: false };
const wasGiven: Content[] = [];
const memory = memoryFiles(new Map());
const files: Files = {
  ...memory,
  put: (key, content, type) => {
    wasGiven.push(content);
    return memory.put(key, content, type);
  },
  size: async (key) => (key === '901/grande' ? LARGE.bytes : memory.size(key)),
  read: async (key, part) => {
    if (key !== '901/grande') return memory.read(key, part);
    const { first, last } = part ?? { first: 0, last: LARGE.bytes - 1 };
    large.given = 0;
    function* pieces() {
      try {
        for (let left = last - first + 1; left > 0; left -= LARGE.piece) {
          large.given += 1;
          yield Buffer.alloc(Math.min(left, LARGE.piece), 'x');
        }
      } finally {
        large.ended = true;
      }
    }
    return { stream: Readable.from(pieces(), { objectMode: false }), bytes: last - first + 1 };
  },
};
const backend = createBackend({ db: database.db, config, files, now: () => world.clock.now });
const server = createServer(getRequestListener(backend.fetch, { overrideGlobalObjects: false }));
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
});
const UPSTREAM_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const doors = {
  'in this process': createGateway({ upstream: backend.fetch, config }),
  elsewhere: createGateway({ config: { ...config, UPSTREAM_URL } }),
};

const me = await world.user(901, EVERY);
const stranger = await world.user(902, EVERY);
const pdf = aPdf('a ranghi');
const { body: kept } = await call(
  me,
  'POST /uploads',
  { query: { purpose: 'stock_paper', name: 'a.pdf' }, file: pdf },
  backend,
);

describe.each(Object.entries(doors))('a file through a gateway whose upstream is %s', (_, { app }) => {
  const get = async (headers: Record<string, string> = {}, as: TestUser = me, id: number = kept.id, method = 'GET') => {
    const cookie = `${sessionCookie(config).name}=${await sealToken(as.token, config)}`;
    return app.request(`http://localhost/uploads/${id}`, {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
    });
  };
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test('says its length and tag, and gives the part that is asked for while it is the same file', async () => {
    const whole = await get();
    const etag = whole.headers.get('etag')!;
    expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('content-length')]).toEqual([200, 'bytes', String(pdf.length)]); // prettier-ignore
    expect(await bytesOf(whole)).toEqual(pdf);
    const part = await get({ range: 'bytes=5-7', 'if-range': etag });
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length'), part.headers.get('etag')]).toEqual([206, `bytes 5-7/${pdf.length}`, '3', etag]); // prettier-ignore
    expect(await bytesOf(part)).toEqual(pdf.subarray(5, 8));
    const ends = { 'bytes=-4': pdf.subarray(-4), 'bytes=9-': pdf.subarray(9), 'bytes=0-99999999': pdf };
    for (const [range, bytes] of Object.entries(ends)) expect(await bytesOf(await get({ range }))).toEqual(bytes);
  });

  test('is sent whole for what is no single part of it, and refused for one behind its end', async () => {
    const wholes: Record<string, string>[] = [{ range: 'bytes=0-3', 'if-range': '"altro"' }, { range: 'bytes=0-1,4-5' }, { range: 'righe=1-2' }, { range: 'bytes=7-3' }]; // prettier-ignore
    for (const headers of wholes) {
      const answer = await get(headers);
      expect([answer.status, await bytesOf(answer)]).toEqual([200, pdf]);
    }
    for (const range of [`bytes=${pdf.length}-`, 'bytes=-0']) {
      const { status, headers, body } = await get({ range });
      expect([status, headers.get('content-range'), body]).toEqual([416, `bytes */${pdf.length}`, null]);
    }
  });

  test('is nobody’s of another company, in no part', async () => {
    for (const range of ['bytes=0-3', `bytes=${pdf.length}-`])
      expect((await get({ range }, stranger)).status).toBe(404);
  });

  test('a file of any size is taken from the store as its reader takes it, and left when they go', async () => {
    const { body } = await call(
      me,
      'POST /uploads',
      { query: { purpose: 'stock_paper', name: 'b.pdf' }, file: pdf },
      backend,
    );
    await world.query("update uploads set file_key = '901/grande' where id = $1", [body.id]);
    large.ended = false;
    const reader = (await get({}, me, body.id)).body!.getReader();
    await reader.read();
    await setTimeout(100);
    // A few pieces stand in the buffers on its way.
    expect(large.given * LARGE.piece).toBeLessThan(10_000_000);
    await reader.cancel();
    await expect.poll(() => large.ended).toBe(true);
    large.ended = false;
    const head = await get({}, me, body.id, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '64000000', null]);
    // Nothing of it was begun, or it was left.
    await expect.poll(() => large.given === 0 || large.ended).toBe(true);
    const last = await get({ range: 'bytes=-1000' }, me, body.id);
    expect([last.headers.get('content-range'), (await bytesOf(last)).length]).toEqual([
      'bytes 63999000-63999999/64000000',
      1000,
    ]);
  });
});

test('a PDF goes from disk to store without being held', () => {
  expect(wasGiven.length).toBeGreaterThan(0);
  for (const content of wasGiven) expect(content).toEqual({ path: expect.any(String) });
});
