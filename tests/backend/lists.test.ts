import pg from 'pg';
import { CompiledQuery } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { withTenant } from '#backend/db/tenant.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accessory } from '#tests/support/areas/accessories.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call, alfa, beta, query } = world;
afterAll(() => world.close());

const keeper = await world.userWith('manageAccessories');
const reader = await world.userWith('seeAccessories');
const create = async (code: string, changes = {}) =>
  (await call(keeper, 'POST /accessories', { body: { ...accessory, code, ...changes } })).body;
const list = async (query = {}) => (await call(reader, 'GET /accessories', { query })).body;
const codes = async (query = {}) => (await list(query)).rows.map(({ code }: { code: string }) => code);

describe('a list', () => {
  test('answers its rows, their count and that of every view at once', async () => {
    await create('V-1', { inStock: true, price: 1000 });
    await create('V-2', { inStock: false, price: 5000 });
    const views = ['', 'q=v-&inStock=false', 'q=v-1', 'inStock=perhaps', 'gone=1', 'archived=true'].join('|');
    const page = await list({ q: 'v-', views, limit: 1 });
    expect(page).toMatchObject({ total: 2, counts: [3, 1, 1, null, null, 0] });
    expect(page.rows).toHaveLength(1);
    expect(await list({ q: 'v-' })).not.toHaveProperty('counts');
  });

  test('counts no more views than it shows', async () => {
    const answer = await call(reader, 'GET /accessories', { query: { views: '|'.repeat(24) } });
    expect(answer).toMatchObject({ status: 422, body: { fields: { views: 'Al massimo 24 viste' } } });
  });

  test('is narrowed by a range of prices, either end left open', async () => {
    expect(await codes({ q: 'v-', priceFrom: 1001 })).toEqual(['V-2']);
    expect(await codes({ q: 'v-', priceTo: 1000 })).toEqual(['V-1']);
    expect(await codes({ q: 'v-', priceFrom: 1000, priceTo: 5000 })).toEqual(['V-1', 'V-2']);
    expect((await call(reader, 'GET /accessories', { query: { priceFrom: 'molto' } })).status).toBe(422);
  });
});

test.each([
  ['GET /contracts', {}],
  ['GET /contracts', { state: 'approved', views: 'state=incomplete|canceled=true' }],
  ['GET /quotes', {}],
  ['GET /quotes', { state: 'draft', views: 'state=issued' }],
] as const)('%s %j: rows of wide tables are counted and added up in an index alone', async (name, query) => {
  // The demo's dealer has enough of them for an index to be worth it.
  await world.query('vacuum analyze contracts, quotes');
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await call(await world.user(21, EVERY), name, { query });
  const [text, values] = (asked.mock.calls as unknown[][]).find(([each]) => String(each).includes('with counted'))!;
  asked.mockRestore();
  const plan = await withTenant(database.db, { companyId: 21, userId: null }, async (trx) => {
    await trx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
    return (
      await trx.executeQuery<Record<string, string>>(CompiledQuery.raw(`explain ${String(text)}`, values as unknown[]))
    ).rows;
  });
  const reads = plan.flatMap((row) => Object.values(row)).filter((line) => / on (contracts|quotes) /.test(line));
  expect(reads.length).toBeGreaterThan(0);
  for (const read of reads) expect(read).toContain('Index Only Scan');
});

describe('many at once', () => {
  const send = (action: string, rows: { id: number; version: number }[], key?: string) =>
    call(keeper, 'POST /accessories/bulk', { body: { action, rows }, ...(key && { key }) });

  test('each row has its result: a stale or missing one keeps no other from its change', async () => {
    const [one, two] = [await create('B-1'), await create('B-2')];
    await call(keeper, 'PUT /accessories/:id', {
      params: { id: two.id },
      version: 1,
      body: { ...accessory, code: 'B-2', price: 7 },
    });
    const { status, body } = await send('archive', [
      { id: one.id, version: 1 },
      { id: two.id, version: 1 },
      { id: beta.accessoryId, version: 1 },
      { id: 999_999_999, version: 1 },
    ]);
    expect([status, body.results]).toEqual([
      200,
      [
        { id: one.id, outcome: 'done', version: 2 },
        { id: two.id, outcome: 'stale', version: 2 },
        { id: beta.accessoryId, outcome: 'missing', version: null },
        { id: 999_999_999, outcome: 'missing', version: null },
      ],
    ]);
    expect(await codes({ q: 'b-' })).toEqual(['B-2']);
    expect(await codes({ q: 'b-', archived: 'true' })).toEqual(['B-1']);
    const events = (await call(reader, 'GET /accessories/:id/timeline', { params: { id: one.id } })).body;
    expect(events[0]).toMatchObject({ what: 'ha archiviato l’accessorio' });
  });

  test('rows that are as wanted already are done without a change; the way back takes the versions of the answer', async () => {
    const { id } = await create('B-3');
    expect((await send('archive', [{ id, version: 1 }])).body.results).toEqual([{ id, outcome: 'done', version: 2 }]);
    expect((await send('archive', [{ id, version: 2 }])).body.results).toEqual([{ id, outcome: 'done', version: 2 }]);
    expect((await send('restore', [{ id, version: 2 }])).body.results).toEqual([{ id, outcome: 'done', version: 3 }]);
    expect(await codes({ q: 'b-3' })).toEqual(['B-3']);
  });

  test('a repeated call answers what the first one did', async () => {
    const { id } = await create('B-4');
    const first = await send('archive', [{ id, version: 1 }], 'molti-1');
    expect((await send('archive', [{ id, version: 1 }], 'molti-1')).body).toEqual(first.body);
  });

  test('all that a list counts are one call, more are refused', async () => {
    await query(
      `insert into accessories (company_id, code, description, price)
        select 901, 'MASS-' || n, 'Massa', 100 from generate_series(1, 4999) n`,
    );
    const { rows: made } = (await call(reader, 'GET /accessories', { query: { sort: 'code', limit: 1000 } })).body;
    expect(made).toHaveLength(1000);
    const ids = await query("select id, version from accessories where company_id = 901 and code like 'MASS-%'");
    const rows = [
      ...ids.map(({ id, version }) => ({ id: Number(id), version })),
      { id: 999_999_999, version: 1 },
      { id: 999_999_998, version: 1 },
    ];
    const { results } = (await send('archive', rows.slice(1))).body;
    expect(Map.groupBy(results, ({ outcome }: { outcome: string }) => outcome).get('done')).toHaveLength(4_998);
    expect((await send('archive', rows)).status).toBe(422);
    expect((await call(reader, 'POST /accessories/bulk', { body: { action: 'archive', rows: [] } })).status).toBe(403);
  });

  test('accessories of one company are missing to another', async () => {
    const other = await world.strangerWith('manageAccessories');
    const { body } = await call(other, 'POST /accessories/bulk', {
      body: { action: 'archive', rows: [{ id: alfa.accessoryId, version: 1 }] },
    });
    expect(body.results).toEqual([{ id: alfa.accessoryId, outcome: 'missing', version: null }]);
  });
});
