import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withTenant } from '#backend/db/tenant.ts';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { enqueue } from '#backend/lib/work/enqueue.ts';
import { passwordNotice, resetMail } from '#backend/auth/mails.ts';
import { calendarFields } from '#domain/calendars/fields.ts';
import { split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { blankOf } from '#domain/record/fields.ts';
import { testDatabase } from '#tests/support/database.ts';
import { fill } from '#tests/support/areas.ts';
import { accessory } from '#tests/support/areas/accessories.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, call, draft } = world;
afterAll(() => world.close());

const side = await world.sideOf(alfa);
// Where deliveries are proposed.
const bay = { ...blankOf(calendarFields), name: 'Consegne', kind: 'bay' as const };
await side.call('POST /calendars', { body: bay });
const names = Object.keys(endpoints) as CallName[];
const count = async (companyId = 901) =>
  Number((await world.query('select count(*) from audit_events where company_id = $1', [companyId]))[0].count);

const isVersioned = (name: CallName) => Boolean((endpoints[name] as Endpoint).versioned);

/** Over another version than the stored one: 412 with the record, and nothing changes, so the same call succeeds afterwards. */
async function refusesOthers(name: CallName, { as, sent }: Awaited<ReturnType<typeof fill>>): Promise<void> {
  const before = await count(as.companyId);
  for (const version of [0, 99]) {
    const { status, body } = await call(as, name, { ...sent, version });
    expect([status, body.error]).toEqual([412, 'stale']);
    const { answer } = endpoints[name] as Endpoint;
    if (answer instanceof z.ZodType) expect(answer.parse(body.current)).toEqual(body.current);
  }
  expect(await count(as.companyId)).toBe(before);
}

/** Who may enter the companies, by what, and what tokens there are; of each table a sum, because every call adds people. */
const entrances = () =>
  world.query(`select
      (select md5(string_agg(concat_ws('|', u.id, u.name, u.email, u.role_name, u.privileges, u.phone, u.picture_key, u.archived_at, u.created_by), ';' order by u.id)) from users u) as users,
      (select md5(string_agg(l::text, ';' order by l.user_id)) from logins l) as logins,
      (select md5(string_agg(l::text, ';' order by l.user_id)) from login_emails l) as emails,
      (select md5(string_agg(f::text, ';' order by f.user_id)) from second_factors f) as factors,
      (select md5(string_agg(r::text, ';' order by r.code_hash)) from recovery_codes r) as codes,
      (select md5(string_agg(d::text, ';' order by d.id)) from remembered_devices d) as devices,
      (select md5(string_agg(r::text, ';' order by r.token_hash)) from password_resets r) as resets,
      (select md5(string_agg(concat_ws('|', s.id, s.revoked_at, s.expires_at), ';' order by s.id)) from sessions s) as sessions,
      (select md5(string_agg(c.second_factor_required::text, ';' order by c.company_id)) from companies c) as companies`);

describe('audit', () => {
  // A reset is recorded when its job finds somebody, and when the token is used; what is tried or counted writes nothing.
  const others: readonly CallName[] = [
    ...(['POST /auth/reset', 'POST /commissions/simulation'] as const),
    ...(['POST /baskets/preview', 'POST /network/baskets/preview'] as const),
  ];
  const changing = names.filter((name) => split(name).method !== 'GET' && !others.includes(name));

  test('is written of every call with a version', () => {
    expect(names.filter(isVersioned).filter((name) => !changing.includes(name))).toEqual([]);
  });

  test.each(changing)(
    '%s is refused over another version, and writes one row of each record, with who did it and no secret',
    async (name) => {
      const filled = await fill(name, side);
      if (isVersioned(name)) await refusesOthers(name, filled);
      const { as, sent } = filled;
      const before = await count(as.companyId);
      // What a token of another system may call changes nobody's way in; who holds one may end it.
      const { audience, peopleOnly }: Endpoint = endpoints[name];
      const isForTokens = audience !== 'public' && !peopleOnly && name !== 'POST /auth/logout';
      const entered = isForTokens && (await entrances());
      const answer = await call(audience === 'public' ? null : as, name, {
        ...sent,
        headers: { 'x-request-id': 'richiesta-di-prova' },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      // The one car of the offer has a row of its own, so have the session that an activation opens, the record of an import, and each of two customers that are related
      // or become one, and of two leads; what goes from somebody absent to a colleague is said of both; a new car that goes on as a used one makes and moves that. An appointment begins when its customer comes, and one that a customer has booked and confirms brings a lead. An edition is taken back by another one. A user comes of an invitation that is confirmed. A stage changes places with another one. A page that a customer sends is a file and a word of the contract. A revision by today's list is begun and moved to it.
      const two =
        /^(POST|PUT|DELETE) .(quotes.b2b.:id.(accept|withdraw)|quotes.:id.revise|auth.activation.confirm|persons.merges(.:id.undo)?|imports.:id.(start|undo)|customers.:id.relations.*|accesses.arrivals|links.booking.confirm|calendars.unconfirmed.:formId.take|contracts.:id.price|catalog.editions.:id.roll_back|leads.:id.(join|part)|users.:id.absent(.undo)?|network-invitations.:id.confirm|negotiation-stages.:id.place|valuations.:id.(barter|use|schedule|release))$|^POST .links.enclosures$/;
      // The hold, the sale or the delivery of its car, the delivery that is proposed, its quote and the customer's cars follow a contract.
      const three = /^(POST|PUT) .contracts(.:id.(approve|reopen|cancel|car|withdrawal.close))?$/;
      // Closed with the delivery, it closes that in the calendar, too; opened again, it proposes another one.
      const four = /^POST .contracts.:id.(complete|resume)$/;
      const rows = four.test(name) ? 4 : two.test(name) ? 2 : three.test(name) || name.endsWith('/convert') ? 3 : 1;
      expect(await count(as.companyId)).toBe(before + rows);
      if (isForTokens) expect(await entrances()).toEqual(entered);
      const of = as.companyId;
      const [row] = await world.query('select * from audit_events where company_id = $1 order by id desc limit 1', [
        of,
      ]);
      // Who holds a private link is nobody's user.
      const by =
        /^(POST|DELETE) .(offers.|signing.|withdrawal$|privacy.page|links.(appointment.|booking|request|enclosures))/.test(
          name,
        )
          ? null
          : String(as.id);
      expect(row).toMatchObject({ user_id: by, request_id: 'richiesta-di-prova' });
      const facts = await world.query('select facts from audit_facts where company_id = $1 and event_id = $2', [
        of,
        row.id,
      ]);
      const written = JSON.stringify([row, facts]);
      expect(written).not.toMatch(/argon2|quattro-gatti|sette-ponti/);
      expect(written).not.toContain(as.token);
    },
  );

  test('a call that fails, and a dry run, write none', async () => {
    const other = await world.user(901, EVERY);
    const before = await count();
    await call(other, 'POST /accessories', { body: { ...accessory, code: `${alfa.marker}-1` } });
    await call(other, 'PUT /quotes/:id', { params: { id: 1_000_000 }, version: 1, body: draft(alfa) });
    await call(other, 'POST /accessories/reprice', { body: { ids: [alfa.accessoryId], percent: 5, dryRun: true } });
    expect(await count()).toBe(before);
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
