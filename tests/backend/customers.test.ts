import { afterAll, describe, expect, test } from 'vitest';
import { privileges as p } from '#domain/privileges.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call } = world;
afterAll(() => world.close());

const reception = await world.user(901, [p.registerAccesses]);

describe('municipalities', () => {
  const found = async (query: Record<string, string>) =>
    (await call(reception, 'GET /customers/municipalities', { query })).body as { name: string; province: string }[];

  test('are those of a postal code, also within a range of a large town', async () => {
    expect(await found({ cap: '20126' })).toEqual([{ name: 'Milano', province: 'MI', code: 'F205' }]);
    expect(await found({ cap: '23900' })).toEqual([{ name: 'Lecco', province: 'LC', code: 'E507' }]);
    const several = await found({ cap: '26834' });
    expect(several.length).toBeGreaterThan(1);
    expect(new Set(several.map(({ province }) => province))).toEqual(new Set(['LO']));
    expect(await found({ cap: '99999' })).toEqual([]);
  });

  test('the one that a cadastral code names, or the foreign state', async () => {
    expect(await found({ code: 'F205' })).toEqual([{ name: 'Milano', province: 'MI', code: 'F205' }]);
    expect(await found({ code: 'H501' })).toEqual([{ name: 'Roma', province: 'RM', code: 'H501' }]);
    expect(await found({ code: 'Z112' })).toEqual([{ name: 'Germania', province: 'EE', code: 'Z112' }]);
    expect(await found({})).toEqual([]);
  });
});

test('who creates customers corrects them, too; who only quotes does not', async () => {
  const body = { type: 'private', firstName: 'Anna', lastName: 'Prva' } as const;
  const made = await call(reception, 'POST /customers', { body });
  const mend = { params: { id: made.body.id }, version: 1, body: { ...body, lastName: 'Prova' } };
  expect((await call(await world.user(901, [p.createQuotes]), 'PUT /customers/:id', mend)).status).toBe(403);
  expect((await call(reception, 'PUT /customers/:id', mend)).body).toMatchObject({ name: 'Anna Prova', version: 2 });
});
