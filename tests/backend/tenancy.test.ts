import { afterAll, describe, expect, test } from 'vitest';
import { split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { createGateway } from '#gateway/app.ts';
import { sealToken, sessionCookie } from '#gateway/session.ts';
import type { Answer, Sent, TestUser } from '#tests/support/area.ts';
import { fill } from '#tests/support/areas.ts';
import { testDatabase } from '#tests/support/database.ts';
import { leavesOf, withLeaf } from '#tests/support/leaves.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const gateway = createGateway({ upstream: world.backend.fetch, config: world.config });
afterAll(() => world.close());
const [alfa, beta] = [await world.sideOf(world.alfa), await world.sideOf(world.beta)];
const { call, query } = world;

const names = (Object.keys(endpoints) as CallName[]).filter(
  (name) => (endpoints[name] as Endpoint).audience !== 'public',
);
const NOBODYS = 987_654_321;

/** The dealer API as other hosts call it, and the gateway in front of it as browsers call it. */
const doors = {
  backend: call,
  gateway: async (as: TestUser, name: CallName, sent: Sent) => {
    const cookie = `${sessionCookie(world.config).name}=${await sealToken(as.token, world.config)}`;
    return call(null, name, { ...sent, headers: { cookie, 'sec-fetch-site': 'same-origin' } }, gateway.app);
  },
};

const textOf = ({ body }: Answer) => (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body ?? ''));
const sameFor = ({ status, body }: Answer) => [status, { ...body, requestId: '' }];

const tables = await query(
  `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
   where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`,
);
/** A digest of every row of the other company, table by table. */
const rowsOfBeta = () =>
  query(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) from "${name}" t where company_id = 902`,
      )
      .join(' union all '),
  );

/** What somebody of alfa hears who sends this: nothing of beta, whose rows stay as they are. */
async function hears(door: keyof typeof doors, name: CallName, sent: Sent): Promise<Answer> {
  const answer = await doors[door](await alfa.colleague(), name, sent);
  expect(answer.status, textOf(answer)).toBeLessThan(500);
  expect(textOf(answer)).not.toContain(beta.marker);
  return answer;
}

describe.each(['backend', 'gateway'] as const)('another company, through the %s', (door) => {
  test.each(names)('%s: its records are like none', async (name) => {
    const { sent: own } = await fill(name, alfa);
    const { sent: theirs } = await fill(name, beta);
    const before = await rowsOfBeta();
    const answer = await hears(door, name, theirs);
    const isForeign = JSON.stringify(own.params) !== JSON.stringify(theirs.params);
    if (isForeign) {
      const none = Object.fromEntries(
        Object.entries(theirs.params!).map(([key, id]) => [key, id === own.params![key] ? id : NOBODYS]),
      );
      expect(sameFor(answer)).toEqual(sameFor(await hears(door, name, { ...theirs, params: none })));
      expect(answer.status).toBe(404);
    }
    for (const { path, value } of leavesOf(theirs.body)) {
      const mine = leavesOf(own.body).find((leaf) => leaf.path.join() === path.join())?.value;
      if (typeof value !== 'number' || value === mine) continue;
      const [other, nobodys] = await Promise.all(
        [value, NOBODYS].map(async (id) => {
          const { sent } = await fill(name, alfa);
          return hears(door, name, { ...sent, body: withLeaf(sent.body, path, id) });
        }),
      );
      expect([path, other!.status]).toEqual([path, nobodys!.status]);
    }
    expect(await rowsOfBeta()).toEqual(before);
    // Asked for anew: what a company has once may have another version by now.
    const { as, sent } = await fill(name, alfa);
    const answered = await doors[door](as, name, sent);
    expect(answered.status, `own: ${textOf(answered)}`).toBeLessThan(300);
  });
});

test('what both companies may open by the same id belongs to neither', async () => {
  const shared: string[] = [];
  for (const name of names) {
    const [own, theirs] = [await fill(name, alfa), await fill(name, beta)];
    if (own.sent.params && JSON.stringify(own.sent.params) === JSON.stringify(theirs.sent.params))
      shared.push(split(name).path);
  }
  expect(shared).toEqual([
    ...['/catalog/makers/:id', '/catalog/models/:id', '/quotes/sheets/:versionId', '/stock/new/versions/:id'],
    '/releases/:id',
  ]);
}, 60_000);

test('the manufacturer reads figures of the network and no record', async () => {
  const fms = await alfa.colleague(10);
  const network = await call(fms, 'GET /companies/network');
  expect(network.body.dealers.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([901, 902]));
  expect(Object.keys(network.body.dealers[0]).toSorted()).toEqual([
    'id',
    'name',
    'province',
    'quotesThisMonth',
    'users',
  ]);
  expect((await call(alfa.as, 'GET /companies/network')).status).toBe(403);
  expect((await call(fms, 'GET /quotes')).status).toBe(403);
  expect((await call(fms, 'GET /accessories/:id', { params: { id: alfa.accessoryId } })).status).toBe(403);
});
