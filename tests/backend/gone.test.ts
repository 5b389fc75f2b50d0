import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const lines: { level: number; path: string; code: string }[] = [];
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
const backend = createBackend({ db: database.db, config: world.config, log, now: () => world.clock.now });
const seller = await world.userWith('manageAccessories', 'createQuotes', 'manageOwnQuotes');
const authorization = `Bearer ${seller.token}`;
afterAll(() => world.close());
const DEBUG = 20;

test('a caller who goes away while a heavy call waits for its turn is not served, and no error is written', async () => {
  const { body } = await world.call(seller, 'POST /quotes', { body: world.draft(world.alfa) });
  const leaving = new AbortController();
  const ask = async (signal: AbortSignal | null) =>
    backend.request(`http://backend/quotes/${body.id}/document`, { headers: { authorization }, signal });
  const all = [null, null, leaving.signal, leaving.signal].map(ask);
  leaving.abort();
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 422, 422]);
  expect(lines.map(({ level, code }) => [level, code])).toEqual([
    [DEBUG, 'invalid'],
    [DEBUG, 'invalid'],
  ]);
});

test('a caller who goes away in the middle of a body is no error either', async () => {
  const before = lines.length;
  const server = serve({ fetch: backend.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST /quotes HTTP/1.1\r\nHost: b\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"versionId"`,
  );
  await once(socket, 'connect');
  await new Promise((done) => setTimeout(done, 200));
  socket.destroy();
  await expect.poll(() => lines.slice(before)).toMatchObject([{ level: DEBUG, path: '/quotes', code: 'invalid' }]);
  server.close();
});
