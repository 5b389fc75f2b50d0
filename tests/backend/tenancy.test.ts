import { afterAll, describe, expect, test } from 'vitest';
import { withTenant } from '#backend/db/tenant.ts';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { calendarFields } from '#domain/calendars/fields.ts';
import { split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { blankOf } from '#domain/record/fields.ts';
import { createGateway } from '#gateway/app.ts';
import { sealToken, sessionCookie } from '#gateway/session.ts';
import type { Answer, Sent, TestUser } from '#tests/support/area.ts';
import { fill } from '#tests/support/areas.ts';
import { audited, auditOf } from '#tests/support/audited.ts';
import { testDatabase } from '#tests/support/database.ts';
import { leavesOf, withLeaf } from '#tests/support/leaves.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
const gateway = createGateway({ upstream: world.backend.fetch, config: world.config });
afterAll(() => world.close());
const alfa = await world.sideOf(world.alfa);
// What is beta's stays as it is, and so does what is only read.
const beta = await world.sideOf(world.beta, { kept: true });
const shown = await world.sideOf(world.alfa, { kept: true });
// Where deliveries are proposed, of which the audit says so.
await alfa.call('POST /calendars', { body: { ...blankOf(calendarFields), name: 'Consegne', kind: 'bay' } });
/** Somebody of alfa who is refused, and only reads besides. */
const stranger = await alfa.colleague();
const { call, query } = world;
const { writes } = auditOf(world);

const names = (Object.keys(endpoints) as CallName[]).filter(
  // Doors are the manufacturer's, who stands before each company (network.test.ts).
  (name) => (endpoints[name] as Endpoint).audience !== 'public' && !(endpoints[name] as Endpoint).door,
);
const NOBODYS = 987_654_321;

/** The dealer API as other hosts call it, and the gateway in front of it as browsers call it. */
const doors = {
  backend: call,
  gateway: async (as: TestUser, name: CallName, sent: Sent) => {
    const cookie = `${sessionCookie(world.config).name}=${await sealToken(as.token, world.config)}`;
    return call(null, name, { ...sent, headers: { cookie, 'sec-fetch-site': 'same-origin' } }, gateway.app);
  },
};

const textOf = ({ body }: Answer) => (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body ?? ''));
const sameFor = ({ status, body }: Answer) => [status, { ...body, requestId: '' }];

/** Paths whose ids both companies may open: what they show belongs to neither. */
const SHARED = [
  ...['/catalog/makers/:id', '/catalog/models/:id', '/quotes/sheets/:versionId', '/stock/new/versions/:id'],
  ...['/releases/:id', '/releases/:id/read'],
  ...[
    '/catalog/lists/makers/:id',
    '/catalog/lists/makers/:id/options',
    '/catalog/lists/models/:id',
    '/catalog/lists/models/:id/grid',
    '/catalog/lists/versions/:id',
    '/catalog/lists/versions/:id/choice',
  ],
];

// Every row of the other company that is written, changed or deleted is noted, whoever does it and in whichever table.
await query(`create table touched_rows (what text)`);
await query(`create function note_touched() returns trigger language plpgsql security definer as $$ begin
  if 902 in (old.company_id, new.company_id) then insert into touched_rows values (tg_op || ' ' || tg_table_name); end if;
  return null; end $$`);
const tables = await query(
  `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
   where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
);
for (const { name } of tables)
  await query(
    `create trigger note after insert or update or delete on "${name}" for each row execute function note_touched()`,
  );
const touched = async () => (await query('select what from touched_rows')).map(({ what }) => what);

/** What somebody of alfa hears who sends this: nothing of beta. */
async function hears(door: keyof typeof doors, as: TestUser, name: CallName, sent: Sent): Promise<Answer> {
  const answer = await doors[door](as, name, sent);
  expect(answer.status, textOf(answer)).toBeLessThan(500);
  expect(textOf(answer)).not.toContain(beta.marker);
  return answer;
}

type Filled = Awaited<ReturnType<typeof fill>>;

/** Makes the call with records of alfa, which succeeds: what was refused before was refused for the records that it named. */
async function owns(name: CallName, own: Filled): Promise<void> {
  if (audited.includes(name)) return writes(name, own);
  const answered = await call(own.as, name, own.sent);
  expect(answered.status, textOf(answered)).toBeLessThan(300);
}

/**
 * Each id in a body: another company's is refused like one that nobody has. The gateway hands bodies on as they are.
 * Answers what the call still succeeds with: what is refused uses nothing up, and the same person asks on with the same records.
 */
async function refusesLeaves(name: CallName, own: Filled, theirs: Sent): Promise<Filled> {
  const ids = leavesOf(theirs.body).filter(({ path, value }) => {
    const mine = leavesOf(own.sent.body).find((leaf) => leaf.path.join() === path.join())?.value;
    return typeof value === 'number' && value !== mine;
  });
  if (ids.length === 0) return own;
  let fresh = own;
  let caller = await alfa.colleague();
  for (const { path, value } of ids) {
    const statuses: number[] = [];
    for (const id of [value, NOBODYS]) {
      const sent = { ...fresh.sent, body: withLeaf(fresh.sent.body, path, id) };
      const { status } = await hears('backend', caller, name, sent);
      statuses.push(status);
      if (status >= 300) continue;
      fresh = await fill(name, alfa);
      caller = await alfa.colleague();
    }
    expect([path, statuses[0]]).toEqual([path, statuses[1]]);
  }
  return fresh;
}

test('the rows of the other company are watched', async () => {
  const { id } = (await beta.call('POST /customers', { body: { type: 'private', firstName: 'Ada', lastName: 'Neri' } }))
    .body;
  expect(await touched()).toContain('INSERT customers');
  expect(id).toBeTypeOf('number');
});

describe.each(names)('%s', (name) => {
  const isReading = split(name).method === 'GET';
  let theirs: Sent;
  let own: Sent;

  test('names records of its company alone; then it is refused over another version, and writes one row of each record, with who did it and no secret', async () => {
    ({ sent: theirs } = await fill(name, beta));
    await query('delete from touched_rows');
    const filled = await fill(name, isReading ? shown : alfa);
    own = filled.sent;
    await owns(name, await refusesLeaves(name, filled, theirs));
    expect(await touched()).toEqual([]);
  });

  test('records of another company are like none', async () => {
    const isForeign = JSON.stringify(own.params) !== JSON.stringify(theirs.params);
    expect(isForeign).toBe(own.params !== undefined && !SHARED.includes(split(name).path));
    if (!isForeign)
      // What is made may end its caller's session or use something up: a read does neither.
      for (const door of ['backend', 'gateway'] as const)
        await hears(door, isReading ? stranger : await alfa.colleague(), name, theirs);
    else {
      const none = Object.fromEntries(
        Object.entries(theirs.params!).map(([key, id]) => [key, id === own.params![key] ? id : NOBODYS]),
      );
      const nobodys = await hears('backend', stranger, name, { ...theirs, params: none });
      for (const door of ['backend', 'gateway'] as const)
        expect(sameFor(await hears(door, stranger, name, theirs))).toEqual(sameFor(nobodys));
      // What only the manufacturer may ask is refused before any record is looked for.
      expect(nobodys.status).toBe((endpoints[name] as Endpoint).audience === 'fms' ? 403 : 404);
    }
    expect(await touched()).toEqual([]);
  });
});

test('the audit of all these calls is one chain', async () => {
  const { companyId } = world.alfa;
  const { broken } = await withTenant(database.db, { companyId, userId: null }, (trx) => verifyAudit(trx, companyId));
  expect(broken).toBeNull();
});
