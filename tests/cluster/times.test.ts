import { performance } from 'node:perf_hooks';
import { afterAll, expect, test } from 'vitest';
import { seedDemo } from '#backend/seed/demo.ts';
import type { Side } from '#tests/support/area.ts';
import { fill } from '#tests/support/areas.ts';
import { testDatabase } from '#tests/support/database.ts';
import { plainDatabase, spreadDatabase } from '#tests/support/spread.ts';
import { makeWorld } from '#tests/support/world.ts';

/** Times of one call after the other, in turns, so that both bear the same other work of the machine. Nothing is asserted of them. */
const spread = await spreadDatabase();
await seedDemo(spread.ownerUrl);
const plain = process.env.PLAIN_URL ? await plainDatabase(process.env.PLAIN_URL) : await testDatabase();
const worlds = { cluster: await makeWorld(spread), plain: await makeWorld(plain) };
afterAll(() => Promise.all(Object.values(worlds).map((world) => world.close())));
const sides = {
  cluster: await worlds.cluster.sideOf(worlds.cluster.alfa),
  plain: await worlds.plain.sideOf(worlds.plain.alfa),
};
for (const side of Object.values(sides))
  for (let n = 0; n < 60; n++) {
    const { sent, as } = await fill('POST /quotes', side);
    await side.call('POST /quotes', sent, as);
  }

const calls: Record<string, (side: Side) => Promise<() => Promise<{ status: number }>>> = {
  list: async (side) => () => side.call('GET /quotes', { query: { limit: 50, offset: 0 } }),
  search: async (side) => () => side.call('GET /search', { query: { q: 'alfa' } }),
  customers: async (side) => () => side.call('GET /customers', { query: { q: 'alfa', limit: 50 } }),
  issue: async (side) => {
    const { sent, as } = await fill('POST /quotes/:id/issue', side);
    return () => side.call('POST /quotes/:id/issue', sent, as);
  },
  save: async (side) => {
    const { sent, as } = await fill('PUT /quotes/:id', side);
    return () => side.call('PUT /quotes/:id', sent, as);
  },
};
const ROUNDS = 40;

test.each(Object.keys(calls))('%s', async (name) => {
  const taken = { cluster: [] as number[], plain: [] as number[] };
  for (let round = 0; round < ROUNDS + 5; round++)
    for (const which of ['cluster', 'plain'] as const) {
      const call = await calls[name]!(sides[which]);
      const begun = performance.now();
      const { status } = await call();
      const ms = performance.now() - begun;
      expect(status, name).toBeLessThan(400);
      if (round >= 5) taken[which].push(ms);
    }
  const middle = (all: number[]) => all.toSorted((a, b) => a - b)[all.length / 2]!;
  const [cluster, single] = [middle(taken.cluster), middle(taken.plain)];
  console.log(`${name}: ${cluster.toFixed(1)} ms against ${single.toFixed(1)}, ${(cluster / single).toFixed(2)}×`);
});
