import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTenant } from '#backend/db/tenant.ts';
import { eraseFacts, verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { call, query } = world;
afterAll(() => world.close());

const verified = (companyId = 901) =>
  withTenant(database.db, { companyId, userId: null }, (trx) => verifyAudit(trx, companyId));
const input = (lastName: string) => ({ type: 'private' as const, firstName: 'Mario', lastName });
const manager = await world.userWith('manageCustomers', 'registerAccesses');
let id = 0;
/** The rows of the customer above, oldest first. */
let events: string[] = [];

beforeAll(async () => {
  id = (await call(manager, 'POST /customers', { body: input('Verdi') })).body.id;
  for (const [index, name] of ['Bianchi', 'Neri', 'Gialli'].entries())
    await call(manager, 'PUT /customers/:id', { params: { id }, version: index + 1, body: input(name) });
  const rows = await query("select id from audit_events where entity = 'customer' and entity_id = $1 order by id", [
    id,
  ]);
  events = rows.map((row) => row.id);
});

describe('the chain', () => {
  const facts = 'update audit_facts set';
  const event = 'update audit_events set';
  test.each([
    ['another fact', `${facts} facts = facts || '{"after": {}}' where event_id = $1`],
    ['another salt', `${facts} salt = '\\x00' where event_id = $1`],
    ['facts that are gone with their row', 'delete from audit_facts where event_id = $1'],
    ['another name', `${event} user_name = user_name || '.' where id = $1`],
    ['another instant', `${event} at = at + interval '1 ms' where id = $1`],
    ['another call', `${event} request_id = upper(request_id) || 'x' where id = $1`],
    ['another digest', `${event} digest = '\\x00' where id = $1`],
    ['no digest', `${event} digest = null where id = $1`],
  ])('names the row that has %s', async (_, statement) => {
    const [at] = events.slice(1);
    const [row] = await query('select * from audit_events where id = $1', [at]);
    const [beside] = await query('select * from audit_facts where event_id = $1', [at]);
    expect(await verified()).toEqual({ broken: null, erased: 0 });
    await query(statement, [at]);
    expect((await verified()).broken).toBe(Number(at));
    await query('update audit_events set user_name = $2, at = $3, request_id = $4, digest = $5 where id = $1', [
      ...[at, row.user_name, row.at, row.request_id, row.digest],
    ]);
    await query(
      `insert into audit_facts values (901, $1, $2, $3)
       on conflict (company_id, event_id) do update set salt = excluded.salt, facts = excluded.facts`,
      [at, beside.salt, beside.facts],
    );
    expect(await verified()).toEqual({ broken: null, erased: 0 });
  });

  test('names the row before which one is missing, and a last one that is', async () => {
    const lasting = await world.strangerWith('manageCustomers', 'registerAccesses');
    for (const name of ['Uno', 'Due', 'Tre']) await call(lasting, 'POST /customers', { body: input(name) });
    const rows = await query('select id from audit_events where company_id = 902 order by id');
    const [middle, last] = rows.slice(-2).map((row) => row.id);
    const remove = async (event: string) => {
      await query('delete from audit_facts where event_id = $1', [event]);
      await query('delete from audit_events where id = $1', [event]);
    };
    await remove(last);
    expect((await verified(902)).broken).toBe(Number(middle));
    const seen = await query('select hash from audit_events where id = $1', [middle]);
    await query('update audit_heads set hash = $1 where company_id = 902', [seen[0].hash]);
    expect((await verified(902)).broken).toBeNull();
    await remove(rows.at(-3)!.id);
    expect((await verified(902)).broken).toBe(Number(middle));
  });
});

describe('erasing', () => {
  test('is the only change that requests may make to facts, and to their own company’s', async () => {
    const as = (companyId: number, statement: string) =>
      withTenant(database.db, { companyId, userId: null }, (trx) => sql.raw(statement).execute(trx));
    const denied = { code: '42501' };
    const own = 'where company_id = 901';
    await expect(as(901, `update audit_facts set facts = '{}' ${own}`)).rejects.toMatchObject(denied);
    await expect(as(901, `update audit_facts set facts = '{}', salt = '\\x00' ${own}`)).rejects.toMatchObject(denied);
    await expect(as(901, `update audit_facts set event_id = 1 ${own}`)).rejects.toMatchObject(denied);
    await expect(as(901, `delete from audit_facts ${own}`)).rejects.toMatchObject(denied);
    const { numAffectedRows } = await as(
      902,
      `update audit_facts set facts = null, salt = null where company_id = 901`,
    );
    expect(numAffectedRows).toBe(0n);
    expect(await verified()).toEqual({ broken: null, erased: 0 });
  });

  test('takes what a record’s rows say and leaves the chain, which counts them', async () => {
    const { id: other } = (await call(manager, 'POST /customers', { body: input('Altri') })).body;
    const asked = await world.outside().asCompany(901, null, (ctx) => eraseFacts(ctx, 'customer', [id]));
    expect(asked).toBe(4);
    expect(await world.factsOf('customer', id)).toEqual([null, null, null, null]);
    expect(await query('select from audit_facts where facts is null and salt is not null')).toEqual([]);
    expect(await world.factsOf('customer', other)).toEqual([{ before: null, after: expect.anything() }]);
    expect(await verified()).toEqual({ broken: null, erased: 4 });
    const [last] = await query(
      'select action, entity_id from audit_events where company_id = 901 order by id desc limit 1',
    );
    expect(last).toEqual({ action: 'facts_erased', entity_id: String(id) });
    // An erased row is still held by the chain.
    await query("update audit_events set action = 'x' where id = $1", [events[0]]);
    expect((await verified()).broken).toBe(Number(events[0]));
    await query("update audit_events set action = 'create' where id = $1", [events[0]]);
  });

  test('leaves who did what and when in the activity, without the values', async () => {
    const seller = await world.userWith('manageAccessories');
    const body = { code: 'ER-1', description: 'Barre', price: 100, cost: 0, taxRate: 22, fittingMinutes: 0 };
    const rest = { makerId: null, modelId: null, inStock: false, activeFrom: null, activeTo: null };
    const created = (await call(seller, 'POST /accessories', { body: { ...body, ...rest } })).body;
    const change = { ...body, ...rest, price: 200 };
    await call(seller, 'PUT /accessories/:id', { params: { id: created.id }, version: 1, body: change });
    const activity = async () =>
      (await call(seller, 'GET /accessories/:id/timeline', { params: { id: created.id } })).body;
    expect((await activity())[0].changes).toHaveLength(1);
    await world.outside().asCompany(901, null, (ctx) => eraseFacts(ctx, 'accessory', [created.id]));
    expect((await activity())[0]).toMatchObject({ who: 'Sistema', what: 'ha cancellato i dati dalla cronologia' });
    const left = (await activity()).filter(({ who }: { who: string }) => who !== 'Sistema');
    expect(left.map(({ changes }: { changes: unknown[] }) => changes)).toEqual([[], []]);

    // The person is called what it is called now.
    await query("update users set name = 'Nome Nuovo' where id = $1", [seller.id]);
    expect((await activity()).map(({ who }: { who: string }) => who)).toEqual(['Sistema', 'Nome Nuovo', 'Nome Nuovo']);
  });
});
