import { afterAll, expect, test } from 'vitest';
import { seedDemo } from '#backend/seed/demo.ts';
import { testDatabase } from '#tests/support/database.ts';
import { refusalsOf, writingCalls } from '#tests/support/refusals.ts';
import { spreadDatabase } from '#tests/support/spread.ts';
import { makeWorld } from '#tests/support/world.ts';

const spread = await spreadDatabase();
// The other one has the demo world, too: what a call is refused for may be its rows.
await seedDemo(spread.ownerUrl);
const worlds = { cluster: await makeWorld(spread), plain: await makeWorld(await testDatabase()) };
afterAll(() => Promise.all(Object.values(worlds).map((world) => world.close())));
const sides = {
  cluster: await worlds.cluster.sideOf(worlds.cluster.alfa),
  plain: await worlds.plain.sideOf(worlds.plain.alfa),
};

test.each(writingCalls)('%s is refused alike', async (name) => {
  const expected = await refusalsOf(worlds.plain, sides.plain, name);
  expect(await refusalsOf(worlds.cluster, sides.cluster, name)).toEqual(expected);
});
