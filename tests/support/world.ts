import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import pg from 'pg';
import { createBackend } from '#backend/app.ts';
import { jobs } from '#backend/areas.ts';
import type { Effects } from '#backend/lib/work/context.ts';
import { hashPassword } from '#backend/lib/people/password.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import { writeWords } from '#backend/lib/records/search.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { readConfig, type Config } from '#config';
import type { CallName } from '#domain/endpoints.ts';
import { split } from '#domain/endpoint.ts';
import { privileges, type PrivilegeName } from '#domain/privileges.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { CHAT_KEY } from './areas/support.ts';
import { PASSWORD, SECRET, type Answer, type Dealer, type Sent, type Side, type TestUser } from './area.ts';
import { makeDealer } from './areas.ts';
import { makeCar } from './areas/catalog.ts';
import { draftOf } from './areas/quotes.ts';
import type { TestDatabase } from './database.ts';
import { outsideOf } from './outside.ts';
import { watchStatements } from './statements.ts';

export const EVERY = Object.values(privileges);
/** The day on which most tests happen. */
export const TODAY = '2026-11-20';

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** Makes the function that creates a user with exactly these privileges and an open session. */
function peopleOf(one: (text: string, values: unknown[]) => Promise<number>, passwordHash: string, next: () => number) {
  return async (companyId: number, privileges: readonly number[], { password = false } = {}): Promise<TestUser> => {
    const number = next();
    const marker = companyId === 902 ? 'BETAMARCHIO' : 'Prova';
    const email = `utente${number}-${randomBytes(3).toString('hex')}@prova.example.it`;
    const token = newToken(companyId);
    // The last use lies in the future: the clocks of the tests jump by days, and the session stays open.
    const id = await one(
      "insert into users (company_id, name, email, role_name, privileges) values ($1, $2, $3, 'Prova', $4) returning id",
      [companyId, `${marker} Utente ${number}`, email, privileges],
    );
    await one(
      `insert into sessions (company_id, user_id, token_hash, last_seen_at, expires_at) values ($1, $2, $3, '2040-12-31', '2040-12-31')`,
      [companyId, id, readToken(token)!.hash],
    );
    if (password) {
      await one('insert into logins values ($1, $2, $3)', [companyId, id, passwordHash]);
      await one('insert into login_emails values ($1, $2, $3)', [email, companyId, id]);
    }
    return { id, companyId, email, token };
  };
}

interface Requested {
  request(address: string, init: RequestInit): Response | Promise<Response>;
}

/** Makes the function that calls the backend as its callers do, by HTTP request. */
function callsOf(backend: Requested) {
  return async (
    as: Pick<TestUser, 'token'> | null,
    name: CallName,
    sent: Sent = {},
    on: Requested = backend,
  ): Promise<Answer> => {
    const { method, path } = split(name);
    const address = path.replace(/:(\w+)/g, (_, key: string) => String(sent.params?.[key]));
    const query = new URLSearchParams(Object.entries(sent.query ?? {}).map(([key, value]) => [key, String(value)]));
    const response = await on.request(`http://backend${address}?${query}`, {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(method !== 'GET' && { 'content-type': sent.file ? 'application/octet-stream' : 'application/json' }),
        ...(sent.version !== undefined && { 'if-match': `"v${sent.version}"` }),
        ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
        ...sent.headers,
      },
      ...(method !== 'GET' && sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      ...(sent.file && { body: new Uint8Array(sent.file) }),
    });
    const json = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: json ? await response.json() : Buffer.from(await response.arrayBuffer()),
      headers: response.headers,
    };
  };
}

/** Of the password of all who have one: made once for all files of a worker. */
let passwordHash: Promise<string> | undefined;

/** Where rows name files that were stored before they were named. */
const NAMING = {
  documents: ['file_key'],
  signatures: ['file_key', 'pages_key', 'sealed_key'],
  signature_acceptances: ['paper_key', 'declaration_key'],
  report_mails: ['file_key'],
  spreadsheets: ['file_key'],
  users: ['picture_key'],
  companies: ['logo_key'],
};

/** A file that a row names is not waiting for its name any more: after a day it would be deleted. */
async function assertStruckOut(query: (text: string) => Promise<object[]>): Promise<void> {
  const named = Object.entries(NAMING).flatMap(([table, keys]) =>
    keys.map(
      (key) =>
        `select u.file_key from unnamed_files u join ${table} t on t.company_id = u.company_id and t.${key} = u.file_key`,
    ),
  );
  const waiting = await query(named.join(' union all '));
  if (waiting.length > 0) throw new Error(`Named, and still to be deleted: ${JSON.stringify(waiting)}`);
}

/**
 * Creates a small world of two dealers and one car in the database, and a backend whose clock the tests move. Its ids
 * are far from those of the demo world.
 */
export async function makeWorld(
  { db, ownerUrl }: Pick<TestDatabase, 'db' | 'ownerUrl'>,
  settings: Record<string, string> = {},
) {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3 });
  // After the tests the database is dropped by force, and a connection that is still open would raise an error. A
  // test may also kill a connection.
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  await watchStatements(owner);
  const one = async (text: string, values: unknown[] = []) => Number((await owner.query(text, values)).rows[0]?.id);
  const clock = { now: new Date(`${TODAY}T09:00:00Z`) };

  await owner.query(
    "insert into companies (company_id, name, province) values (10, 'Costruttore', 'RM') on conflict do nothing",
  );
  // The worker creates its queues when it starts; in these tests no worker runs.
  await owner.query(
    `select pgboss.create_queue(name, '{"policy": "standard"}') from unnest($1::text[]) as job (name)`,
    [jobs.map(({ name }) => name)],
  );
  const car = await makeCar(one);
  const alfa = await makeDealer(one, 901, 'ALFAMARCHIO', 'MI');
  const beta = await makeDealer(one, 902, 'BETAMARCHIO', 'GE');
  for (const { companyId } of [alfa, beta])
    await withTenant(db, { companyId, userId: null }, async (trx) => {
      for (const kind of ['customers', 'accessories', 'tyres'])
        await writeWords({ db: trx, user: { companyId } }, kind);
    });

  const dataDir = await mkdtemp(join(tmpdir(), 'volante-world-'));
  const config: Config = readConfig({
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    PUBLIC_ORIGIN: 'https://prova.example.it',
    CHAT_HOOK_SECRET: CHAT_KEY,
    ...settings,
  });
  const open = (): Hono => createBackend({ db, config, now: () => clock.now });
  const backend = open();
  /** The context of a job, with the clock of the world; `answering` replaces the product's effects. */
  const outside = (answering?: readonly Effects[]) => outsideOf({ db, config, now: () => clock.now }, answering);

  let count = 0;
  const next = () => (count += 1);
  const user = peopleOf(one, await (passwordHash ??= hashPassword(PASSWORD)), next);
  const named = (names: readonly PrivilegeName[]) => names.map((name) => privileges[name]);
  /** A user of the first dealer who holds these privileges, and no others. */
  const userWith = (...names: PrivilegeName[]) => user(alfa.companyId, named(names));
  /** The same of the other dealer, who must never see what the first one has. */
  const strangerWith = (...names: PrivilegeName[]) => user(beta.companyId, named(names));
  const call = callsOf(backend);

  /** The dealer as seen by a user of it who holds every privilege. */
  async function sideOf(dealer: Dealer, { kept = false } = {}): Promise<Side> {
    const colleague = (companyId = dealer.companyId) => user(companyId, EVERY, { password: true });
    const as = await colleague();
    return {
      ...dealer,
      car,
      as,
      colleague,
      query,
      next,
      now: () => clock.now,
      config,
      kept,
      call: (name, sent, who = as) => call(who, name, sent),
    };
  }

  const draft = (dealer: Dealer, changes?: Partial<QuoteDraft>) => draftOf(car, dealer, changes);
  const query = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows;
  /** Does something while the manufacturer keeps a company out. */
  async function keptOut<T>(companyId: number, work: () => Promise<T>): Promise<T> {
    const suspend = (to: string) => query(`update companies set ${to} where company_id = $1`, [companyId]);
    await suspend("suspended_at = now(), suspended_for = 'Insoluti'");
    try {
      return await work();
    } finally {
      await suspend('suspended_at = null, suspended_for = null');
    }
  }
  /** The audit's entries about a record, oldest first; null: erased. */
  const factsOf = async (entity: string, id: number) =>
    (
      await query(
        `select f.facts from audit_events e join audit_facts f on f.company_id = e.company_id and f.event_id = e.id
         where e.entity = $1 and e.entity_id = $2 order by e.id`,
        [entity, id],
      )
    ).map(({ facts }) => facts);
  /** `isDown`: the database has been killed, so nothing is asked of it any more. */
  const close = async ({ isDown = false } = {}) => {
    try {
      if (!isDown) await assertStruckOut(query);
    } finally {
      await owner.end();
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  return {
    alfa,
    beta,
    car,
    clock,
    config,
    owner,
    backend,
    open,
    outside,
    user,
    userWith,
    strangerWith,
    sideOf,
    call,
    draft,
    query,
    keptOut,
    factsOf,
    close,
  };
}
