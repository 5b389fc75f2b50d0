import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { privileges } from '#domain/privileges.ts';
import { arbitraryOf, hostile, mutated } from '#tests/support/arbitrary.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld, type Sent, type TestUser } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, car, call, draft } = world;
afterAll(() => world.close());

const table = endpoints as Record<CallName, Endpoint>;
const names = Object.keys(endpoints) as CallName[];
const EVERY = Object.keys(privileges).map(Number);
let user: TestUser;
let quoteId: number;
beforeAll(async () => {
  user = await world.user(901, EVERY);
  quoteId = (await call(user, 'POST /quotes', { body: draft(alfa, { incentiveIds: [alfa.incentiveId] }) })).body.id;
  await call(user, 'POST /users/me/views', { body: { area: 'quotes', name: 'Vista', shared: true, state: {} } });
});

/** Own records by the path they stand in. */
function paramsOf(name: CallName): Record<string, number> {
  const ids: [string, number][] = [
    ['/quotes/sheets/', car.versionId],
    ['/quotes/', quoteId],
    ['/accessories/', alfa.accessoryId],
    ['/tyres/', alfa.tyreId],
    ['/customers/', alfa.customerId],
    ['/catalog/makers/', car.makerId],
    ['/catalog/models/', car.modelId],
    ['/companies/', 901],
    ['/releases/', 1],
  ];
  const id = ids.find(([start]) => split(name).path.startsWith(start))?.[1] ?? 1;
  return Object.fromEntries([...name.matchAll(/:(\w+)/g)].map(([, key]) => [key!, id]));
}
const queries: Partial<Record<CallName, Sent['query']>> = {
  'GET /customers/matches': { q: 'mario' },
  'GET /search': { q: 'mario' },
  'GET /users/me/views': { area: 'quotes' },
};

describe('answers', () => {
  const reading = names.filter(
    (name) => split(name).method === 'GET' && table[name].answer instanceof z.ZodType && table[name].audience !== 'fms',
  );

  test.each(reading)('%s answers what the table promises and nothing more', async (name) => {
    await world.query(
      "insert into releases (release_number, release_date, title, body) select '0.0.1-prova', '2020-01-01', 'Prova', '' where not exists (select from releases where id = 1)",
    );
    const answer = await call(user, name, { params: paramsOf(name), query: queries[name] ?? {} });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((table[name].answer as z.ZodType).parse(answer.body)).toEqual(answer.body);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBe(
      typeof answer.body.version === 'number' ? `"v${answer.body.version}"` : null,
    );
  });
});

describe('whatever is sent', () => {
  // Logging in hashes, and ending the own session would end the test.
  const writing = names.filter(
    (name) => table[name].body && !['POST /auth/login', 'POST /auth/password', 'PUT /users/me/password'].includes(name),
  );

  test.each(writing)('%s fails in an orderly way', async (name) => {
    const body = table[name].body!;
    const fitting = arbitraryOf(body);
    const value = fc.oneof(fitting, fitting.chain(mutated), hostile);
    await fc.assert(
      fc.asyncProperty(value, async (sent) => {
        const answer = await call(user, name, { params: paramsOf(name), version: 1, body: sent });
        expect(answer.status, `${JSON.stringify(answer.body)} ${JSON.stringify(sent)?.slice(0, 500)}`).toBeLessThan(
          500,
        );
        if (answer.status >= 400)
          expect(answer.body).toMatchObject({
            error: expect.any(String),
            message: expect.any(String),
            requestId: expect.any(String),
          });
      }),
      { numRuns: 60 },
    );
  });

  const asking = names.filter((name) => table[name].query);
  test.each(asking)('%s takes any query', async (name) => {
    const shape = Object.keys(table[name].query!.shape);
    const text = fc.oneof(
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1e9',
        'NaN',
        'true',
        '2026-02-30',
        '%',
        '\\',
        "'",
        '\u0000',
        'asc',
        'csv',
        'draft,issued',
        'è🚗',
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...shape, 'altro'), text), async (query) => {
        const answer = await call(user, name, { params: paramsOf(name), query });
        expect(answer.status, JSON.stringify(query)).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });
});
