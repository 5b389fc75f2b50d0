import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withTenant } from '#backend/db/tenant.ts';
import { firstBrokenAudit } from '#backend/lib/audit.ts';
import { enqueue } from '#backend/lib/jobs.ts';
import { sendResetMail } from '#backend/auth/mails.ts';
import { split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { privileges } from '#domain/privileges.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accessory, areas, reference } from '#tests/support/records.ts';
import { makeWorld, PASSWORD, type Sent } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database);
const { alfa, call, draft } = world;
afterAll(() => world.close());

const EVERY = Object.keys(privileges).map(Number);
const user = await world.user(901, EVERY, { password: true });
const count = async (companyId = 901) =>
  Number((await world.query('select count(*) from audit_events where company_id = $1', [companyId]))[0].count);
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const idOf = { accessories: alfa.accessoryId, tyres: alfa.tyreId };
const customer = { type: 'private', firstName: 'Anna', lastName: 'Verdi', taxCode: 'BNCFNC90C47F205L' };
const newQuote = async (as = user) => (await call(as, 'POST /quotes', { body: draft(alfa) })).body.id as number;
const issuedQuote = async (as = user) => {
  const id = await newQuote(as);
  await call(as, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
  return id;
};
const at = async (id: number | Promise<number>, sent: Sent = {}): Promise<Sent> => ({
  params: { id: await id },
  ...sent,
});

/** How each call that changes something is made once, successfully. */
const calls: Partial<Record<CallName, () => Promise<Sent>>> = {
  'POST /auth/login': async () => ({ body: { email: user.email, password: PASSWORD } }),
  'PUT /users/me': async () => ({ version: 1, body: { name: 'Nome Nuovo', phone: null } }),
  'PUT /users/me/picture': async () => ({ body: { base64: PNG } }),
  'DELETE /users/me/picture': async () => ({}),
  'PUT /users/me/appearance': async () => ({ body: { theme: 'dark', density: 'compact', shortcuts: false } }),
  'PUT /users/me/updates-seen': async () => ({}),
  'POST /users/me/views': async () => ({ body: { area: 'quotes', name: 'Le mie', shared: false, state: { q: 'x' } } }),
  'DELETE /users/me/views/:id': () =>
    at(
      call(user, 'POST /users/me/views', { body: { area: 'quotes', name: 'Altra', shared: true, state: {} } }).then(
        ({ body }) => body.id,
      ),
    ),
  'DELETE /users/me/sessions/:id': async () => {
    await call(null, 'POST /auth/login', { body: { email: user.email, password: PASSWORD } });
    const rows = (await call(user, 'GET /users/me/sessions')).body;
    return at(rows.find(({ current }: { current: boolean }) => !current).id);
  },
  'POST /customers': async () => ({ body: customer }),
  'PUT /customers/:id': () => at(alfa.customerId, { version: 1, body: { ...customer, taxCode: null, city: 'Lecco' } }),
  ...Object.assign(
    {},
    ...areas.map((area) => ({
      [`POST /${area}`]: async () => ({ body: reference[area].body }),
      [`PUT /${area}/:id`]: () => at(idOf[area], { version: 1, body: { ...reference[area].body, code: 'AUD-2' } }),
      [`PUT /${area}/:id/archived`]: () => at(idOf[area], { version: 2, body: { archived: true } }),
      [`POST /${area}/reprice`]: async () => ({ body: { ids: [idOf[area]], percent: 5 } }),
      [`POST /${area}/import`]: async () => ({ body: { csv: reference[area].csv, dryRun: false } }),
    })),
  ),
  'POST /quotes': async () => ({ body: draft(alfa) }),
  'PUT /quotes/:id': () => at(newQuote(), { version: 1, body: draft(alfa, { deposit: 100 }) }),
  'DELETE /quotes/:id': () => at(newQuote(), { version: 1 }),
  'POST /quotes/:id/issue': () => at(newQuote(), { version: 1 }),
  'POST /quotes/:id/revise': () => at(issuedQuote()),
  'POST /quotes/:id/duplicate': () => at(issuedQuote()),
  'POST /quotes/:id/close': () => at(issuedQuote(), { version: 2, body: { reason: 'other' } }),
  'PUT /users/me/password': async () => ({ body: { current: PASSWORD, password: 'quattro-gatti-sul-tetto' } }),
  'POST /auth/logout': async () => ({}),
};

describe('versions', () => {
  const versioned = (Object.keys(calls) as CallName[]).filter((name) => (endpoints[name] as Endpoint).versioned);

  test.each(versioned)(
    '%s over another version than the stored one: 412 with the record, and nothing changes',
    async (name) => {
      const sent = await calls[name]!();
      const before = await count();
      for (const version of [0, 99]) {
        const { status, body } = await call(user, name, { ...sent, version });
        expect([status, body.error]).toEqual([412, 'stale']);
        const { answer } = endpoints[name] as Endpoint;
        if (answer instanceof z.ZodType) expect(answer.parse(body.current)).toEqual(body.current);
      }
      expect(await count()).toBe(before);
    },
  );
});

describe('audit', () => {
  test('knows every call that changes something', () => {
    const changing = (Object.keys(endpoints) as CallName[]).filter((name) => split(name).method !== 'GET');
    // A reset is recorded when its job finds somebody, and when the token is used.
    expect(changing.filter((name) => !calls[name])).toEqual(['POST /auth/reset', 'POST /auth/password']);
  });

  test.each(Object.keys(calls) as CallName[])('%s writes one row, with who did it and no secret', async (name) => {
    const sent = await calls[name]!();
    const before = await count();
    const answer = await call((endpoints[name] as Endpoint).audience === 'public' ? null : user, name, {
      ...sent,
      headers: { 'x-request-id': 'richiesta-di-prova' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    expect(await count()).toBe(before + 1);
    const [row] = await world.query('select * from audit_events where company_id = 901 order by id desc limit 1');
    expect(row).toMatchObject({ user_id: String(user.id), request_id: 'richiesta-di-prova' });
    expect(JSON.stringify(row)).not.toMatch(/argon2|quattro-gatti|sette-ponti/);
    expect(JSON.stringify(row)).not.toContain(user.token);
  });

  test('a call that fails, and a dry run, write none', async () => {
    const other = await world.user(901, EVERY);
    const before = await count();
    await call(other, 'POST /accessories', { body: accessory });
    await call(other, 'PUT /quotes/:id', { params: { id: 1_000_000 }, version: 1, body: draft(alfa) });
    await call(other, 'POST /accessories/import', {
      body: { csv: 'Codice;Descrizione;Prezzo\nAUD-9;Portasci;120,50', dryRun: true },
    });
    expect(await count()).toBe(before);
  });

  test('the chain of the company verifies, also after parallel changes, and names the row that was altered', async () => {
    const other = await world.user(901, EVERY);
    await Promise.all(Array.from({ length: 15 }, () => call(other, 'PUT /users/me/updates-seen')));
    const broken = () => withTenant(database.db, { companyId: 901, userId: null }, (trx) => firstBrokenAudit(trx, 901));
    expect(await broken()).toBeNull();
    const [{ id }] = await world.query(
      'select id from audit_events where company_id = 901 and after is not null order by id offset 3 limit 1',
    );
    for (const statement of [
      'after = after || \'{"x": 1}\'',
      "user_name = user_name || '.'",
      "at = at + interval '1 ms'",
      'request_id = upper(request_id)',
    ]) {
      await world
        .query('create temporary table kept as select * from audit_events where id = $1', [id])
        .catch(() => {});
      const [kept] = await world.query('select after, user_name, at, request_id from audit_events where id = $1', [id]);
      await world.query(`update audit_events set ${statement} where id = $1`, [id]);
      expect(await broken()).toBe(Number(id));
      await world.query('update audit_events set after = $2, user_name = $3, at = $4, request_id = $5 where id = $1', [
        id,
        kept.after,
        kept.user_name,
        kept.at,
        kept.request_id,
      ]);
      expect(await broken()).toBeNull();
    }
    await world.query('delete from audit_events where id = (select max(id) from audit_events where company_id = 901)');
    expect(await broken()).not.toBeNull();
  });

  test.each(["update audit_events set action = 'x'", 'delete from audit_events', 'truncate audit_events'])(
    'requests may not: %s',
    async (statement) => {
      const { sql } = await import('kysely');
      await expect(
        withTenant(database.db, { companyId: 901, userId: null }, (trx) => sql.raw(statement).execute(trx)),
      ).rejects.toMatchObject({ code: '42501' });
    },
  );
});

describe('idempotency', () => {
  const create = (as: { token: string }, key: string, code: string) =>
    call(as, 'POST /accessories', { key, body: { ...accessory, code } });

  test('a hundred equal calls at once make one record', async () => {
    const as = await world.user(901, [4]);
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
    const as = await world.user(901, [4]);
    expect((await create(as, 'chiave-2', '')).status).toBe(422);
    expect((await create(as, 'chiave-2', 'IDEM-2')).status).toBe(201);
    expect((await create(as, 'chiave-2', 'IDEM-3')).status).toBe(422);
    const colleague = await world.user(901, [4]);
    expect((await create(colleague, 'chiave-2', 'IDEM-4')).status).toBe(201);
    expect((await create(as, 'x'.repeat(256), 'IDEM-5')).status).toBe(422);
  });

  test('prices change once per key, however often the call comes', async () => {
    const as = await world.user(901, [4]);
    const { id } = (await create(as, 'chiave-6', 'IDEM-6')).body;
    const reprice = () => call(as, 'POST /accessories/reprice', { key: 'chiave-7', body: { ids: [id], percent: 10 } });
    const first = await reprice();
    expect([first.status, first.body]).toEqual([200, { changed: 1 }]);
    const again = await reprice();
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, { changed: 1 }, 'true']);
    const { price } = (await call(as, 'GET /accessories/:id', { params: { id } })).body;
    expect(price).toBe(Math.round(accessory.price * 1.1));
  });

  test('the key counts per call: the same key revises one quote, not two', async () => {
    const as = await world.user(901, EVERY);
    const [one, two] = [await issuedQuote(as), await issuedQuote(as)];
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
        await enqueue(trx, 'password-notice', { companyId: 901, userId: 7 });
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
    const { startJobs } = await import('#backend/lib/jobs.ts');
    const { readdirSync } = await import('node:fs');
    const target = await world.user(901, [], { password: true });
    await call(null, 'POST /auth/reset', { body: { email: target.email } });
    const jobs = await startJobs({ ownerUrl: database.ownerUrl, appUrl: database.appUrl, config: world.config });
    await expect
      .poll(() => world.query('select from password_resets where user_id = $1', [target.id]), { timeout: 10_000 })
      .toHaveLength(1);
    await expect
      .poll(() => readdirSync(`${world.config.DATA_DIR}/outbox`).length, { timeout: 5_000 })
      .toBeGreaterThan(0);
    await jobs.stop();
    // A job may run twice: the second mail voids the first one's token.
    await sendResetMail(
      { db: database.db, config: world.config, now: new Date() },
      { email: target.email, requestId: 'di-nuovo' },
    );
    expect(
      await world.query('select from password_resets where user_id = $1 and used_at is null', [target.id]),
    ).toHaveLength(1);
  });
});
