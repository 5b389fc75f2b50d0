import { afterAll, describe, expect, test } from 'vitest';
import { privileges as p } from '#domain/privileges.ts';
import type { TestUser } from '#tests/support/area.ts';
import { service } from '#tests/support/areas/services.ts';
import { tyre } from '#tests/support/areas/tyres.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call } = world;
afterAll(() => world.close());

const accessory = {
  description: 'Prova',
  makerId: null,
  modelId: null,
  price: 12_345,
  cost: 5000,
  taxRate: 22,
  fittingMinutes: 30,
  inStock: true,
  activeFrom: null,
  activeTo: null,
};
const areas = [
  { area: 'accessories', body: accessory, see: p.seeAccessories, manage: p.manageAccessories },
  { area: 'tyres', body: { ...tyre, cost: 5000 }, see: p.seeTyres, manage: p.manageTyres },
  { area: 'services', body: service, see: p.seeServices, manage: p.manageServices },
] as const;

describe.each(areas)('the costs of $area', async ({ area, body, see, manage }) => {
  const keeper = await world.user(901, [manage]);
  const keep = async (code: string, costs: number[]) => {
    const made = await call(keeper, `POST /${area}` as 'POST /tyres', { body: { ...body, code, cost: costs[0] } });
    const params = { id: made.body.id as number };
    for (const [version, cost] of costs.slice(1).entries())
      await call(keeper, `PUT /${area}/:id` as 'PUT /tyres/:id', {
        params,
        version: version + 1,
        body: { ...body, code, cost },
      });
    return params.id;
  };
  // The dearest comes first by code, so that an order by cost is another one.
  const id = await keep('A-1', [5000, 7717]);
  await keep('B-2', [1000]);

  /** Everything that tells a cost, each as it comes to this person. */
  async function told(as: TestUser) {
    const list = async (query: object) =>
      (await call(as, `GET /${area}` as 'GET /tyres', { query: { sort: 'code', ...query } })).body;
    const one = await call(as, `GET /${area}/:id` as 'GET /tyres/:id', { params: { id } });
    const events = await call(as, `GET /${area}/:id/timeline` as 'GET /tyres/:id/timeline', { params: { id } });
    const file = await call(as, `GET /${area}/export` as 'GET /tyres/export', {
      query: { format: 'csv', sort: 'code' },
    });
    const codes = (rows: { code: string }[]) => rows.map(({ code }) => code);
    return {
      list: JSON.stringify((await list({})).rows).includes('7717'),
      record: one.body.cost === 7717,
      key: 'cost' in one.body,
      export: /Costo[\s\S]*77,17/.test(String(file.body)),
      activity: JSON.stringify(events.body).includes('77,17'),
      order: codes((await list({ sort: 'cost', dir: 'asc' })).rows).find((code) => /^(A-1|B-2)$/.test(code)) === 'B-2',
    };
  }
  const every = (value: boolean) => ({
    list: value,
    record: value,
    key: value,
    export: value,
    activity: value,
    order: value,
  });

  test('is told to who manages them, and to who sees the margin', async () => {
    expect(await told(keeper)).toEqual(every(true));
    expect(await told(await world.user(901, [see, p.seeMargin]))).toEqual(every(true));
  });

  test('is told to nobody else, by no way', async () => {
    const others = Object.values(p).filter((number) => number !== manage && number !== p.seeMargin);
    expect(await told(await world.user(901, [see]))).toEqual(every(false));
    expect(await told(await world.user(901, others))).toEqual(every(false));
  });
});
