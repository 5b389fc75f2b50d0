import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { allPrivileges, open, requestOf, serviceTokenOf, table, tokenOf, userOf } from '#tests/support/upstream.ts';

// A gateway knows which tokens have logged out: what follows such a call, and each of its own tests, starts with another.
let { app, upstream } = open();
const renew = () => void ({ app, upstream } = open());
// What thousands of tests have asked before is nobody's matter, and was read through by each.
beforeEach(() => void (upstream.seen.length = 0));
const statusWith = async (...[name, token]: [(typeof table)[number][0], string | null]) =>
  (await app.request(...requestOf(name, token))).status;
const good = [200, 201, 204];
const companyFor = (audience: string | undefined) => (audience === 'fms' ? MANUFACTURER : 21);

describe.each(table)('%s', (name, { audience, privileges = [], peopleOnly = false }) => {
  if (name === 'POST /auth/logout') {
    beforeEach(renew);
    afterAll(renew);
  }
  test('without a session only public calls are answered', async () => {
    const before = upstream.calls().length;
    const status = await statusWith(name, null);
    if (audience === 'public') expect(good).toContain(status);
    else expect([status, upstream.calls().length]).toEqual([401, before]);
  });

  test('a token that the upstream does not know is nobody', async () => {
    const status = await statusWith(name, 'unknown-token');
    if (audience === 'public') expect(good).toContain(status);
    else expect(status).toBe(401);
  });

  test('all privileges but the needed ones are not enough, and nothing is forwarded', async () => {
    const others = allPrivileges.filter((privilege) => !privileges.includes(privilege));
    const before = upstream.calls().length;
    const status = await statusWith(name, tokenOf(companyFor(audience), others));
    if (privileges.length === 0) expect(good).toContain(status);
    else expect([status, upstream.calls().length]).toEqual([403, before]);
  });

  test('calls for people alone are shut to tokens of other systems, and not forwarded', async () => {
    const before = upstream.calls().length;
    const status = await statusWith(name, serviceTokenOf(companyFor(audience), allPrivileges));
    if (!peopleOnly) expect(good).toContain(status);
    else expect([status, upstream.calls().length]).toEqual([403, before]);
  });

  test('company 10 and the dealers have their own calls', async () => {
    const byManufacturer = await statusWith(name, tokenOf(MANUFACTURER, allPrivileges));
    const byDealer = await statusWith(name, tokenOf(21, allPrivileges));
    if (audience === 'dealer') expect([byManufacturer, good.includes(byDealer)]).toEqual([403, true]);
    else if (audience === 'fms') expect([good.includes(byManufacturer), byDealer]).toEqual([true, 403]);
    else expect([good.includes(byManufacturer), good.includes(byDealer)]).toEqual([true, true]);
  });
});

// One call of each set: that every call has its own set, the backend tries one privilege at a time (tests/backend/authorisation.test.ts).
// Who logs out is nobody afterwards.
const sets = Map.groupBy(
  table.filter(([name]) => name !== 'POST /auth/logout'),
  ([, { audience, privileges = [] }]) => `${audience} ${privileges.toSorted().join(' ')}`,
);

test.each([...sets.values()].map(([first]) => first!))(
  'exactly the privileges of the table open %s, one at a time',
  async (name, { audience, privileges = [] }) => {
    const opened: number[] = [];
    for (const privilege of allPrivileges) {
      const status = await statusWith(name, tokenOf(companyFor(audience), [privilege]));
      if (good.includes(status)) opened.push(privilege);
      else expect(status).toBe(403);
    }
    expect(opened.toSorted((a, b) => a - b)).toEqual(
      (privileges.length > 0 ? privileges : allPrivileges).toSorted((a, b) => a - b),
    );
  },
);

test('privileges taken away are gone within 5 seconds', async () => {
  let now = 0;
  let privileges = [3];
  const world = open({}, { clock: () => now });
  world.upstream.answer = (seen) =>
    seen.name === 'GET /auth/user' ? Response.json({ ...userOf(tokenOf(21, privileges)) }) : undefined;
  const status = async () => (await world.app.request(...requestOf('GET /accessories', tokenOf(21)))).status;
  expect(await status()).toBe(200);
  privileges = [];
  now += 5001;
  expect(await status()).toBe(403);
});

test('callers that arrive together ask once who the user is', async () => {
  const world = open();
  await Promise.all(
    Array.from({ length: 20 }, async () => world.app.request(...requestOf('GET /releases', tokenOf()))),
  );
  expect(world.upstream.seen.filter(({ name }) => name === 'GET /auth/user')).toHaveLength(1);
});
