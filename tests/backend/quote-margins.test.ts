import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, call, draft } = world;
afterAll(() => world.close());

const director = await world.userWith(
  'createQuotes',
  'manageOwnQuotes',
  'seeAllQuotes',
  'manageAllQuotes',
  'seeMargin',
);
const follower = await world.userWith('createQuotes', 'manageOwnQuotes', 'seeAllQuotes', 'manageAllQuotes');
const made = async (percent: number) => {
  const body = draft(alfa, { customDiscounts: [{ label: '', amount: null, percent }] });
  return (await call(director, 'POST /quotes', { body })).body.id as number;
};

test('margins are shown, ordered and filtered for who may see them, and nobody else learns of them', async () => {
  const [good, bad, worst] = [await made(1), await made(40), await made(60)];
  const list = async (as: typeof director, query: object) =>
    (await call(as, 'GET /quotes', { query: { limit: 50, ...query } })).body.rows as { id: number; margin?: number }[];
  const sorted = await list(director, { sort: 'margin', dir: 'asc' });
  expect(sorted.map(({ id }) => id)).toEqual([worst, bad, good]);
  expect(sorted.map(({ margin }) => Math.sign(margin!))).toEqual([-1, -1, 1]);
  expect((await list(director, { loss: 'true' })).map(({ id }) => id).toSorted()).toEqual([bad, worst].toSorted());
  const plain = await list(follower, {});
  for (const query of [{ sort: 'margin', dir: 'asc' }, { sort: 'margin', dir: 'desc' }, { loss: 'true' }])
    expect((await list(follower, query)).map(({ id }) => id).toSorted()).toEqual(plain.map(({ id }) => id).toSorted());
  expect((await list(follower, { sort: 'margin', dir: 'asc' })).map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
  expect(JSON.stringify(plain)).not.toContain('margin');
});

test('the discounts of who decides about those of others are listed, for who may see margins', async () => {
  const decider = await world.userWith(
    'createQuotes',
    'manageOwnQuotes',
    'seeAllQuotes',
    'manageAllQuotes',
    'seeMargin',
    'approveContracts',
  );
  const body = (percent: number) => draft(alfa, { customDiscounts: [{ label: '', amount: null, percent }] });
  const [own] = await Promise.all(
    [body(7), body(0)].map(async (sent) => (await call(decider, 'POST /quotes', { body: sent })).body.id as number),
  );
  await made(7);
  const ids = async (as: typeof director) =>
    (await call(as, 'GET /quotes', { query: { limit: 50, ownGiven: 'true' } })).body.rows.map(
      ({ id }: { id: number }) => id,
    );
  expect(await ids(director)).toEqual([own]);
  expect((await ids(follower)).length).toBeGreaterThan(1);
});
