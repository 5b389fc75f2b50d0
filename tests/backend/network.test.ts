import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dayInRome } from '#domain/dates.ts';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { distributed } from '#backend/db/distribution.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { columns as held } from '#backend/persons/held.ts';
import { ON_BEHALF, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { blankOf, valuesIn, whole } from '#domain/record/fields.ts';
import { accessoryFields } from '#domain/accessories/fields.ts';
import { serviceFields } from '#domain/services/fields.ts';
import { tyreFields } from '#domain/tyres/fields.ts';
import { automaticFields } from '#domain/reports/automatic/fields.ts';
import { privileges } from '#domain/privileges.ts';
import { machines } from '#domain/machines.ts';
import { keysOf, movesOf, type Machine, type Move } from '#domain/record/machine.ts';
import { privilegesFor, type BehalfArea } from '#domain/network/terms.ts';
import { PASSWORD, type Sent, type TestUser } from '#tests/support/area.ts';
import { fill } from '#tests/support/areas.ts';
import { forgetSent } from '#backend/lib/files/sent.ts';
import { coverJob } from '#backend/support/tickets.ts';
import { ticketAnsweredJob } from '#backend/support/answered.ts';
import { ticketPassedJob } from '#backend/support/followed.ts';
import { countPeople } from '#backend/news/readings.ts';
import { followLink } from '#backend/lib/people/link.ts';
import { invitationAskedJob, invitationDueJob } from '#backend/users/network-invitations.ts';
import { grantAskedJob } from '#backend/network/grants.ts';
import { keepOutJob } from '#backend/network/guard.ts';
import { tellGoingOn } from '#backend/network/suspending.ts';
import { knownOf, servicesOf, watchServicesJob } from '#backend/network/health.ts';
import { drainEachCompany, forEachCompany } from '#backend/lib/people/companies.ts';
import { forgetRefused } from '#backend/lib/people/invited.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import { openedCompany, reason } from '#tests/support/areas/network.ts';
import { signedChat } from '#tests/support/areas/support.ts';
import { sent } from '#tests/support/areas/uploads.ts';
import { copiesOf } from '#tests/support/copies.ts';
import { testDatabase } from '#tests/support/database.ts';
import { kept } from '#tests/support/machines.ts';
import { because } from '#tests/support/reasons.ts';
import { isSoak, rounds } from '#tests/support/rounds.ts';
import { unzipped } from '#tests/support/unzipped.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';
import { sql } from 'kysely';

const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
const { alfa, beta, call, clock, query } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));

const table = endpoints as Record<CallName, Endpoint>;
const names = keysOf(endpoints);
const side = await world.sideOf(alfa);
const maker = await world.user(10, EVERY);

test('work for all companies goes on past one for which it fails, and says at the end for which it did', async () => {
  const outside = world.outside();
  for (const [walk, rounds] of [
    [forEachCompany, 1],
    [drainEachCompany, 2],
  ] as const) {
    const done: number[] = [];
    const work = async ({ user: { companyId } }: Pick<Ctx, 'user'>) => {
      done.push(companyId);
      if (companyId === 901) throw new Error('A broken contract');
      return done.filter((id) => id === companyId).length < rounds;
    };
    await expect(walk(outside, work as never)).rejects.toThrow(/^1 of \d+ companies: 901$/);
    expect(done.filter((id) => id === 901)).toEqual([901]);
    expect(done.filter((id) => id === 902)).toEqual(Array(rounds).fill(902));
  }
});

test('the standing of another system is found for one who waits for it, and told as it was found last to one who does not', async () => {
  const config = { ...world.config, EUR_URL: 'http://127.0.0.1:1' };
  const stateIn = (all: ReturnType<typeof knownOf>) => all.find(({ name }) => name.includes('Eurotax'))?.state;
  expect(stateIn(knownOf(config, clock.now))).toBe('unknown');
  expect(stateIn(await servicesOf(config, clock.now))).toBe('down');
  expect(stateIn(knownOf(config, clock.now))).toBe('down');
});

test('how another system answered is kept by the minute for an hour, and read beside how it stands', async () => {
  const [up, config] = [createServer((_, answer) => answer.end()).listen(0), { ...world.config, EUR_URL: 'http://127.0.0.1:1' }]; // prettier-ignore
  await once(up, 'listening');
  const began = clock.now;
  const ask = (url: string) => watchServicesJob.run({ ...world.outside(), now: clock.now, config: { ...config, IND_URL: url } }, {}); // prettier-ignore
  const hours = async () => {
    const { services } = (await call(maker, 'GET /network/health', { query: {} })).body;
    const hourOf = (name: string) => services.find((one: { name: string }) => one.name.includes(name)).hour;
    return [hourOf('Eurotax'), hourOf('Indicata'), hourOf('SMS')];
  };
  const answers = `http://127.0.0.1:${(up.address() as AddressInfo).port}`;
  // A second process in the same minute adds nothing.
  for (const minutes of [0, 0, 1]) {
    clock.now = new Date(began.getTime() + minutes * 60_000);
    await ask(answers);
  }
  up.close();
  expect(await hours()).toEqual([
    { ms: [null, null], p99: null, failed: 2 },
    { ms: [expect.any(Number), expect.any(Number)], p99: expect.any(Number), failed: 0 },
    null,
  ]);
  clock.now = new Date(began.getTime() + 61 * 60_000);
  expect(await hours()).toEqual([null, null, null]);
  clock.now = began;
});

/** Whatever an answer says, also in the sheets of a workbook. */
function textOf(body: unknown): string {
  if (!Buffer.isBuffer(body)) return JSON.stringify(body ?? '');
  return body.toString('latin1', 0, 2) === 'PK' ? [...unzipped(body).values()].join('\n') : body.toString('latin1');
}

/** Tables that the manufacturer's scopes may read: the lists of a company, its own people, and what it tells. */
const OPEN = [
  ...['companies', 'users', 'locations', 'business_centers', 'params', 'param_versions', 'counters', 'audit_events'],
  ...['audit_heads', 'accessories', 'tyres', 'services', 'insurances', 'plans', 'layouts', 'layout_versions'],
  ...['layout_sections', 'layout_prints', 'network_facts', 'network_uses', 'network_reader_counts', 'access_grants'],
  ...['news_reader_counts', 'network_invitations', 'network_people', 'network_own_values', 'network_going_on'],
  ...[
    'tickets',
    'ticket_messages',
    'ticket_files',
    'network_plans',
    'network_target_years',
    'network_targets',
    'catalog_samples',
    'ready_answers',
    'service_checks',
  ],
  ...['network_baskets', 'basket_versions', 'reception_words', 'record_stages', 'network_adoptions', 'catalog_lines'],
];
/** Tables of which these scopes read some rows, chosen by their policy. */
const PARTLY = ['search_words', 'idempotency_keys', 'claims', 'state_changes', 'uploads', 'ticket_disclosures'];

describe('network-scope', () => {
  test('the scopes of the manufacturer read no table that holds a person, whatever a statement asks for', async () => {
    const full: string[] = [];
    for (const scope of ['fms', 'door'] as const)
      for (const name of distributed) {
        const count = (as?: typeof scope) =>
          withTenant(database.db, { companyId: 901, userId: null, scope: as }, async (trx) => {
            const from = sql`select from ${sql.table(name)} where company_id = ${901} limit 1`;
            return (await from.execute(trx)).rows.length;
          });
        const seen = await count(scope);
        if (seen > 0 && !OPEN.includes(name) && !PARTLY.includes(name)) full.push(`${scope} ${name}`);
      }
    expect(full).toEqual([]);
    expect(OPEN.filter((name) => name in held)).toEqual([]);
  });

  test('every other table of a company is shut by a policy of its own, also for what is written', async () => {
    const shut = await query(
      `select tablename as name from pg_policies where schemaname = 'public' and policyname = 'tenant' and qual like '%app_unscoped()%'`,
    );
    const all = [...distributed, 'login_emails'].filter((name) => !OPEN.includes(name));
    expect(shut.map(({ name }) => name).toSorted()).toEqual(all.toSorted());
    const hard = `select tablename, policyname from pg_policies where schemaname = 'public' and permissive = 'RESTRICTIVE'`;
    // Citus forgets the word on shards, and what should shut would open.
    expect(await query(hard)).toEqual([]);
    const write = withTenant(database.db, { companyId: 901, userId: null, scope: 'door' }, (trx) =>
      trx
        .insertInto('comments')
        .values({ companyId: 901, entity: 'quote', recordId: 1, userId: 1, text: 'x' })
        .execute(),
    );
    await expect(write).rejects.toThrow(/row-level security/);
    const words = await withTenant(database.db, { companyId: 901, userId: null, scope: 'door' }, (trx) =>
      trx.selectFrom('searchWords').select('kind').distinct().where('companyId', '=', 901).execute(),
    );
    expect(words.map(({ kind }) => kind).toSorted()).toEqual(['accessories']);
  });

  test('of the facts of the audit the scopes of the manufacturer read company 10’s own alone, on whose behalf whatever was written', async () => {
    const reads = (companyId: number, scope: 'fms' | 'door' | undefined, of: number) =>
      withTenant(database.db, { companyId, userId: null, scope }, async (trx) => {
        const facts = sql`select from audit_facts where company_id = ${of} limit 1`;
        return (await facts.execute(trx)).rows.length > 0;
      });
    expect([await reads(10, 'fms', 10), await reads(901, undefined, 901)]).toEqual([true, true]);
    for (const [companyId, of] of [
      [10, 901],
      [901, 901],
      [901, 10],
    ] as const)
      // prettier-ignore
      for (const scope of ['fms', 'door'] as const)
        expect([companyId, scope, of, await reads(companyId, scope, of)]).toEqual([companyId, scope, of, false]);
  });

  test('no answer to the manufacturer, and no word of its own audit, says what a company knows of its customers', async () => {
    const WORD = 'Vistamare';
    for (const dealer of [alfa, beta]) {
      const own = await world.user(dealer.companyId, EVERY);
      const person = { type: 'private', firstName: 'Ada', lastName: WORD, notes: WORD };
      const { id } = (await call(own, 'POST /customers', { body: person })).body;
      const customer = { id, name: `Ada ${WORD}`, type: 'private' as const };
      const quote = await call(own, 'POST /quotes', { body: world.draft(dealer, { customer }) });
      expect(quote.status, JSON.stringify(quote.body)).toBe(201);
      const issued = await call(own, 'POST /quotes/:id/issue', { params: { id: quote.body.id }, version: 1 });
      expect(issued.status, JSON.stringify(issued.body)).toBe(200);
    }
    expect((await call(side.as, 'GET /customers', { query: { q: WORD } })).body.rows).toHaveLength(1);
    // Thirty companies whose every word of persons is the same one.
    const takeAway = await copiesOf(query, 901, { from: 911, to: 938, word: WORD });
    const planted = await query(
      `select count(*)::int as many from customers where company_id between 911 and 938 and last_name like '%' || $1 || '%'`,
      [WORD],
    );
    expect(Number(planted[0]!.many)).toBeGreaterThan(27);
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const logging = createBackend({ db: database.db, config: world.config, now: () => clock.now, log });
    const heard: string[] = [];
    let counted = 0;
    for (const name of names.filter((one) => table[one].audience === 'fms' || table[one].audience === 'user')) {
      const { sent } = await fill(name, side);
      if (/sessions|password|second|logout|email/.test(name)) continue;
      const { format, ...asked } = { format: null, ...sent.query };
      const formats = format === null ? [sent] : ['csv', 'xlsx'].map((one) => ({ ...sent, query: { ...asked, format: one } })); // prettier-ignore
      for (const each of formats) {
        const answer = await call(maker, name, each, logging);
        if (answer.status < 300) counted += 1;
        if (textOf(answer.body).includes(WORD)) heard.push(name);
      }
    }
    expect(heard).toEqual([]);
    expect(counted).toBeGreaterThan(100);
    expect(lines.filter((line) => line.includes(WORD))).toEqual([]);
    await takeAway();
    const said = await query(`select facts::text as text from audit_facts where company_id = 10`);
    expect(said.filter(({ text }) => String(text).includes(WORD))).toEqual([]);
    const { dealers } = (await call(maker, 'GET /companies/network')).body;
    expect(keysOf(dealers[0]).toSorted()).toEqual([
      'aimed',
      'brands',
      'claimed',
      'claims',
      'contracts',
      'expected',
      'hasManager',
      'id',
      'lastLoginOn',
      'leads',
      'name',
      'open',
      'openedAt',
      'people',
      'plated',
      'province',
      'quotes',
      'state',
      'suspendedAt',
      'target',
      'ticketSince',
      'tickets',
      'visits',
    ]);
  });

  test('only people of the manufacturer stand at a door, and its own company has none', async () => {
    for (const name of names.filter((one) => table[one].door)) {
      const { sent } = await fill(name, side);
      expect([name, (await call(side.as, name, sent)).status]).toEqual([name, 403]);
      for (const companyId of [10, 987_654])
        expect((await call(maker, name, { ...sent, params: { ...sent.params, company_id: companyId } })).status).toBe(
          404,
        );
    }
  });
});

describe('companies of the network', () => {
  test('one is opened whole, with its administrator invited, and enters nobody before', async () => {
    const { as, params, adminId } = await openedCompany(side);
    const { company_id: id } = params;
    const seen = (await call(as, 'GET /network/:company_id/users', { params })).body;
    expect(seen.company).toMatchObject({ id, province: 'MI', state: 'invited', hasManager: false });
    expect(seen.users).toMatchObject([{ id: adminId, name: 'Nora Nuova', isManager: true, state: 'invited' }]);
    // Who was never invited, or was and has not come, confirms nobody.
    const never = await world.user(id, EVERY);
    const later = (await call(as, 'GET /network/:company_id/users', { params })).body;
    expect(later.company.hasManager).toBe(false);
    expect(later.users).toContainEqual(expect.objectContaining({ id: never.id, state: 'uninvited', isManager: true }));
    const places = await query('select name from locations where company_id = $1 order by name', [id]);
    expect(places.map(({ name }) => name)).toEqual(['Centro', 'Officina']);
    const [{ many }] = (await query(
      `select count(*)::int as many from pgboss.job where name = 'company-invite' and data ->> 'companyId' = $1`,
      [String(id)],
    )) as [{ many: number }];
    expect(many).toBe(1);
    const [told] = await query(
      `select f.facts -> 'after' ->> 'name' as name from audit_events e join audit_facts f on f.company_id = e.company_id and f.event_id = e.id
       where e.company_id = 10 and e.entity = 'company' and e.entity_id = $1 and e.action = 'create'`,
      [id],
    );
    expect(told!.name).toContain('Nuova');
  });

  test('a fault is said at its field, and nothing is opened', async () => {
    const { body } = (await fill('POST /network/companies', side)).sent as { body: object };
    const opening = (changes: object) => call(maker, 'POST /network/companies', { body: { ...body, ...changes } });
    expect((await opening({ province: 'ZZ' })).body.fields).toHaveProperty('province');
    expect((await opening({ brands: [987_654] })).body.fields).toHaveProperty('brands');
    expect((await opening({ places: ['Centro', 'centro'] })).body.fields).toHaveProperty('places');
    expect((await opening({ places: [] })).body.fields).toHaveProperty('places');
    expect((await opening({})).status).toBe(201);
    expect((await opening({ name: 'Altra' })).body.fields).toHaveProperty('email');
  });

  test('a suspended one is told why at the door; its people, tokens, jobs and public pages stop, its customers go on', async () => {
    const { as, params, adminId } = await openedCompany(side);
    const { company_id: id } = params;
    const session = await world.user(id, EVERY, { password: true });
    const link = async (purpose: string) => {
      const token = newToken(id);
      await query(
        `insert into links (company_id, purpose, record_id, token_hash, expires_at, created_at) values ($1, $2, 1, $3, $4, $4::timestamptz - interval '1 day')`,
        [id, purpose, readToken(token)!.hash, new Date(clock.now.getTime() + 86_400_000)],
      );
      return token;
    };
    const [forCustomer, forStaff] = [await link('signature'), await link('calendar')];
    await link('booking');
    const token = { name: 'Gestionale', privileges: [privileges.createQuotes], days: 30 };
    expect((await call(session, 'POST /users/tokens', { body: token })).status).toBe(201);
    const outside = world.outside();
    const wouldStop = async () => (await call(as, 'GET /network/:company_id/users', { params })).body.suspending;
    const nothing = { tokens: 0, reports: 0, pages: 0, staffLinks: 0, signatures: 0, contracts: 0, quotes: 0 };
    expect(await wouldStop()).toEqual(nothing);
    await outside.asCompany(id, null, tellGoingOn.run);
    expect(await wouldStop()).toEqual({ ...nothing, tokens: 1, pages: 1, staffLinks: 1 });
    const follows = (token: string) =>
      followLink(outside, ['signature', 'calendar'], token).then(
        () => true,
        () => false,
      );
    const worked = async () => {
      const seen: number[] = [];
      await forEachCompany(outside, async ({ user }) => void seen.push(user.companyId));
      return seen.includes(id);
    };
    const logIn = () => call(null, 'POST /auth/login', { body: { email: session.email, password: PASSWORD } });
    const state = async () => [
      (await call(session, 'GET /auth/user')).status,
      (await logIn()).status,
      await worked(),
      await follows(forCustomer),
      await follows(forStaff),
    ];
    expect(await state()).toEqual([200, 200, true, true, true]);

    const suspend = { params, body: { reason: 'Insoluti di novembre' } };
    expect((await call(as, 'POST /network/:company_id/suspend', suspend)).status).toBe(204);
    expect((await call(as, 'POST /network/:company_id/suspend', suspend)).status).toBe(409);
    clock.now = new Date(clock.now.getTime() + 6_000);
    expect(await state()).toEqual([401, 403, false, true, false]);
    expect((await logIn()).body.message).toContain('Insoluti di novembre');
    const wrong = { email: session.email, password: 'non-è-questa-2026' };
    expect((await call(null, 'POST /auth/login', { body: wrong })).body.message).not.toContain('Insoluti');
    const seen = (await call(as, 'GET /network/:company_id/users', { params })).body.company;
    expect(seen).toMatchObject({ state: 'suspended', suspendedFor: 'Insoluti di novembre' });

    expect((await call(as, 'POST /network/:company_id/reopen', { params })).status).toBe(204);
    expect((await call(as, 'POST /network/:company_id/reopen', { params })).status).toBe(409);
    clock.now = new Date(clock.now.getTime() + 6_000);
    expect(await state()).toEqual([200, 200, true, true, true]);
    const told = await query(
      `select action from audit_events where company_id = $1 and action like 'company_%' order by id`,
      [id],
    );
    expect(told.map(({ action }) => action)).toEqual(['company_suspended', 'company_reopened']);
    // Who has entered is invited no more.
    await query(`update users set last_login_at = now() where company_id = $1 and id = $2`, [id, adminId]);
    const invite = { params: { ...params, id: adminId } };
    expect((await call(as, 'POST /network/:company_id/users/:id/invite', invite)).status).toBe(409);
  });

  test('somebody is kept out at once, and the company alone lets them in again; the last manager is not blocked', async () => {
    const { as, params, adminId } = await openedCompany(side);
    const { company_id: companyId } = params;
    const others = EVERY.filter((one) => one !== privileges.manageUsers);
    const seller = await world.user(companyId, others, { password: true });
    const manager = await world.user(companyId, EVERY);
    const automatic = { ...blankOf(automaticFields), name: 'Ogni mattina', userIds: [seller.id] };
    const report = (await call(seller, 'POST /automatic-reports', { body: automatic })).body;
    expect(report).toMatchObject({ state: 'active', dueAt: expect.any(String) });
    await query(
      `insert into links (company_id, purpose, record_id, token_hash, user_id, expires_at)
       values ($1, 'calendar', 1, '\\x01', $2, '2027-12-31')`,
      [companyId, seller.id],
    );
    const links = () => query('select revoked_at from links where company_id = $1', [companyId]);
    const at = { params: { ...params, id: seller.id } };
    const enters = async () => (await call(seller, 'GET /auth/user')).status;
    /** What the job does that this call leaves, once. */
    const workOff = async (reason: string | null) => {
      const left = await query(
        `delete from pgboss.job where name = 'keep-out' and data ->> 'companyId' = $1 returning data -> 'told' ->> 'reason' as reason`,
        [String(companyId)],
      );
      expect(left).toEqual([{ reason }]);
      const told = reason === null ? null : { title: 'Bloccato', reason };
      await keepOutJob.run(world.outside(), { companyId, userId: seller.id, told });
    };
    expect(await enters()).toBe(200);
    expect(await links()).toEqual([{ revoked_at: null }]);
    expect((await call(as, 'DELETE /network/:company_id/users/:id/sessions', at)).status).toBe(204);
    await workOff(null);
    // The private links of calendars may be on the lost device.
    expect(await links()).toEqual([{ revoked_at: expect.any(Date) }]);
    clock.now = new Date(clock.now.getTime() + 6_000);
    expect(await enters()).toBe(401);
    const body = { reason: 'Dispositivo rubato' };
    expect((await call(as, 'POST /network/:company_id/users/:id/block', { ...at, body })).status).toBe(204);
    expect((await call(as, 'POST /network/:company_id/users/:id/block', { ...at, body })).status).toBe(409);
    await workOff(body.reason);
    const logIn = () => call(null, 'POST /auth/login', { body: { email: seller.email, password: PASSWORD } });
    expect((await logIn()).status).toBe(401);
    const seen = (await call(as, 'GET /network/:company_id/users', { params })).body.users;
    expect(seen.find(({ id }: { id: number }) => id === seller.id).state).toBe('blocked');
    const told = (await call(manager, 'GET /notifications')).body;
    expect(JSON.stringify(told)).toContain('Dispositivo rubato');
    expect(JSON.stringify(told)).toContain('/dealer/users?state=blocked');
    // What leaves by itself rests, as after the company's own blocking.
    const resting = { params: { id: report.id } };
    expect((await call(manager, 'GET /automatic-reports/:id', resting)).body).toMatchObject({ dueAt: null });
    expect(JSON.stringify(told)).toContain('non ha più accesso');
    const [row] = await query('select version from users where company_id = $1 and id = $2', [companyId, seller.id]);
    const back = { action: 'restore', rows: [{ id: seller.id, version: Number(row!.version) }] };
    expect((await call(manager, 'POST /users/bulk', { body: back })).status).toBe(200);
    expect((await logIn()).status).toBe(200);
    // Of who enters the manufacturer knows the day at once.
    const { dealers } = (await call(as, 'GET /companies/network')).body;
    expect(dealers.find(({ id }: { id: number }) => id === companyId).lastLoginOn).toBe(dayInRome(clock.now));
    // Who was only invited manages nothing: the manager would be the last.
    const first = { params: { ...params, id: manager.id }, body };
    expect((await call(as, 'POST /network/:company_id/users/:id/block', first)).status).toBe(409);
    await query('update users set last_login_at = now() where company_id = $1 and id = $2', [companyId, adminId]);
    for (const [id, status] of [
      [manager.id, 204],
      [adminId, 409],
      [987_654_321, 404],
    ])
      expect(
        (await call(as, 'POST /network/:company_id/users/:id/block', { params: { ...params, id: id! }, body })).status,
      ).toBe(status);
  });

  test('an invited person of company 10 enters when the company confirms; company 10 lets in nobody by itself', async () => {
    const { as, params, adminId } = await openedCompany(side);
    const { company_id: companyId } = params;
    const manager = await world.user(companyId, EVERY);
    const enters = (id: number, on: boolean) =>
      query('update users set last_login_at = $3 where company_id = $1 and id = $2', [
        companyId,
        id,
        on ? 'now()' : null,
      ]);
    await query(`update companies set state = 'open' where company_id = $1`, [companyId]);
    await enters(manager.id, true);
    const body = { name: 'Amica del Costruttore', roleName: 'Amministratore dealer' as const };
    const invite = (changes: object = {}) =>
      call(as, 'POST /network/:company_id/invitations', { params, body: { ...body, email: `amica-${companyId}@rete.test`, ...changes } }); // prettier-ignore
    const made = await invite();
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(Object.keys((await invite()).body.fields)).toEqual(['email']);
    const { id } = made.body as { id: number };
    const persons = async () =>
      (await query('select name from users where company_id = $1 and email = $2', [companyId, `amica-${companyId}@rete.test`])).length; // prettier-ignore
    const due = () => invitationDueJob.run(world.outside(), { companyId, id });
    const told = async (who: TestUser) => JSON.stringify((await call(who, 'GET /notifications')).body);

    // No link, recovery or mail leads in before: there is no user.
    await invitationAskedJob.run(world.outside(), { companyId, id });
    expect(await told(manager)).toContain('La Casa invita Amica del Costruttore');
    expect(await persons()).toBe(0);
    expect((await call(as, 'POST /network-invitations/:id/confirm', { params: { id } })).status).not.toBe(204);
    expect((await call(await world.user(companyId, []), 'POST /network-invitations/:id/confirm', { params: { id } })).status).toBe(403); // prettier-ignore
    expect((await call(side.as, 'POST /network-invitations/:id/confirm', { params: { id } })).status).toBe(404);
    // As long as somebody can decide, time lets nobody in.
    clock.now = new Date(clock.now.getTime() + 80 * 3_600_000);
    await due();
    expect(await persons()).toBe(0);
    const { invitations } = (await call(as, 'GET /network/:company_id/users', { params })).body;
    expect(invitations).toMatchObject([{ id, name: body.name }]);

    // Its administrators are not kept out so that nobody is left: who was only invited counts for nothing.
    const reason = { reason: 'Per entrare' };
    const block = { params: { ...params, id: manager.id }, body: reason };
    expect((await call(as, 'POST /network/:company_id/users/:id/block', block)).status).toBe(409);
    // Whom the company has not invited itself gets no link from company 10.
    await query('update users set invited_at = null where company_id = $1 and id = $2', [companyId, adminId]);
    const again = { params: { ...params, id: adminId } };
    expect((await call(as, 'POST /network/:company_id/users/:id/invite', again)).status).toBe(409);

    expect((await call(manager, 'POST /network-invitations/:id/refuse', { params: { id } })).status).toBe(204);
    expect(await told(manager)).not.toContain('La Casa invita');
    expect((await call(manager, 'POST /network-invitations/:id/confirm', { params: { id } })).status).toBe(409);
    await due();
    expect(await persons()).toBe(0);
    // After a month nothing says any more whom the company did not want.
    const named = async () =>
      Number(
        (
          await query(
            `select (select count(*) from network_invitations where company_id = $1)
             + (select count(*) from audit_facts where company_id = $1 and facts::text like '%' || $2 || '%') as many`,
            [companyId, body.name],
          )
        )[0].many,
      );
    const keep = () => world.outside().asCompany(companyId, null, forgetRefused);
    await keep();
    expect(await named()).toBeGreaterThan(1);
    const at = clock.now;
    clock.now = new Date(at.getTime() + 31 * 86_400_000);
    await keep();
    expect(await named()).toBe(0);
    clock.now = at;

    const second = (await invite()).body.id as number;
    expect((await call(manager, 'POST /network-invitations/:id/confirm', { params: { id: second } })).status).toBe(204);
    expect(await persons()).toBe(1);

    // What is taken back is asked no more.
    const third = (await invite({ email: `altra-${companyId}@rete.test` })).body.id as number;
    await invitationAskedJob.run(world.outside(), { companyId, id: third });
    expect(await told(manager)).toContain('La Casa invita');
    await call(as, 'DELETE /network/:company_id/invitations/:id', { params: { company_id: companyId, id: third } });
    const jobs = await query(
      `select from pgboss.job where name = 'network-invitation' and data ->> 'companyId' = $1 and data ->> 'id' = $2`,
      [String(companyId), String(third)],
    );
    expect(jobs).toHaveLength(2);
    await invitationAskedJob.run(world.outside(), { companyId, id: third });
    expect(await told(manager)).not.toContain('La Casa invita');
  });

  test('an invitation that nobody is left to confirm holds after three days, and the company is told', async () => {
    const { as, params } = await openedCompany(side);
    const { company_id: companyId } = params;
    const seller = await world.user(companyId, [privileges.createQuotes]);
    const body = { name: 'Nuova Direttrice', email: `nuova-${companyId}@rete.test`, roleName: 'Amministratore dealer' as const }; // prettier-ignore
    const { id } = (await call(as, 'POST /network/:company_id/invitations', { params, body })).body as { id: number };
    const jobs = await query(
      `select start_after > now() + interval '1 hour' as later from pgboss.job where name like 'network-invitation%' and data ->> 'companyId' = $1 order by name`,
      [String(companyId)],
    );
    expect(jobs).toHaveLength(2);
    await invitationDueJob.run(world.outside(), { companyId, id });
    const [user] = await query('select role_name, invited_at is not null as invited from users where company_id = $1 and email = $2', [companyId, body.email]); // prettier-ignore
    expect(user).toEqual({ role_name: 'Amministratore dealer', invited: true });
    expect(JSON.stringify((await call(seller, 'GET /notifications')).body)).toContain('entra su invito della Casa');
    await invitationDueJob.run(world.outside(), { companyId, id });
    expect(
      await query('select 1 from users where company_id = $1 and email = $2', [companyId, body.email]),
    ).toHaveLength(1);
    // Whose address has become a user's meanwhile is not let in, and does not wait for ever.
    await query('update users set privileges = $2 where company_id = $1', [companyId, []]);
    const taken = (await call(as, 'POST /network/:company_id/invitations', { params, body })).body.id as number;
    await invitationDueJob.run(world.outside(), { companyId, id: taken });
    const { invitations } = (await call(as, 'GET /network/:company_id/users', { params })).body;
    expect(invitations).toEqual([]);
  });

  test('a suspended company has no access that goes on, because nobody could take it back', async () => {
    const { as, params } = await openedCompany(side);
    await query(`update companies set state = 'open' where company_id = $1`, [params.company_id]);
    await call(as, 'POST /network/:company_id/grants', { params, body: { ...everything, reason } });
    await query(
      `update access_grants set granted_at = asked_at, ends_at = asked_at + interval '2 hours' where company_id = $1`,
      [params.company_id],
    );
    expect((await acting(as, 'GET /accessories', {}, params.company_id)).status).toBe(200);
    await call(as, 'POST /network/:company_id/suspend', { params, body: { reason: 'Per prova' } });
    expect((await acting(as, 'GET /accessories', {}, params.company_id)).status).toBe(403);
  });
});

describe('tickets', async () => {
  const asker = await world.user(901, []);
  const support = await world.user(10, EVERY);
  const asked = async () =>
    (await call(asker, 'POST /support/tickets', { body: { subject: 'Prezzo', text: 'In pagina è un altro.' } })).body;
  const answered = (id: number, as: string, text = 'Il listino è in vigore.') =>
    call(support, 'POST /network/:company_id/tickets/:id/messages', {
      params: { company_id: 901, id },
      body: { text, as },
    });
  const seen = async (id: number) => (await call(asker, 'GET /support/tickets/:id', { params: { id } })).body;

  test('a question is answered, its asker told once, and a note stays with the manufacturer', async () => {
    const { id } = await asked();
    const mine = async () =>
      (await call(support, 'GET /network/tickets')).body.tickets.find(
        (one: { id: number; companyId: number }) => one.id === id && one.companyId === 901,
      );
    expect(await mine()).toMatchObject({ subject: 'Prezzo', state: 'open', answeredAt: null });
    expect((await answered(id, 'note', 'Copia della versione 6')).body).toMatchObject({
      state: 'open',
      answeredAt: null,
      messages: [{ side: 'dealer' }, { side: 'note', text: 'Copia della versione 6' }],
    });
    clock.now = new Date(start.getTime() + 9 * 60_000);
    expect((await answered(id, 'wait')).body).toMatchObject({ state: 'waiting', answeredAt: clock.now.toISOString() });
    const found = async (q: string) => (await call(support, 'GET /network/tickets', { query: { q } })).body;
    expect((await found('PREZZO')).tickets).toContainEqual(expect.objectContaining({ id, companyId: 901 }));
    // Its number finds it alone, however short, as it is shown and as it is typed.
    for (const q of [String(id), `n. ${id}`]) expect((await found(q)).tickets.map((one: { id: number }) => one.id)).toContain(id); // prettier-ignore
    expect((await found(`n. ${id}0`)).tickets).toEqual([]);
    const none = await found('nessuno-scrive-questo%');
    expect([none.tickets, none.waiting > 0, none.withinHour > 0]).toEqual([[], true, true]);
    for (let n = 0; n < 2; n += 1) await ticketAnsweredJob.run(world.outside(), { companyId: 901, id, messageAt: '9' });
    const told = await query(
      `select title, href from notifications where company_id = 901 and user_id = $1 and kind = 'ticket_answered'`,
      [asker.id],
    );
    expect(told).toEqual([
      { title: expect.stringContaining('ha risposto: Prezzo'), href: `/dealer/support?ticket=${id}` },
    ]);
    const { messages, state } = await seen(id);
    expect([state, messages.map(({ side: by }: { side: string }) => by)]).toEqual(['waiting', ['dealer', 'network']]);
    expect(JSON.stringify((await call(asker, 'GET /support/tickets')).body)).not.toContain('versione 6');
    // Writing more, also after the end, is the manufacturer's turn again; the first answer stays the first.
    expect((await answered(id, 'close')).body.state).toBe('closed');
    await call(asker, 'POST /support/tickets/:id/messages', { params: { id }, body: { text: 'Ancora così' } });
    const waits = await mine();
    expect(waits).toMatchObject({ state: 'open', answeredAt: clock.now.toISOString() });
    // Whoever adds a word has not waited any less.
    clock.now = new Date(start.getTime() + 99 * 60_000);
    await call(asker, 'POST /support/tickets/:id/messages', { params: { id }, body: { text: 'Aspetto' } });
    expect(await mine()).toEqual(waits);
    expect((await call(asker, 'POST /support/tickets/:id/close', { params: { id } })).body.state).toBe('closed');
    expect((await call(asker, 'POST /support/tickets/:id/close', { params: { id } })).status).toBe(409);
  });

  test('data that say who somebody is never leave the company', async () => {
    const { id } = await asked();
    const text =
      'Rossi, RSSMRA80A01F205X, tel. 333 123 4567, +39 02 1234567, mario@rossi.example.it, IT60 X054 2811 1010 0000 0123 456, AB 123 CD: 40.900,00 € dal 01/12/2026';
    await call(asker, 'POST /support/tickets/:id/messages', { params: { id }, body: { text } });
    const kept = await query('select text from ticket_messages where company_id = 901 and ticket_id = $1', [id]);
    const last = String(kept.at(-1)!.text);
    expect(last).toBe('Rossi, •••, tel. •••, •••, •••, •••, •••: 40.900,00 € dal 01/12/2026');
    const read = (await call(support, 'GET /network/:company_id/tickets/:id', { params: { company_id: 901, id } }))
      .body;
    expect(read.messages.at(-1).text).toBe(last);
  });

  test('with the box ticked it is read as it was typed, with files; a month after the last word it is gone', async () => {
    const { id } = await asked();
    const params = { id };
    const text = 'Chiama Rossi al 333 123 4567';
    const write = (body: object) =>
      call(asker, 'POST /support/tickets/:id/messages', { params, body: { text, ...body } });
    const seller = await world.userWith('createQuotes');
    const fileId = await sent({ ...side, as: asker }, 'ticket');
    const unasked = await write({ fileIds: [fileId] });
    expect(unasked.body.fields).toEqual({ persons: expect.stringContaining('spuntare la casella') });
    expect((await write({ persons: true, fileIds: [fileId] })).status).toBe(200);
    const door = { company_id: 901, id };
    const read = async () =>
      (await call(support, 'GET /network/:company_id/tickets/:id', { params: door })).body.messages.at(-1);
    expect(await read()).toMatchObject({ text, persons: true, files: [{ id: fileId }] });
    const opens = (as: TestUser, at: number) =>
      as.companyId === 10
        ? call(as, 'GET /network/:company_id/tickets/:id/files/:fileId', { params: { ...door, fileId: at } })
        : call(as, 'GET /support/tickets/:id/files/:fileId', { params: { id, fileId: at } });
    expect([(await opens(support, fileId)).status, (await opens(asker, fileId)).status]).toEqual([200, 200]);
    // Whatever else the company keeps, and whoever else asks: there is no such file.
    const other = await sent({ ...side, as: asker }, 'ticket');
    expect([(await opens(support, other)).status, (await opens(seller, fileId)).status]).toEqual([404, 404]);
    const inDoor = await withTenant(database.db, { companyId: 901, userId: null, scope: 'door' }, (trx) =>
      trx.selectFrom('uploads').select('id').where('companyId', '=', 901).execute(),
    );
    const openable = inDoor.map((one) => Number(one.id));
    expect([openable.includes(fileId), openable.includes(other)]).toEqual([true, false]);
    const run = async (days: number) => {
      clock.now = new Date(start.getTime() + days * 86_400_000);
      await coverJob.run(world.outside(), {});
      clock.now = start;
    };
    const cover = async (days: number) => {
      await run(days);
      const { messages } = (await call(asker, 'GET /support/tickets/:id', { params })).body;
      return messages.findLast(({ side: by, text: one }: { side: string; text: string }) => by === 'dealer' && one.includes('Rossi')); // prettier-ignore
    };
    // Who has no answer yet is still to be helped; who has one and does not come back is done with it.
    expect(await cover(31)).toMatchObject({ text, persons: true });
    const answering = { text: 'Ecco', as: 'wait', fileIds: [await sent(side, 'ticket_answer', { as: support })] };
    await call(support, 'POST /network/:company_id/tickets/:id/messages', { params: door, body: answering });
    expect(await cover(29)).toMatchObject({ text, persons: true });
    // A company that is kept out keeps nobody's data in sight.
    await world.keptOut(901, () => run(31));
    expect(await query('select 1 from ticket_disclosures where company_id = 901 and ticket_id = $1', [id])).toEqual([]);
    expect(await cover(31)).toMatchObject({ text: 'Chiama Rossi al •••', persons: false, files: [] });
    expect((await opens(support, fileId)).status).toBe(404);
    // An answer may have shown them again.
    expect((await opens(asker, answering.fileIds[0]!)).status).toBe(404);
    await forgetSent.run(world.outside(), { ids: answering.fileIds });
    expect(await query('select name from uploads where id = $1', answering.fileIds)).toEqual([{ name: 'file' }]);
    // Whom nobody ever answers is not to be helped for ever.
    await write({ persons: true });
    expect(await cover(179)).toMatchObject({ persons: true });
    expect(await cover(181)).toMatchObject({ persons: false });
  });

  test('of two who answer at once the second one reads first what the other wrote', async () => {
    const { id, messages } = await asked();
    const after = messages.at(-1).id as number;
    const params = { company_id: 901, id };
    const send = (text: string) =>
      call(support, 'POST /network/:company_id/tickets/:id/messages', { params, body: { text, as: 'wait', after } });
    const both = await Promise.all([send('Primo'), send('Secondo')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.message).toContain('rileggere');
    expect((await seen(id)).messages).toHaveLength(2);
  });

  test('an answer brings files, which its asker opens; those of a note stay with the manufacturer', async () => {
    const { id } = await asked();
    const door = { company_id: 901, id };
    const other = await world.user(10, EVERY);
    const send = (as: TestUser, at: string, fileIds: number[]) =>
      call(as, 'POST /network/:company_id/tickets/:id/messages', { params: door, body: { text: 'Eccolo', as: at, fileIds } }); // prettier-ignore
    const [forAsker, forUs] = [
      await sent(side, 'ticket_answer', { as: support }),
      await sent(side, 'ticket_answer', { as: support }),
    ];
    expect(Object.keys((await send(other, 'wait', [forAsker])).body.fields)).toEqual(['fileIds']);
    expect((await send(support, 'note', [forUs])).body.messages.at(-1).files).toMatchObject([{ id: forUs }]);
    expect((await send(support, 'wait', [forAsker])).body.messages.at(-1).files).toMatchObject([{ id: forAsker }]);
    // One file goes with one message.
    expect((await send(support, 'wait', [forAsker])).status).toBe(422);
    expect((await seen(id)).messages.at(-1)).toMatchObject({ files: [{ id: forAsker, name: 'IMG_0042.jpg' }] });
    const opens = async (fileId: number, as: TestUser = asker) =>
      (await call(as, 'GET /support/tickets/:id/files/:fileId', { params: { id, fileId } })).status;
    expect([await opens(forAsker), await opens(forUs), await opens(forAsker, await world.user(901, EVERY))]).toEqual([200, 404, 404]); // prettier-ignore
    const own = { params: { ...door, fileId: forUs } };
    expect((await call(support, 'GET /network/:company_id/tickets/:id/files/:fileId', own)).status).toBe(200);
    // A dealer sends nothing as the manufacturer's, and the manufacturer nothing as theirs.
    for (const [as, purpose] of [[side.as, 'ticket_answer'], [support, 'ticket']] as const)
      expect((await call(as, 'POST /uploads', { query: { purpose, name: 'a.jpg' }, file: Buffer.from('x') })).status).toBe(403); // prettier-ignore
  });

  test('a ticket is handed to a colleague, who is told without its words, and found with those of the same cause', async () => {
    const { id } = await asked();
    const other = await world.user(10, EVERY);
    const params = { company_id: 901, id };
    const pass = (toId: number, from: number | null) =>
      call(support, 'POST /network/:company_id/tickets/:id/handler', { params, body: { toId, from } });
    const [named] = await query('select name from users where company_id = 10 and id = $1', [other.id]);
    const { name } = named as { name: string };
    const { colleagues } = (await call(support, 'GET /network/tickets')).body;
    expect(colleagues).toContainEqual({ id: other.id, name, email: other.email });
    const stranger = await world.user(10, []);
    expect(colleagues.map((one: { id: number }) => one.id)).not.toContain(stranger.id);
    for (const nobody of [asker.id, stranger.id]) expect((await pass(nobody, null)).body.fields).toHaveProperty('toId');
    const { askedAt, changedAt, handler, company } = (await pass(other.id, null)).body;
    expect([handler, changedAt]).toEqual([name, askedAt]);
    expect(company).toMatchObject({ state: 'open', going: expect.any(Number) });
    // Whoever did not see that somebody follows it already is told first; another one of the same name is another one.
    expect((await pass(support.id, null)).status).toBe(409);
    const namesake = await world.user(10, EVERY);
    await query('update users set name = $2 where company_id = 10 and id = $1', [namesake.id, name]);
    expect((await pass(support.id, namesake.id)).status).toBe(409);
    expect((await pass(namesake.id, other.id)).body).toMatchObject({ handler: name, handlerId: namesake.id });
    const { tickets: listed } = (await call(support, 'GET /network/tickets')).body;
    expect(listed.find((one: { id: number; companyId: number }) => one.id === id && one.companyId === 901)).toMatchObject({ handlerId: namesake.id }); // prettier-ignore
    const told = { toId: other.id, by: 'Uno', companyId: 901, companyName: 'Alfa', ticketId: id, at: '9' };
    for (let n = 0; n < 2; n += 1) await ticketPassedJob.run(world.outside(), told);
    const bells = await query(`select title, text, href from notifications where company_id = 10 and user_id = $1 and kind = 'ticket_passed'`, [other.id]); // prettier-ignore
    expect(bells).toEqual([
      {
        title: 'Uno passa un ticket di Alfa',
        text: expect.not.stringContaining('Prezzo'),
        href: `/fms/support?ticket=901-${id}`,
      },
    ]);

    const cause = 'Copia della versione 6';
    const set = (at: number, to: string, from = '') =>
      call(support, 'POST /network/:company_id/tickets/:id/cause', { params: { company_id: 901, id: at }, body: { cause: to, from } }); // prettier-ignore
    const { id: second } = await asked();
    for (const at of [id, second]) expect((await set(at, cause)).body.cause).toBe(cause);
    expect((await set(id, 'Un’altra')).status).toBe(409);
    const same = (await call(support, 'GET /network/tickets', { query: { cause } })).body.tickets;
    expect(same.map((one: { id: number }) => one.id).toSorted()).toEqual([id, second].toSorted());
    expect(JSON.stringify(await seen(id))).not.toContain(cause);
    expect((await set(id, 'Chiama 333 123 4567', cause)).body.cause).toBe('Chiama •••');
  });

  test('an answer that is kept ready is read by colleagues, holds nobody, and goes', async () => {
    const body = { title: 'Listino', text: 'In vigore dal 1° dicembre. Tel. 333 123 4567' };
    const { body: one } = await call(support, 'POST /network/answers', { body });
    const other = await world.user(10, EVERY);
    const all = async () => (await call(other, 'GET /network/answers')).body;
    expect(await all()).toContainEqual({ id: one.id, title: 'Listino', text: 'In vigore dal 1° dicembre. Tel. •••' });
    expect((await call(side.as, 'GET /network/answers')).status).toBe(403);
    const gone = { params: { id: one.id } };
    expect((await call(other, 'DELETE /network/answers/:id', gone)).status).toBe(204);
    expect((await call(support, 'DELETE /network/answers/:id', gone)).status).toBe(404);
    expect(await all()).not.toContainEqual(expect.objectContaining({ id: one.id }));
  });

  test('an erased person is no longer in what was shown of them, nor in what was said', async () => {
    const person = { type: 'private', firstName: 'Zelinda', lastName: 'Quarantotti', phone: '+393331234567' };
    const params = { id: (await call(side.as, 'POST /customers', { body: person })).body.id as number };
    const subject = 'Zelinda Quarantotti non firma';
    const { id } = (await call(asker, 'POST /support/tickets', { body: { subject, text: 'Come si fa?' } })).body;
    const factsOfHer = () => query(`select 1 from audit_facts where company_id = 901 and facts::text ilike '%quarantotti%' and event_id in (select id from audit_events where company_id = 901 and entity = 'ticket')`); // prettier-ignore
    const fileId = await sent({ ...side, as: asker }, 'ticket');
    for (const body of [
      { text: 'Chiama Zelinda Quarantotti al 333 123 4567', persons: true, fileIds: [fileId] },
      { text: 'È la signora QUARANTOTTI, Zelinda' },
      { text: 'Grazie' },
    ])
      await call(asker, 'POST /support/tickets/:id/messages', { params: { id }, body });
    // A file of the manufacturer says whose it is, too, and so does what it calls the cause; nobody is named by its answer.
    const { id: answeredId } = await asked();
    const door = { company_id: 901, id: answeredId };
    const named = await sent(side, 'ticket_answer', { as: support });
    await query('update uploads set name = $2 where id = $1', [named, 'Zelinda Quarantotti.jpg']);
    const answer = { text: 'Ecco', as: 'wait', fileIds: [named] };
    await call(support, 'POST /network/:company_id/tickets/:id/messages', { params: door, body: answer });
    await call(support, 'POST /network/:company_id/tickets/:id/cause', { params: door, body: { cause: 'Firma di Zelinda Quarantotti', from: '' } }); // prettier-ignore
    expect(await factsOfHer()).toHaveLength(2);
    const { version, name } = (await call(side.as, 'GET /persons/:id/erasure', { params })).body;
    const body = { reason: 'request', name };
    expect((await call(side.as, 'POST /persons/:id/erasure', { params, version, body })).status).toBe(200);
    const { messages } = await seen(id);
    expect(messages.slice(1)).toMatchObject([
      { text: '•••', persons: false, files: [] },
      { text: '•••' },
      { text: 'Grazie' },
    ]);
    expect([await factsOfHer(), (await seen(id)).subject]).toEqual([[], '•••']);
    const left = (await call(support, 'GET /network/:company_id/tickets/:id', { params: door })).body;
    expect([left.messages.at(-1).text, left.messages.at(-1).files, left.cause]).toEqual(['Ecco', [], '']);
    const file = { company_id: 901, id, fileId };
    expect((await call(support, 'GET /network/:company_id/tickets/:id/files/:fileId', { params: file })).status).toBe(
      404,
    );
  });

  test('Ctrl+K finds companies by name, and tickets for who answers them', async () => {
    const subject = 'Stampa sfocata di Quarzo';
    const { id } = (await call(asker, 'POST /support/tickets', { body: { subject, text: 'Il logo' } })).body;
    const found = async (q: string, as = support) => (await call(as, 'GET /network/search', { query: { q } })).body;
    const at = `/fms/support?ticket=901-${id}`;
    expect(await found('QUARZO')).toMatchObject([{ label: 'Ticket', title: subject, href: at }]);
    expect(await found('quarzo', await world.user(10, []))).toEqual([]);
    const [{ name }] = (await query('select name from companies where company_id = 901')) as [{ name: string }];
    expect(await found(name.slice(0, 4))).toContainEqual(
      expect.objectContaining({ title: name, href: '/fms/companies/901/users' }),
    );
    expect((await call(side.as, 'GET /network/search', { query: { q: 'quarzo' } })).status).toBe(403);
  });

  test('a message of the chat asks once, signed and in time, for whoever has the address; of others nothing is said', async () => {
    const writer = await world.user(901, [], { password: true });
    const message = { email: writer.email, subject: 'Dalla chat', text: 'Non si apre', at: clock.now.toISOString() };
    const send = (body: object) => call(null, 'POST /support/chat', { body: signedChat({ ...message, ...body }) });
    const mine = async () =>
      (await call(support, 'GET /network/tickets')).body.tickets.filter(
        ({ subject, companyId }: { subject: string; companyId: number }) =>
          subject === message.subject && companyId === 901,
      );
    const twice = await Promise.all([send({}), send({})]);
    expect([...twice, await send({})].map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await mine()).toMatchObject([{ fromChat: true, state: 'open', asker: expect.any(String) }]);
    expect((await send({ email: 'nessuno@prova.test' })).status).toBe(204);
    const forged = { ...signedChat(message), text: 'Un altro testo' };
    expect((await call(null, 'POST /support/chat', { body: forged })).status).toBe(401);
    const old = new Date(clock.now.getTime() - 6 * 60_000).toISOString();
    expect((await send({ at: old })).status).toBe(401);
    expect(await mine()).toHaveLength(1);
  });

  test('an access that is asked for from a ticket is of it alone, and says who took it away', async () => {
    const { id } = await asked();
    const as = await world.user(10, EVERY);
    const send = (ticketId: number) =>
      call(as, 'POST /network/:company_id/grants', { params: { company_id: 901 }, body: { ...everything, reason, ticketId } }); // prettier-ignore
    expect(Object.keys((await send(987_654_321)).body.fields)).toEqual(['reason']);
    const { body: grant } = await send(id);
    await allow(grant.id);
    await call(side.as, 'POST /grants/:id/end', { params: { id: grant.id } });
    const { body: grants } = await call(as, 'GET /network/grants');
    expect(grants).toMatchObject([{ id: grant.id, ticketId: id, endedAt: clock.now.toISOString() }]);
    expect(grants[0].endedBy).toBe(grants[0].grantedBy);
  });

  test('a colleague’s question does not exist, and nobody asks without end', async () => {
    const { id } = await asked();
    const colleague = await world.user(901, EVERY);
    for (const name of ['GET /support/tickets/:id', 'POST /support/tickets/:id/close'] as const)
      expect((await call(colleague, name, { params: { id } })).status).toBe(404);
    for (let n = 0; n < 20; n += 1)
      await call(colleague, 'POST /support/tickets', { body: { subject: 'Ancora', text: 'x' } });
    const more = await call(colleague, 'POST /support/tickets', { body: { subject: 'Ancora', text: 'x' } });
    expect([more.status, more.body.message]).toEqual([409, expect.stringContaining('20')]);
  });
});

const behalf = names.filter((name) => table[name].behalf);
const everything = { areas: ['prices', 'finance', 'layouts'] as BehalfArea[], writes: true, hours: 8 };
const ask = async (as: TestUser, extent: object = everything) =>
  (await call(as, 'POST /network/:company_id/grants', { params: { company_id: 901 }, body: { ...extent, reason } }))
    .body.id as number;
const allow = (id: number, extent: object = everything) =>
  call(side.as, 'POST /grants/:id/allow', { params: { id }, body: extent });
/** Somebody of the manufacturer to whom alfa has given access. */
async function granted(extent: object = everything): Promise<TestUser & { grant: number }> {
  const as = await world.user(10, EVERY);
  const grant = await ask(as, extent);
  expect((await allow(grant, extent)).status).toBe(200);
  return { ...as, grant };
}
const acting = (as: TestUser, name: CallName, sent: Sent = {}, companyId = 901) =>
  call(as, name, { ...sent, headers: { [ON_BEHALF]: String(companyId) } });

describe('on-behalf', async () => {
  const nobody = await world.user(10, EVERY);
  const asked = await world.user(10, EVERY);
  await ask(asked);
  const revoked = await granted();
  await call(side.as, 'POST /grants/:id/end', { params: { id: revoked.grant } });
  clock.now = new Date(start.getTime() - 2 * 3_600_000);
  const expired = await granted({ ...everything, hours: 1 });
  clock.now = start;
  const holder = await granted();

  test.each(behalf)(
    '%s: without a grant, asked, revoked, expired: refused; granted: done for the company',
    async (name) => {
      const { sent } = await fill(name, side);
      for (const as of [nobody, asked, revoked, expired])
        expect((await acting(as, name, sent)).status, JSON.stringify(sent)).toBe(403);
      // Without saying for whom, and for a company that has given nothing, it is a dealer's call.
      expect((await call(holder, name, sent)).status).toBe(403);
      expect((await acting(holder, name, sent, 902)).status).toBe(403);
      const answer = await acting(holder, name, sent);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    },
  );

  test('a grant for reading changes nothing, and one area opens no other', async () => {
    const reader = await granted({ areas: ['prices'], writes: false, hours: 1 });
    expect((await acting(reader, 'GET /accessories')).body.rows.length).toBeGreaterThan(0);
    const { sent } = await fill('PUT /accessories/:id', side);
    expect(await acting(reader, 'PUT /accessories/:id', sent)).toMatchObject({
      status: 403,
      body: { message: 'L’accesso per conto della concessionaria è di sola lettura.' },
    });
    expect((await acting(reader, 'GET /financials')).status).toBe(403);
    expect((await acting(reader, 'GET /customers')).status).toBe(403);
    expect((await acting(reader, 'GET /grants')).status).toBe(403);
  });

  test('a company allows at most what was asked, and the manufacturer allows itself nothing', async () => {
    const as = await world.user(10, EVERY);
    const id = await ask(as, { areas: ['prices'], writes: false, hours: 2 });
    expect((await allow(id)).body.fields).toEqual({
      areas: 'Solo le aree che sono state chieste',
      writes: 'È stata chiesta la sola lettura',
      hours: 'Sono state chieste 2 ore',
    });
    const extent = { areas: ['prices'], writes: false, hours: 1 };
    const sent = { params: { id }, body: extent };
    expect((await call(as, 'POST /grants/:id/allow', sent)).status).toBe(403);
    expect((await acting(as, 'POST /grants/:id/allow', sent)).status).toBe(403);
    expect((await call(await world.strangerWith('manageUsers'), 'POST /grants/:id/allow', sent)).status).toBe(404);
    expect((await call(await world.userWith('managePreferences'), 'POST /grants/:id/allow', sent)).status).toBe(403);
    expect((await allow(id, extent)).body).toMatchObject({ state: 'granted', hours: 1, grantedBy: expect.any(String) });
    expect((await allow(id, extent)).status).toBe(409);
    // Who asked gives it back; whoever else of the manufacturer cannot.
    const leave = { params: { company_id: 901, id } };
    expect((await call(nobody, 'DELETE /network/:company_id/grants/:id', leave)).status).toBe(404);
    expect((await call(as, 'DELETE /network/:company_id/grants/:id', leave)).body.state).toBe('ended');
    expect((await acting(as, 'GET /accessories')).status).toBe(403);
  });

  test('nobody is told of an access any longer that is answered, given back or too old', async () => {
    const as = await world.user(10, EVERY);
    const told = async (id: number) => {
      await grantAskedJob.run(world.outside(), { companyId: 901, id });
      return waiting(id);
    };
    const waiting = async (id: number) =>
      (await query('select from notifications where once = $1 and read_at is null', [`access_asked:${id}`])).length;
    const params = (id: number) => ({ params: { company_id: 901, id } });
    const first = await ask(as);
    expect(await told(first)).toBeGreaterThan(0);
    await allow(first);
    expect(await waiting(first)).toBe(0);
    expect(await told(first)).toBe(0);
    await call(as, 'DELETE /network/:company_id/grants/:id', params(first));
    const second = await ask(as);
    expect(await told(second)).toBeGreaterThan(0);
    await call(side.as, 'POST /grants/:id/end', { params: { id: second } });
    expect(await waiting(second)).toBe(0);
    const third = await ask(as);
    expect(await told(third)).toBeGreaterThan(0);
    await call(as, 'DELETE /network/:company_id/grants/:id', params(third));
    // The manufacturer's own transaction may not touch it: the company's does.
    const [job] = await query(`select count(*)::int as many from pgboss.job where name = 'grant-asked' and data ->> 'companyId' = '901' and data ->> 'id' = $1`, [String(third)]); // prettier-ignore
    expect(job).toEqual({ many: 2 });
    expect(await told(third)).toBe(0);
  });

  test('a question that waits for a week is asked no more, and nobody asks all day long', async () => {
    const as = await world.user(10, EVERY);
    const old = await ask(as);
    await query(`update access_grants set asked_at = asked_at - interval '8 days' where id = $1`, [old]);
    expect((await allow(old)).status).toBe(409);
    const sent = { params: { company_id: 901 }, body: { ...everything, reason } };
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await call(as, 'POST /network/:company_id/grants', sent);
      expect(status).toBe(201);
      expect((await call(as, 'POST /network/:company_id/grants', sent)).status).toBe(409);
      await call(as, 'DELETE /network/:company_id/grants/:id', { params: { company_id: 901, id: body.id } });
    }
    expect((await call(as, 'POST /network/:company_id/grants', sent)).body.message).toContain('sentire');
  });

  test('the company’s administrators are told, and both audits say who and by whose permission', async () => {
    const { asker } = (await call(side.as, 'GET /grants')).body[0];
    const { sent } = await fill('PUT /accessories/:id', side);
    await acting(holder, 'PUT /accessories/:id', sent);
    const rows = await query(
      `select e.company_id::int as company, e.user_name as name, e.action, f.facts -> 'after' as after from audit_events e
       join audit_facts f on f.company_id = e.company_id and f.event_id = e.id where e.action = 'on_behalf' order by e.id desc limit 2`,
    );
    const after = { call: 'PUT /accessories/:id', reason, allowed: expect.stringContaining('Utente') };
    expect(rows.toSorted((a, b) => Number(a.company) - Number(b.company))).toMatchObject([
      { company: 10, after },
      { company: 901, name: expect.stringMatching(/\(.+, accesso dato da .*Utente/), after },
    ]);
    expect(asker).toContain('Utente');
    const [change] = await query(
      `select user_name as name, user_id from audit_events where company_id = 901 and entity = 'accessory' order by id desc limit 1`,
    );
    expect(change).toEqual({ name: expect.stringContaining('accesso dato da'), user_id: null });
  });

  test('costs and commissions are neither seen nor lost by who changes something else', async () => {
    const { priced, plans } = {
      priced: await fill('PUT /services/:id', side),
      plans: await fill('PUT /financials/:id', side),
    };
    const band = { kwTo: 80, kmTo: null, monthsTo: null, price: 100_00, cost: 61_00 };
    const other = { ...band, kwTo: null, price: 200_00, cost: 62_00 };
    const set = async (name: 'PUT /services/:id' | 'PUT /financials/:id', { sent }: typeof priced, body: object) =>
      (await call(side.as, name, { ...sent, body: { ...(sent.body as object), ...body } })).body;
    const service = await set('PUT /services/:id', priced, { cost: 60_00, bands: [band, other] });
    const plan = await set('PUT /financials/:id', plans, { commissionPercent: 3 });
    expect([service.cost, plan.commissionPercent]).toEqual([60_00, 3]);

    const at = ({ id, version }: { id: number; version: number }) => ({ params: { id }, version });
    const shown = (await acting(holder, 'GET /services/:id', at(service))).body;
    expect(shown.bands).toHaveLength(2);
    expect(JSON.stringify(shown)).not.toMatch(/cost/);
    expect((await acting(holder, 'GET /financials/:id', at(plan))).body).not.toHaveProperty('commissionPercent');
    expect(JSON.stringify((await acting(holder, 'GET /financials')).body)).not.toMatch(/commission/);

    const bands = [other, { ...band, price: 110_00, cost: 0 }];
    const changes = { ...(priced.sent.body as object), cost: 0, bands };
    expect((await acting(holder, 'PUT /services/:id', { ...at(service), body: changes })).status).toBe(200);
    const named = { ...(plans.sent.body as object), name: 'Altro nome', commissionPercent: 0 };
    expect((await acting(holder, 'PUT /financials/:id', { ...at(plan), body: named })).status).toBe(200);
    const kept = (await call(side.as, 'GET /services/:id', at(service))).body;
    expect([kept.cost, kept.bands.map(({ price, cost }: typeof band) => [price, cost])]).toEqual([
      60_00,
      [
        [200_00, 62_00],
        [110_00, 61_00],
      ],
    ]);
    const { name, commissionPercent } = (await call(side.as, 'GET /financials/:id', at(plan))).body;
    expect([name, commissionPercent]).toEqual(['Altro nome', 3]);
  });

  test('what its pages send for somebody who sees no costs is saved, and keeps them', async () => {
    const held = privilegesFor(everything);
    for (const [area, fields] of [
      ['accessories', accessoryFields],
      ['tyres', tyreFields],
      ['services', serviceFields],
    ] as const) {
      // prettier-ignore
      const { sent } = await fill(`PUT /${area}/:id`, side);
      const { id, version } = (await call(side.as, `PUT /${area}/:id`, { ...sent, body: { ...(sent.body as object), cost: 33_00 } })).body; // prettier-ignore
      const at = { params: { id } };
      const shown = (await acting(holder, `GET /${area}/:id`, at)).body;
      expect([area, 'cost' in shown]).toEqual([area, false]);
      const body = whole(fields, held, valuesIn(fields, shown));
      const saved = await acting(holder, `PUT /${area}/:id`, { ...at, version, body });
      expect([area, saved.status, JSON.stringify(saved.body.fields ?? {})]).toEqual([area, 200, '{}']);
      expect((await call(side.as, `GET /${area}/:id`, at)).body.cost).toBe(33_00);
    }
  });

  test('the company’s register shows who of the manufacturer entered', async () => {
    await acting(holder, 'GET /tyres');
    const { rows } = (await call(side.as, 'GET /preferences/activity', { query: { kind: 'access' } })).body;
    expect(rows[0]).toMatchObject({ what: 'Pneumatici, lettura', who: expect.stringContaining('accesso dato da') });
    const own = (await call(holder, 'GET /preferences/activity', { query: { kind: 'access' } })).body.rows;
    expect(own[0]).toMatchObject({
      what: expect.stringMatching(/^.+: Pneumatici, lettura$/),
      href: '/fms/companies/901/users',
    });
    // What was changed stands among the changes, by the names of both.
    const { sent } = await fill('PUT /accessories/:id', side);
    expect((await acting(holder, 'PUT /accessories/:id', sent)).status).toBe(200);
    const changes = (await call(side.as, 'GET /preferences/activity', { query: { kind: 'change' } })).body.rows;
    expect(changes[0]).toMatchObject({ what: 'Accessorio', who: expect.stringContaining('accesso dato da') });
  });

  test('a repeated creation is made once', async () => {
    const { sent } = await fill('POST /accessories', side);
    const key = 'due-volte';
    const [first, again] = [
      await acting(holder, 'POST /accessories', { ...sent, key }),
      await acting(holder, 'POST /accessories', { ...sent, key }),
    ].map(({ body }) => body.id as number);
    expect(again).toBe(first);
  });

  test('a company that nobody has entered needs to allow nothing; a dealer acts for nobody', async () => {
    await query(`update companies set state = 'invited' where company_id = 902`);
    expect((await acting(nobody, 'GET /accessories', {}, 902)).status).toBe(200);
    expect((await acting(await world.user(10, []), 'GET /accessories', {}, 902)).status).toBe(403);
    await query(`update companies set state = 'open' where company_id = 902`);
    expect((await acting(nobody, 'GET /accessories', {}, 902)).status).toBe(403);
    const own = (await acting(side.as, 'GET /accessories', {}, 902)).body;
    expect(JSON.stringify(own)).not.toContain('BETAMARCHIO');
  });
});

test('a company that nobody who has entered manages is said to have none, as its night told, and is to be watched', async () => {
  const { params, adminId } = await openedCompany(side);
  const id = params.company_id;
  await query("update companies set state = 'open' where company_id = $1", [id]);
  const standing = async () => {
    await world.outside().asCompany(id, null, countPeople.run);
    const { dealers } = (await call(maker, 'GET /companies/network')).body;
    const { hasManager, name } = dealers.find((one: { id: number }) => one.id === id);
    const { body } = await call(maker, 'GET /companies/network/export', { query: { format: 'csv', state: 'watch' } });
    return [hasManager, textOf(body).includes(name)];
  };
  expect(await standing()).toEqual([false, true]);
  await query('update users set last_login_at = now() where company_id = $1 and id = $2', [id, adminId]);
  expect(await standing()).toEqual([true, false]);
});

describe('network-facts', () => {
  const entities = {
    quote: 'quotes',
    contract: 'contracts',
    lead: 'leads',
    access: 'accesses',
    claim: 'claims',
  } as const;

  test('the manufacturer counts what its companies have, after random moves', async () => {
    const owners = { 901: await world.user(901, EVERY), 902: await world.user(902, EVERY) };
    const worlds = { 901: world, 902: { ...world, alfa: beta } };
    const made: { area: keyof typeof kept; id: number; companyId: 901 | 902 }[] = [];
    for (const area of Object.values(entities))
      for (const companyId of [901, 902, 901] as const)
        made.push({ area, companyId, id: await kept[area].make(worlds[companyId], owners[companyId]) });
    // Of a campaign of the manufacturer, asked of it: of others it does not hear.
    for (const { id, companyId } of made.filter(({ area }) => area === 'claims')) {
      await query(`update claims set payer = 'maker', campaign_company_id = 10, campaign_id = 1, campaign = 'Lumera' where id = $1`, [id]); // prettier-ignore
      const [row] = await query('select version from claims where id = $1', [id]);
      const asked = { params: { id }, version: Number(row!.version), body: { claimedOn: dayInRome(clock.now) } };
      expect((await call(owners[companyId], 'POST /claims/:id/claim', asked)).status).toBe(200);
    }
    const step = fc.record({ which: fc.nat(made.length - 1), move: fc.nat(30), days: fc.constantFrom(0, 0, 1) });
    const steps = fc.sample(step, { numRuns: rounds(100), seed: 11 });
    let moved = 0;
    for (const { which, move, days } of steps) {
      clock.now = new Date(clock.now.getTime() + days * 86_400_000);
      const { area, id, companyId } = made[which]!;
      const owner = owners[companyId];
      const machine: Machine = machines[area];
      const all = movesOf(machine);
      const name = all[move % all.length]!;
      const { reasons, ownReasons } = machine.moves[name] as Move;
      const [row] = await query(`select version from ${kept[area].table} where id = $1`, [id]);
      const [own] = ownReasons
        ? await query(
            `select id::text from move_reasons where company_id = $2 and entity = $1 and not needs_note and retired_at is null limit 1`,
            [machine.entity, companyId],
          )
        : [];
      const why = reasons ? Object.keys(reasons)[0] : own?.id;
      const body = { ...(why !== undefined && { reason: why }), ...kept[area].takes?.(name, owner.id) };
      const path = `POST ${machine.path}/:id/${name}` as CallName;
      if (!(path in endpoints)) continue;
      const { status } = await call(owner, path, {
        params: { id },
        version: Number(row!.version),
        ...(Object.keys(body).length > 0 && { body }),
      });
      if (status === 200) moved += 1;
    }
    expect(moved).toBeGreaterThan(8);
    // Its customer withdraws, which is no step of it.
    const id = await kept.contracts.make(world, owners[901]);
    const today = dayInRome(clock.now);
    await query(`update contracts set concluded = 'distance', signed_on = $2 where id = $1`, [id, today]);
    const [left] = await query('select version from contracts where id = $1', [id]);
    const said = { name: 'Anna Prova', email: 'anna@posta.example.it', sentOn: today };
    const gone = await call(owners[901], 'POST /contracts/:id/withdrawal', { params: { id }, version: Number(left!.version), body: said }); // prettier-ignore
    expect([gone.status, gone.body.message]).toEqual([200, undefined]);
    // Made sold without a step, so that they can have a claim.
    const claimed = made.filter(({ area }) => area === 'claims').map(({ id }) => id);
    await query(`update contracts set state = 'incomplete' where id in (select contract_id from claims where id = any($1))`, [claimed]); // prettier-ignore

    const states = {
      quote: 'state',
      contract:
        "case when canceled_at is not null then 'canceled' when withdrawn_at is not null then 'withdrawn' else state end",
      lead: 'state',
      access: 'state',
      claim: 'state',
    };
    const newestOf: { [entity: string]: string } = {
      quote: "and not superseded and state <> 'draft'",
      claim: "and payer = 'maker' and campaign_company_id = 10",
    };
    for (const [entity, name] of Object.entries(entities)) {
      const newest = newestOf[entity] ?? '';
      const whole = await query(
        `select company_id::int as company, ${states[entity as keyof typeof states]} as state, count(*)::int as many from ${name} r
         where company_id in (901, 902) and exists (select from state_changes s where s.company_id = r.company_id and s.entity = $1 and s.record_id = r.id) ${newest}
         group by 1, 2 order by 1, 2`,
        [entity],
      );
      const told = await query(
        `select company_id::int as company, state, count(*)::int as many from network_facts
         where company_id in (901, 902) and entity = $1 and until is null group by 1, 2 order by 1, 2`,
        [entity],
      );
      expect([entity, told]).toEqual([entity, whole]);
    }
    // What is claimed of the manufacturer, as the companies have it.
    const owed = async (from: string) =>
      (await query(`select coalesce(sum(amount), 0)::int as cents from ${from} and company_id in (901, 902)`))[0]!
        .cents;
    expect(await owed(`network_facts where entity = 'claim' and until is null`)).toBe(
      await owed(`claims where payer = 'maker' and campaign_company_id = 10`),
    );
    // The year's figures of each company, read from its own records.
    const year = `${dayInRome(clock.now).slice(0, 4)}-01-01`;
    const begun = (entity: string) => `(select count(*) from (select record_id, min(at) as at from state_changes s
        where s.company_id = c.company_id and s.entity = '${entity}' and not s.undone and s.to_state <> 'draft' group by record_id) b
      where (b.at at time zone 'Europe/Rome')::date >= $1)::int`;
    const own = await query(
      `select c.company_id::int as id, ${begun('lead')} as leads, ${begun('access')} as visits,
        (select count(distinct coalesce(q.root_id, q.id)) from state_changes s join quotes q on q.company_id = s.company_id and q.id = s.record_id
          where s.company_id = c.company_id and s.entity = 'quote' and s.to_state = 'issued' and not s.undone and (s.at at time zone 'Europe/Rome')::date >= $1)::int as quotes,
        (select coalesce(sum(t.pieces), 0) from contracts t where t.company_id = c.company_id and t.canceled_at is null and t.withdrawn_at is null
          and t.state in ('approved', 'billed', 'completed') and exists (select from state_changes s where s.company_id = t.company_id
            and s.entity = 'contract' and s.record_id = t.id and s.to_state = 'approved' and not s.undone and (s.at at time zone 'Europe/Rome')::date >= $1))::int as contracts
       from companies c where c.company_id in (901, 902) order by 1`,
      [year],
    );
    const { dealers: all } = (await call(maker, 'GET /companies/network', { query: { span: 'year' } })).body;
    const told = [901, 902].map((id) => {
      const { leads, visits, quotes, contracts } = all.find((one: { id: number }) => one.id === id);
      return { id, leads, visits, quotes, contracts };
    });
    expect(told).toEqual(own);
    const isOpen = async () => {
      const { dealers } = (await call(maker, 'GET /companies/network')).body;
      const [{ open }] = (await query(
        `select count(*)::int as open from quotes where company_id = 901 and not superseded
         and (state = 'accepted' or state = 'issued' and expires_on >= $1)`,
        [dayInRome(clock.now)],
      )) as [{ open: number }];
      expect(dealers.find(({ id }: { id: number }) => id === 901).open).toBe(open);
      return open;
    };
    // One that nobody answers lapses without a step.
    const seller = await world.user(901, EVERY);
    const { body: quote } = await call(seller, 'POST /quotes', { body: world.draft(alfa, {}) });
    expect((await call(seller, 'POST /quotes/:id/issue', { params: { id: quote.id }, version: 1 })).status).toBe(200);
    const now = await isOpen();
    const at = clock.now;
    clock.now = new Date(at.getTime() + 40 * 86_400_000);
    expect(await isOpen()).toBeLessThan(now);
    clock.now = at;
  });

  test('the uses of its campaigns are those that the companies have, after random steps of quotes and contracts', async () => {
    const [{ id: campaignId }] = (await query(
      `insert into campaigns (company_id, name, valid_from, state) values (10, 'A caso', '2020-01-01', 'active') returning id::int`,
    )) as [{ id: number }];
    const [{ id: incentiveId }] = (await query(
      `insert into incentives (company_id, type, payer, name, basis, amount, valid_from, campaign_id)
       values (10, 'flat', 'maker', 'A caso', 'list', 50000, '2020-01-01', $1) returning id::int`,
      [campaignId],
    )) as [{ id: number }];
    const dealers = await Promise.all(
      [alfa, beta].map(async (of) => ({ of, side: await world.sideOf(of), as: await world.user(of.companyId, EVERY) })),
    );
    /** What the steps that succeeded have made: a quote by all its revisions, a contract with the quote it came from. */
    interface Known {
      at: number;
      kind: 'quote' | 'contract';
      id: number;
      version: number;
      takes: boolean;
      state: 'open' | 'closed' | 'sold' | 'over';
      until: string | null;
      from: Known | null;
    }
    const known: Known[] = [];
    const draftOf = (at: number, takes: boolean) =>
      world.draft(dealers[at]!.of, { incentiveIds: takes ? [incentiveId] : [] });
    const send = async (at: number, name: CallName, sent: object) => {
      const { status, body } = await call(dealers[at]!.as, name, sent);
      return status < 300 ? body : null;
    };
    const on = ({ id, version }: Pick<Known, 'id' | 'version'>) => ({ params: { id }, version });
    const heard = (one: Known, body: { version: number; expiresOn?: string } | null, changes: Partial<Known>) => {
      if (body) Object.assign(one, { version: body.version, ...changes }, body.expiresOn && { until: body.expiresOn });
    };
    /** Each step with what it is taken of; nothing: it begins something. */
    const steps: Record<
      string,
      { of?: [Known['kind'], Known['state']]; go: (one: Known, at: number, takes: boolean) => Promise<void> }
    > = {
      issue: {
        go: async (_, at, takes) => {
          const made = await send(at, 'POST /quotes', { body: draftOf(at, takes) });
          const body = await send(at, 'POST /quotes/:id/issue', { ...on(made), body: { sheet: made.sheetHash } });
          known.push({ at, kind: 'quote', id: body.id, version: body.version, takes, state: 'open', until: body.expiresOn, from: null }); // prettier-ignore
        },
      },
      revise: {
        of: ['quote', 'open'],
        go: async (one, at, takes) => {
          const made = await send(at, 'POST /quotes/:id/revise', on(one));
          if (!made) return;
          const saved = await send(at, 'PUT /quotes/:id', { ...on(made), body: draftOf(at, takes) });
          const body = await send(at, 'POST /quotes/:id/issue', { ...on(saved), body: { sheet: saved.sheetHash } });
          heard(one, body, { id: saved.id, takes });
        },
      },
      close: {
        of: ['quote', 'open'],
        go: async (one, at) => {
          heard(one, await send(at, 'POST /quotes/:id/close', { ...on(one), body: { reason: 'price' } }), {
            state: 'closed',
          });
        },
      },
      reopen: {
        of: ['quote', 'closed'],
        go: async (one, at) => {
          heard(one, await send(at, 'POST /quotes/:id/reopen', on(one)), { state: 'open' });
        },
      },
      sell: {
        of: ['quote', 'open'],
        go: async (one, at) => {
          const body = await send(at, 'POST /contracts', { body: { quoteId: one.id } });
          if (!body) return;
          one.state = 'sold';
          known.push({
            ...one,
            kind: 'contract',
            id: body.id,
            version: body.version,
            state: 'open',
            until: null,
            from: one,
          });
        },
      },
      write: {
        go: async (_, at, takes) => {
          const body = await send(at, 'POST /contracts', { body: { draft: draftOf(at, takes) } });
          known.push({ at, kind: 'contract', id: body.id, version: body.version, takes, state: 'open', until: null, from: null }); // prettier-ignore
        },
      },
      price: {
        of: ['contract', 'open'],
        go: async (one, at, takes) => {
          heard(one, await send(at, 'PUT /contracts/:id/price', { ...on(one), body: { draft: draftOf(at, takes) } }), { takes }); // prettier-ignore
        },
      },
      cancel: {
        of: ['contract', 'open'],
        go: async (one, at) => {
          const body = await send(at, 'POST /contracts/:id/cancel', { ...on(one), body: await because(dealers[at]!.side, 'contract', 'cancel') }); // prettier-ignore
          if (!body) return;
          heard(one, body, { state: 'over' });
          if (!one.from) return;
          const [quote] = await query('select version, expires_on::text as until from quotes where id = $1', [
            one.from.id,
          ]);
          Object.assign(one.from, { state: 'open', version: Number(quote!.version), until: quote!.until });
        },
      },
    };
    const payer = await world.user(10, EVERY);
    const counted = async () => {
      const all = (await call(payer, 'GET /network/campaigns/uses', { query: { campaignId } })).body;
      const { campaigns } = (await call(payer, 'GET /companies/network')).body;
      const whole = campaigns.find(({ id }: { id: number }) => id === campaignId) ?? { quotes: 0, given: 0 };
      return [
        ...dealers.map(({ of }) => {
          const its = all.find((one: { companyId: number }) => one.companyId === of.companyId);
          return [its?.quotes ?? 0, Number(its?.given ?? 0)];
        }),
        [whole.quotes, Number(whole.given)],
      ];
    };
    const expected = () => {
      const today = dayInRome(clock.now);
      const used = known.filter(({ takes, state, until }) => takes && state === 'open' && (until === null || until >= today)); // prettier-ignore
      const many = [...dealers.keys()].map((at) => used.filter((one) => one.at === at).length);
      return [...many, used.length].map((n) => [n, n * 500_00]);
    };
    const step = fc.record({
      which: fc.nat(1000),
      at: fc.nat(1),
      takes: fc.boolean(),
      name: fc.constantFrom(...keysOf(steps)),
      days: fc.constantFrom(0, 0, 0, 1),
    });
    const seen = new Set<string>();
    const all = fc.sample(step, { numRuns: isSoak ? 2000 : 60, seed: 29 });
    for (const [n, { which, at, takes, name, days }] of all.entries()) {
      clock.now = new Date(clock.now.getTime() + days * 86_400_000);
      const { of, go } = steps[name]!;
      const fitting = known.filter(({ kind, state }) => of?.[0] === kind && of[1] === state);
      const one = fitting[which % Math.max(1, fitting.length)];
      if (of && !one) continue;
      const before = JSON.stringify(known);
      await go(one!, one?.at ?? at, takes);
      if (JSON.stringify(known) !== before) seen.add(name);
      if (n % 20 === 19) expect([n, await counted()]).toEqual([n, expected()]);
    }
    expect([...seen].toSorted()).toEqual(keysOf(steps).toSorted());
  });
});

describe('targets of the network', () => {
  const read = async (as: TestUser, year: number) => (await call(as, 'GET /network/targets', { query: { year } })).body;
  const write = (as: TestUser, version: number, body: object) =>
    call(as, 'PUT /network/targets', { version, body: body as never });

  test('a planner who expects so many cars of a company sees how far it is by the working days of the span', async () => {
    // Friday 20 November 2026: 18 of the 25 usual working days of November are over or go on.
    const year = 2026;
    const { version } = await read(maker, year);
    const cells = [
      { dealerId: 901, month: 10, amount: 30 },
      { dealerId: 901, month: 11, amount: 40 },
    ];
    expect((await write(maker, version, { year, cells })).status).toBe(200);
    const home = async (span: string) => (await call(maker, 'GET /companies/network', { query: { span } })).body;
    const month = await home('month');
    const of = (answer: { dealers: { id: number; expected: number }[] }, id: number) =>
      answer.dealers.find((one) => one.id === id)!;
    const expectedOf = (...asked: Parameters<typeof of>) => of(...asked).expected;
    const share = month.span.worked / month.span.working;
    expect(month.span).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.8);
    expect(of(month, 901)).toMatchObject({ target: 40 });
    expect(expectedOf(month, 901)).toBeCloseTo(40 * share, 6);
    expect(of(month, 902)).toMatchObject({ target: null, expected: null });
    // A month that is over is expected whole.
    const quarter = await home('quarter');
    expect(of(quarter, 901)).toMatchObject({ target: 70 });
    // What is sold in months without a target stands against none.
    expect(of(quarter, 902)).toMatchObject({ target: null, aimed: 0 });
    expect(expectedOf(quarter, 901)).toBeCloseTo(30 + 40 * share, 6);
  });

  test('a credit note approves nothing: the contract counts in the month in which it was approved', async () => {
    const sold = async (span: string) => {
      const { dealers } = (await call(maker, 'GET /companies/network', { query: { span } })).body;
      return dealers.find(({ id }: { id: number }) => id === 902).contracts;
    };
    const before = [await sold('month'), await sold('quarter')];
    await query(`insert into network_facts (company_id, id, entity, record_id, state, day, until, province, channel, count)
      select 902, 990000 + n, 'contract', 990000, s.state, s.day, s.until, 'MI', 'retail', 1
      from (values (1, 'approved', date '2026-10-10', date '2026-10-20'), (2, 'billed', '2026-10-20', '2026-11-03'), (3, 'approved', '2026-11-03', null)) s (n, state, day, until)`);
    expect([await sold('month'), await sold('quarter')]).toEqual([before[0], before[1] + 1]);
    await query('delete from network_facts where company_id = 902 and record_id = 990000');
  });

  test('each figure of the home opens rows that add up to it, by company, month and model', async () => {
    const seller = await world.user(901, EVERY);
    const { body: quote } = await call(seller, 'POST /quotes', { body: world.draft(alfa, {}) });
    expect((await call(seller, 'POST /quotes/:id/issue', { params: { id: quote.id }, version: 1 })).status).toBe(200);
    // Of two cars that were registered one is sold no more.
    await world.query(
      `insert into network_facts (company_id, id, entity, record_id, state, day, until, province, channel, count, model_id, registered_on)
       select 902, 990100 + n, 'contract', 990100 + n, s.state, '2026-11-02', null, 'MI', 'retail', 1, $1, '2026-11-03'
       from (values (1, 'billed'), (2, 'canceled')) s (n, state)`,
      [world.car.modelId],
    );
    for (const span of ['month', 'quarter', 'year']) {
      const { dealers } = (await call(maker, 'GET /companies/network', { query: { span } })).body;
      for (const kind of ['contracts', 'plated', 'quotes', 'leads', 'visits', 'open'] as const) {
        const read = async (more: object) =>
          (await call(maker, 'GET /companies/network/volumes', { query: { span, of: kind, ...more } })).body;
        const { rows, total } = await read({});
        for (const dealer of dealers) {
          const own = rows.filter(({ companyId }: { companyId: number }) => companyId === dealer.id);
          const added = own.reduce((all: number, { count }: { count: number }) => all + count, 0);
          expect([span, kind, dealer.name, added]).toEqual([span, kind, dealer.name, dealer[kind]]);
        }
        expect(total).toBe(dealers.reduce((all: number, dealer: Record<string, number>) => all + dealer[kind]!, 0));
        const one = await read({ companyId: '901' });
        expect(one.rows).toEqual(rows.filter(({ companyId }: { companyId: number }) => companyId === 901));
      }
    }
    const { rows: plated } = (await call(maker, 'GET /companies/network/volumes', { query: { of: 'plated', companyId: '902' } })).body; // prettier-ignore
    expect(plated).toMatchObject([{ month: '2026-11-01', count: 1 }]);
    await world.query('delete from network_facts where company_id = 902 and record_id > 990100');
    const { rows } = (await call(maker, 'GET /companies/network/volumes', { query: { of: 'quotes', companyId: '901', modelId: String(world.car.modelId) } })).body; // prettier-ignore
    // Of one maker: its cars at who sells it, against no target, and rows that add up again.
    const [{ maker_id: makerId }] = (await world.query('select maker_id::text from models where id = $1', [world.car.modelId])) as [{ maker_id: string }]; // prettier-ignore
    const whole = (await call(maker, 'GET /companies/network', { query: { span: 'year' } })).body;
    const branded = (await call(maker, 'GET /companies/network', { query: { span: 'year', makerId } })).body;
    const strange = (await call(maker, 'GET /companies/network', { query: { span: 'year', makerId: '987654' } })).body;
    expect(whole.brands).toContainEqual({ id: Number(makerId), name: 'Prova Motori' });
    for (const kind of ['contracts', 'quotes', 'open'] as const) {
      const { total } = (await call(maker, 'GET /companies/network/volumes', { query: { span: 'year', of: kind, makerId } })).body; // prettier-ignore
      const sum = ({ dealers }: { dealers: Record<string, number>[] }) => dealers.reduce((all, one) => all + one[kind]!, 0); // prettier-ignore
      expect([kind, sum(branded), sum(strange)]).toEqual([kind, total, 0]);
      expect(total).toBeLessThanOrEqual(sum(whole));
    }
    expect(branded.dealers.find(({ id }: { id: number }) => id === 901)).toMatchObject({
      target: null,
      expected: null,
    });
    const month = { companyId: 901, month: '2026-11-01', model: 'Prova Motori Lampo', modelId: world.car.modelId };
    expect(rows).toContainEqual(expect.objectContaining(month));
    const query = { of: 'quotes', span: 'year', companyId: '901', month: '2026-11-01' };
    const inMonth = (await call(maker, 'GET /companies/network/volumes', { query })).body.rows;
    expect(new Set(inMonth.map((row: { month: string }) => row.month))).toEqual(new Set(['2026-11-01']));
  });

  test('the second one of two who write one year is told, and nothing of hers is written', async () => {
    const year = 2031;
    const other = await world.user(10, EVERY);
    const cell = (amount: number | null) => ({ year, cells: [{ dealerId: 901, month: 2, amount }] });
    expect((await read(maker, year)).version).toBe(0);
    const first = await Promise.all([write(maker, 0, cell(7)), write(other, 0, cell(9))]);
    expect(first.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const [sheet, refused] = first.toSorted((a, b) => a.status - b.status);
    expect(refused!.body.current).toMatchObject({ year, version: 1 });
    expect((await read(maker, year)).dealers).toEqual(sheet!.body.dealers);
    expect((await write(maker, 1, cell(null))).body.dealers.find((one: { id: number }) => one.id === 901).months[1]).toBe(null); // prettier-ignore
  });

  test('a company that is not of the network, a cell named twice and numbers out of bounds are refused at the field', async () => {
    const year = 2032;
    const fieldsOf = async (...cells: object[]) => Object.keys((await write(maker, 0, { year, cells })).body.fields);
    const cell = { dealerId: 901, month: 1, amount: 3 };
    expect(await fieldsOf({ ...cell, dealerId: 10 })).toEqual(['cells.0.dealerId']);
    expect(await fieldsOf({ ...cell, dealerId: 987_654 })).toEqual(['cells.0.dealerId']);
    expect(await fieldsOf(cell, cell)).toEqual(['cells.1.month']);
    expect(await fieldsOf({ ...cell, amount: -1 })).toEqual(['cells.0.amount']);
    expect(await fieldsOf({ ...cell, amount: 100_001 })).toEqual(['cells.0.amount']);
    expect(await fieldsOf({ ...cell, month: 13 })).toEqual(['cells.0.month']);
    expect((await read(maker, year)).version).toBe(0);
  });

  test('a target of a company is read by nobody of it', async () => {
    expect((await call(side.as, 'GET /network/targets', { query: { year: 2026 } })).status).toBe(403);
    const seen = await withTenant(database.db, { companyId: 901, userId: null }, (trx) =>
      trx.selectFrom('networkTargets').select('amount').where('companyId', '=', 10).execute(),
    );
    expect(seen).toEqual([]);
  });
});
