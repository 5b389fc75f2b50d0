import { afterAll, describe, expect, test } from 'vitest';
import { withTenant } from '#backend/db/tenant.ts';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { enqueue } from '#backend/lib/work/enqueue.ts';
import { passwordNotice, resetMail } from '#backend/auth/mails.ts';
import type { Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { testDatabase } from '#tests/support/database.ts';
import { fill } from '#tests/support/areas.ts';
import { accessory } from '#tests/support/areas/accessories.ts';
import { audited, auditOf } from '#tests/support/audited.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, call, draft } = world;
afterAll(() => world.close());

const side = await world.sideOf(alfa);
const table = endpoints as Record<CallName, Endpoint>;
const names = Object.keys(endpoints) as CallName[];
const { count, writes } = auditOf(world);

describe('audit', () => {
  test('is written of every call with a version', () => {
    expect(names.filter((name) => table[name].versioned && !audited.includes(name))).toEqual([]);
  });

  // Those of each company are made where they are tried on another company's records (tenancy.test.ts).
  const others = audited.filter((name) => table[name].audience === 'public' || table[name].door);
  test.each(others)(
    '%s is refused over another version, and writes one row of each record, with who did it and no secret',
    async (name) => {
      expect.hasAssertions();
      await writes(name, await fill(name, side));
    },
  );

  test('a call that fails, and a dry run, write none', async () => {
    const other = await world.user(901, EVERY);
    const before = await count(901);
    await call(other, 'POST /accessories', { body: { ...accessory, code: `${alfa.marker}-1` } });
    await call(other, 'PUT /quotes/:id', { params: { id: 1_000_000 }, version: 1, body: draft(alfa) });
    await call(other, 'POST /accessories/reprice', { body: { ids: [alfa.accessoryId], percent: 5, dryRun: true } });
    expect(await count(901)).toBe(before);
  });

  test('the chain of the company verifies, also after parallel changes', async () => {
    const other = await world.user(901, EVERY);
    await Promise.all(Array.from({ length: 15 }, () => call(other, 'PUT /users/me/updates-seen')));
    const verified = await withTenant(database.db, { companyId: 901, userId: null }, (trx) => verifyAudit(trx, 901));
    expect(verified.broken).toBeNull();
  });

  test.each([
    "update audit_events set action = 'x' where company_id = 901",
    'delete from audit_events where company_id = 901',
    'truncate audit_events',
  ])('requests may not: %s', async (statement) => {
    const { sql } = await import('kysely');
    await expect(
      withTenant(database.db, { companyId: 901, userId: null }, (trx) => sql.raw(statement).execute(trx)),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('idempotency', () => {
  const create = (as: { token: string }, key: string, code: string) =>
    call(as, 'POST /accessories', { key, body: { ...accessory, code } });

  test('a hundred equal calls at once make one record', async () => {
    const as = await world.userWith('manageAccessories');
    const answers = await Promise.all(Array.from({ length: 100 }, () => create(as, 'chiave-1', 'IDEM-1')));
    const created = answers.filter(({ status }) => status === 201);
    const first = created.filter(({ headers }) => headers.get('idempotent-replayed') === null);
    expect(first).toHaveLength(1);
    for (const { body, headers } of created) {
      expect(body).toEqual(first[0]!.body);
      expect(headers.get('etag')).toBe('"v1"');
    }
    for (const { status, headers } of answers.filter((answer) => answer.status !== 201)) {
      expect([409, 503]).toContain(status);
      expect(headers.get('retry-after')).not.toBeNull();
    }
    expect(await world.query("select from accessories where code = 'IDEM-1'")).toHaveLength(1);
    const replay = await create(as, 'chiave-1', 'IDEM-1');
    expect(replay).toMatchObject({ status: 201, body: first[0]!.body });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
  });

  test('the same key for something else is refused; a failed call may be mended under its key', async () => {
    const as = await world.userWith('manageAccessories');
    expect((await create(as, 'chiave-2', '')).status).toBe(422);
    expect((await create(as, 'chiave-2', 'IDEM-2')).status).toBe(201);
    expect((await create(as, 'chiave-2', 'IDEM-3')).status).toBe(422);
    const colleague = await world.userWith('manageAccessories');
    expect((await create(colleague, 'chiave-2', 'IDEM-4')).status).toBe(201);
    expect((await create(as, 'x'.repeat(256), 'IDEM-5')).status).toBe(422);
  });

  test('an answer kept before an update that changed it: the work is not done again, and the caller told where to look', async () => {
    const as = await world.userWith('manageAccessories');
    await create(as, 'chiave-8', 'IDEM-8');
    const age = (change: string) =>
      world.query(`update idempotency_keys set response = ${change} where key = 'chiave-8'`);
    await age(`response || '{"gone": 1}'`);
    const more = await create(as, 'chiave-8', 'IDEM-8');
    expect([more.status, more.body.code, more.body.gone]).toEqual([201, 'IDEM-8', undefined]);
    await age(`response - 'price'`);
    const { status, body } = await create(as, 'chiave-8', 'IDEM-8');
    expect([status, body.message]).toEqual([409, expect.stringContaining('già riuscita')]);
    expect(await world.query("select from accessories where code = 'IDEM-8'")).toHaveLength(1);
  });

  test('prices change once per key, however often the call comes', async () => {
    const as = await world.userWith('manageAccessories');
    const { id } = (await create(as, 'chiave-6', 'IDEM-6')).body;
    const reprice = () => call(as, 'POST /accessories/reprice', { key: 'chiave-7', body: { ids: [id], percent: 10 } });
    const first = await reprice();
    expect([first.status, first.body]).toMatchObject([200, { changed: 1 }]);
    const again = await reprice();
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
    const { price } = (await call(as, 'GET /accessories/:id', { params: { id } })).body;
    expect(price).toBe(Math.round(accessory.price * 1.1));
  });

  test('the key counts per call: the same key revises one quote, not two', async () => {
    const as = await world.user(901, EVERY);
    const ids = [await fill('POST /quotes/:id/revise', side), await fill('POST /quotes/:id/revise', side)];
    const [one, two] = ids.map(({ sent }) => sent.params!.id!) as [number, number];
    const revise = (id: number) => call(as, 'POST /quotes/:id/revise', { params: { id }, key: 'chiave-3' });
    const first = await revise(one);
    expect(first).toMatchObject({ status: 201, body: { revision: 2 } });
    expect((await revise(one)).body.id).toBe(first.body.id);
    expect((await revise(two)).status).toBe(422);
  });
});

describe('jobs', () => {
  test('are there if and only if the transaction commits', async () => {
    const jobs = async () =>
      (await world.query("select data from pgboss.job where name = 'password-notice' and data ->> 'userId' = '7'"))
        .length;
    const send = (fail: boolean) =>
      withTenant(database.db, { companyId: 901, userId: null }, async (trx) => {
        await enqueue(trx, passwordNotice, { companyId: 901, userId: 7 }, 'prova');
        if (fail) throw new Error('annullata');
      });
    await expect(send(true)).rejects.toThrow('annullata');
    expect(await jobs()).toBe(0);
    await send(false);
    expect(await jobs()).toBe(1);
  });

  test('the role of requests adds jobs and cannot read them', async () => {
    const { sql } = await import('kysely');
    await expect(sql`select data from pgboss.job`.execute(database.db)).rejects.toMatchObject({ code: '42501' });
  });

  test('a worker runs what was left in the table', async () => {
    const { startJobs } = await import('#backend/jobs.ts');
    const { readdirSync } = await import('node:fs');
    const target = await world.user(901, [], { password: true });
    await call(null, 'POST /auth/reset', { body: { email: target.email } });
    const jobs = await startJobs({ ...database, config: world.config });
    await expect
      .poll(() => world.query('select from password_resets where user_id = $1', [target.id]), { timeout: 10_000 })
      .toHaveLength(1);
    await expect
      .poll(() => readdirSync(`${world.config.DATA_DIR}/outbox`).length, { timeout: 5_000 })
      .toBeGreaterThan(0);
    await jobs.stop();
    // A job may run twice: the second mail voids the first one's token.
    await resetMail.run(world.outside(), { email: target.email });
    expect(
      await world.query('select from password_resets where user_id = $1 and used_at is null', [target.id]),
    ).toHaveLength(1);
  });
});
