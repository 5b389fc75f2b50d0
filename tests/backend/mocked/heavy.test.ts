import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { openDatabase } from '#backend/db/open.ts';
import { split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { fill } from '#tests/support/areas.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

/** Each time that something is hashed or given to a thread (drawn, read, packed, guessed), with the transactions that were open then. */
const moments = vi.hoisted(() => ({
  seen: [] as { what: string; open: unknown[] }[],
  look: async () => [] as unknown[],
}));
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (...given) =>
    void moments.look().then((open) => {
      moments.seen.push({ what: 'argon2', open });
      crypto.argon2(...given);
    });
  return { ...crypto, argon2 };
});
vi.mock('#backend/lib/work/worker.ts', async (original) => {
  const { inThread, inProcess } = await original<typeof import('#backend/lib/work/worker.ts')>();
  const seen =
    (begin: typeof inThread): typeof inThread =>
    async (module, name, input) => {
      moments.seen.push({ what: module, open: await moments.look() });
      return begin(module, name, input);
    };
  return { inThread: seen(inThread), inProcess: seen(inProcess) };
});

const database = await testDatabase();
const world = await makeWorld(database);
const side = await world.sideOf(world.alfa);
/** For what is only read. */
const shown = await world.sideOf(world.alfa, { kept: true });
// The smallest pool there is: who asks for a second connection while it holds one waits for itself.
const db = openDatabase(database.appUrl, { max: 1 });
const backend = createBackend({ db, config: world.config, now: () => world.clock.now });
moments.look = () =>
  world.query(`select state, left(query, 80) as query from pg_stat_activity
    where datname = current_database() and usename = 'volante_app' and xact_start is not null`);
afterAll(async () => {
  await db.destroy();
  await world.close();
});
beforeEach(() => void (moments.seen.length = 0));

const isPublic = (name: CallName) => (endpoints[name] as Endpoint).audience === 'public';
/** What is heavy by the table, and what strangers ask: neither runs within one transaction of its caller. */
const heavy = (Object.keys(endpoints) as CallName[]).filter(
  (name) => (endpoints[name] as Endpoint).heavy || isPublic(name),
);
const places = new Set<string>();

test.each(heavy)('%s holds no connection while it works, and never waits for a second one', async (name) => {
  const { as, sent } = await fill(name, split(name).method === 'GET' ? shown : side);
  moments.seen.length = 0;
  const answer = await world.call(isPublic(name) ? null : as, name, sent, backend);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  expect(moments.seen.filter(({ open }) => open.length > 0)).toEqual([]);
  for (const { what } of moments.seen) places.add(what);
});

test('passwords, papers, sheets and pictures were among it', () => {
  expect([...places]).toEqual(
    expect.arrayContaining([
      'argon2',
      'lib/people/password-guess.ts',
      'lib/files/export.ts',
      'lib/files/redraw.ts',
      'documents/draw.ts',
    ]),
  );
});
