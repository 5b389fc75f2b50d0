import { afterAll, describe, expect, test } from 'vitest';
import { pastFacts } from '#backend/contracts/facts.ts';
import { runOnce } from '#backend/jobs.ts';
import { jobs } from '#backend/areas.ts';
import { readConfig } from '#config';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { testDatabase } from '#tests/support/database.ts';
import { draftOf } from '#tests/support/areas/quotes.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
const { call, query, user } = world;
afterAll(() => world.close());
const sale = await saleIn(world);
const { side, office, done, because, make, walked } = sale;
const manager = await user(901, [2, 13, 29, 33]);

describe('facts of a sale', () => {
  const linesOf = (id: number) =>
    query(
      `select kind, type, party, name, amount::int, earned::int, months from contract_lines where contract_id = $1 order by id`,
      [id],
    );
  const factsOf = async (id: number) =>
    (
      await query(
        `select pieces, net_revenue::int as "netRevenue", stock_days as "stockDays", registered_on::text as "registeredOn"
          from contracts where id = $1`,
        [id],
      )
    )[0];

  test('are written with each price and say nothing that a seller typed', async () => {
    const contract = await make({
      customDiscounts: [{ label: 'Sconto per Anna Neri', amount: 300_00, percent: null }],
    });
    const given = (amount: number) => ({ kind: 'incentive', type: 'custom', party: 'dealer', name: '', amount, earned: 0, months: null }); // prettier-ignore
    expect(await linesOf(contract.id)).toEqual([given(300_00)]);
    const { body } = await call(manager, 'GET /contracts/:id/price', { params: { id: contract.id } });
    const draft = { ...body.draft, customDiscounts: [{ label: '', amount: 500_00, percent: null }] };
    const { version } = await sale.read(contract.id);
    const priced = await call(manager, 'PUT /contracts/:id/price', { params: { id: contract.id }, version, body: { draft } }); // prettier-ignore
    expect(priced.status).toBe(200);
    expect(await linesOf(contract.id)).toEqual([given(500_00)]);
  });

  test('are filled in by a job for contracts that were made before them, as they are written today', async () => {
    const contract = await make({ customDiscounts: [{ label: '', amount: 250_00, percent: null }] });
    const now = [await linesOf(contract.id), await factsOf(contract.id)];
    await query('delete from contract_lines where contract_id = $1', [contract.id]);
    await query('update contracts set has_facts = false, net_revenue = null where id = $1', [contract.id]);
    const { name } = pastFacts({} as never);
    const job = jobs.find((one) => one.name === name)!;
    const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), FILES_SECRET: 'y'.repeat(32) });
    await runOnce({ appUrl: database.appUrl, config, now: () => world.clock.now }, (ctx) => job.run(ctx, {} as never));
    expect([await linesOf(contract.id), await factsOf(contract.id)]).toEqual(now);
  });

  test('the days in stock are those up to the sale, and none once it is undone', async () => {
    const contract = await walked('approve');
    // Bought on 4 October, sold on 20 November.
    expect(await factsOf(contract.id)).toMatchObject({ stockDays: 47, pieces: 1 });
    await done(office, 'reopen', contract, await because('reopen'));
    expect(await factsOf(contract.id)).toMatchObject({ stockDays: null });
  });

  test('the day of registration is the stock’s, whenever it is written there', async () => {
    const made = await call(manager, 'POST /contracts', { body: { draft: draftOf(side.car, side) } });
    const { id, cars } = made.body as { id: number; cars: { id: number }[] };
    const params = { id: cars[0]!.id };
    const typed = (body: object) => Object.fromEntries(Object.entries(body).filter(([key]) => key in newCarFields));
    const register = async (registeredOn: string | null) => {
      const { body, headers } = await call(manager, 'GET /stock/new/:id', { params });
      const version = Number(/\d+/.exec(headers.get('etag') ?? '')?.[0] ?? body.version);
      const answer = await call(manager, 'PUT /stock/new/:id', {
        params,
        version,
        body: { ...typed(body), registeredOn },
      });
      expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
    };
    expect(await factsOf(id)).toMatchObject({ registeredOn: null });
    await register('2026-11-20');
    expect(await factsOf(id)).toMatchObject({ registeredOn: '2026-11-20' });
    await register(null);
    expect(await factsOf(id)).toMatchObject({ registeredOn: null });
  });
});
