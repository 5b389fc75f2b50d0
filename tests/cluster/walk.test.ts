import { afterAll, describe, expect, test } from 'vitest';
import { seedDemo } from '#backend/seed/demo.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { fill } from '#tests/support/areas.ts';
import type { Answer, Side } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { hearFanOuts, spreadDatabase } from '#tests/support/spread.ts';
import { makeWorld } from '#tests/support/world.ts';

const asked = hearFanOuts();
const spread = await spreadDatabase();
const plain = await testDatabase();
await seedDemo(spread.ownerUrl);
const worlds = { cluster: await makeWorld(spread), plain: await makeWorld(plain) };
afterAll(() => Promise.all(Object.values(worlds).map((world) => world.close())));
const sides: Record<'cluster' | 'plain', Side[]> = {
  cluster: [await worlds.cluster.sideOf(worlds.cluster.alfa), await worlds.cluster.sideOf(worlds.cluster.beta)],
  plain: [await worlds.plain.sideOf(worlds.plain.alfa), await worlds.plain.sideOf(worlds.plain.beta)],
};

/** An answer without what differs from run to run: names of requests, tokens, instants of the server's clock. */
function lasting(name: CallName, { status, body, headers }: Answer) {
  const type = headers.get('content-type');
  if (Buffer.isBuffer(body)) return { status, type, isEmpty: body.length === 0 };
  const told = (key: string, value: unknown) => {
    if (/^(requestId|path|uri|ticket|recoveryCodes)$|token|secret|hash|url|key|sha|email|user/i.test(key)) return null;
    if (key === 'id' && UNNAMED.has(name)) return null;
    if (typeof value !== 'string') return value;
    return /^\d{4}-\d\d-\d\dT/.test(value)
      ? 'instant'
      : value.replace(/utente\d+-\w+@|p\d\.[0-9a-f]{32}|P\d-[0-9A-Z]{5}-[0-9A-Z]{5}/g, '');
  };
  return { status, type, body: JSON.parse(JSON.stringify(body, told)) as unknown };
}

/** Numbers of rows that are not named by a call: those of sequences have gaps of their own. */
const UNNAMED = new Set<CallName>(['GET /notifications']);

async function answered(which: 'cluster' | 'plain', name: CallName, at: number) {
  const { as, sent } = await fill(name, sides[which][at]!);
  return lasting(name, await worlds[which].call(as, name, sent));
}

describe.each([
  ['one company', 0],
  ['another', 1],
])('%s', (_, at) => {
  test.each(Object.keys(endpoints) as CallName[])('%s', async (name) => {
    const expected = await answered('plain', name, at);
    expect(expected.status).toBeLessThan(400);
    expect(await answered('cluster', name, at)).toEqual(expected);
  });
});

test('only the manufacturer asks more than one shard', () => {
  expect([...asked].filter((text) => !text.includes('from companies c where c.company_id <>'))).toEqual([]);
});

/** The calls of an ordinary day, the most frequent first. */
const mostUsed = [
  ...['GET /quotes', 'GET /quotes/:id', 'PUT /quotes/:id', 'GET /quotes/:id/sheet', 'GET /quotes/sheets/:versionId'],
  ...['GET /search', 'GET /customers', 'GET /customers/:id', 'GET /customers/matches', 'POST /customers'],
  ...['GET /stock/used', 'GET /stock/used/:id', 'GET /stock/new', 'GET /notifications', 'GET /quotes/desk'],
  ...['POST /quotes', 'POST /quotes/:id/issue', 'GET /quotes/b2b', 'GET /contracts', 'GET /contracts/:id'],
] as const satisfies CallName[];

test.each(mostUsed)('%s asks one shard by each of its statements', async (name) => {
  asked.clear();
  expect((await answered('cluster', name, 0)).status).toBeLessThan(400);
  expect([...asked]).toEqual([]);
});
