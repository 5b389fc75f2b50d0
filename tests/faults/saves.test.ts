import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { urlFor } from '#backend/db/roles.ts';
import { withTenant } from '#backend/db/tenant.ts';
import type { Quote } from '#domain/quotes/schema.ts';
import { SECRET, type TestUser } from '#tests/support/area.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { cookieOf, get, killDatabase, ownerUrlOf, startBare, until, worldIn } from '#tests/support/running.ts';
import type { Application } from '#tests/support/application.ts';
import { temporaryFolder } from '#tests/support/folder.ts';

const CLIENTS = 8;
const ROUNDS = isSoak ? 20 : 2;
const KILLS = isSoak ? 12 : 4;

/** A draft as a client believes it to be: what the server has confirmed, and what was sent without an answer. */
interface Saved {
  tag: string;
  id?: number;
  version: number;
  notes: string;
  pending?: string;
}

let dataDir = '';
/** What Node keeps of its compiled sources. */
let compiled = '';
let application: Application;
let world: Awaited<ReturnType<typeof worldIn>>;
let clients: { user: TestUser; saved: Saved[] }[] = [];

beforeAll(async () => {
  dataDir = await temporaryFolder();
  compiled = await temporaryFolder();
  application = await startBare({ DATA_DIR: dataDir, NODE_COMPILE_CACHE: compiled });
  world = await worldIn(await ownerUrlOf(dataDir));
  clients = await Promise.all(
    Array.from({ length: CLIENTS }, async () => ({
      user: await world.userWith('createQuotes', 'manageOwnQuotes'),
      saved: [],
    })),
  );
});
afterAll(async () => {
  await world.close({ isDown: true });
  await application.stop();
  await rm(dataDir, { recursive: true });
  await rm(compiled, { recursive: true });
});

type Body = Quote & { current: Quote };

/** Status 0: no answer, because the connection broke or the database had gone before. */
async function send(user: TestUser, method: string, path: string, headers: Record<string, string>, notes?: string) {
  const body = notes === undefined ? null : JSON.stringify(world.draft(world.alfa, { notes }));
  const type = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
  try {
    const response = await fetch(`${application.url}/api${path}`, { method, headers: { ...type, ...headers }, body });
    const answer = (await response.json()) as Body;
    return { status: response.status === 503 ? 0 : response.status, body: answer };
  } catch {
    return { status: 0, body: {} as Body };
  }
}

const create = (user: TestUser, { tag, notes }: Saved) =>
  send(user, 'POST', '/quotes', { 'idempotency-key': tag }, notes);
const save = (user: TestUser, { id, version, pending }: Saved) =>
  send(user, 'PUT', `/quotes/${id}`, { 'if-match': `"v${version}"` }, pending);

let count = 0;
/** Creates drafts and saves them again and again, as the builder does, until the application is gone. */
async function work({ user, saved }: (typeof clients)[number]): Promise<void> {
  for (;;) {
    const made: Saved = { tag: `tag-${(count += 1)}-`, version: 0, notes: '' };
    made.notes = `${made.tag} 0`;
    saved.push(made);
    const created = await create(user, made);
    if (created.status === 0) return;
    expect(created.status).toBe(201);
    Object.assign(made, { id: created.body.id, version: created.body.version });
    for (let i = 1; i <= 4; i += 1) {
      made.pending = `${made.tag} ${i}`;
      const answer = await save(user, made);
      if (answer.status === 0) return;
      expect([answer.status, answer.body.draft?.notes]).toEqual([200, made.pending]);
      Object.assign(made, { version: answer.body.version, notes: made.pending, pending: undefined });
    }
  }
}

/** What a client does when the application is back: repeats what has no answer, under the same key or version. */
async function settle(user: TestUser, each: Saved): Promise<void> {
  if (each.id === undefined) {
    let answer = await create(user, each);
    for (let i = 0; answer.status === 409 && i < 20; i += 1) {
      await sleep(250);
      answer = await create(user, each);
    }
    expect(answer.status).toBe(201);
    Object.assign(each, { id: answer.body.id, version: answer.body.version });
  }
  if (each.pending === undefined) return;
  const answer = await save(user, each);
  // Our own save whose answer was lost: it is there, and only once.
  const now = answer.status === 412 ? answer.body.current : answer.body;
  expect([200, 412]).toContain(answer.status);
  expect([now.version, now.draft.notes]).toEqual([each.version + 1, each.pending]);
  Object.assign(each, { version: now.version, notes: each.pending, pending: undefined });
}

test('an application without the owner serves pages and runs jobs, and makes no connection of the owner’s', async () => {
  const owners = () =>
    world.query("select pid, pid = pg_backend_pid() as own from pg_stat_activity where usename = 'volante'");
  const before = (await owners()).map(({ pid }) => pid);
  const { email } = await world.user(901, [], { password: true });
  const headers = {
    cookie: await cookieOf(clients[0]!.user),
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  const folder = await temporaryFolder();
  const ownerUrl = await ownerUrlOf(dataDir);
  const unowned = await startBare({
    DATA_DIR: folder,
    DATABASE_APP_URL: urlFor('requests', ownerUrl, SECRET),
    DATABASE_JOBS_URL: urlFor('jobs', ownerUrl, SECRET),
  });
  try {
    for (const path of ['/api/quotes', '/dealer', '/dealer/quotes/retail', '/api/search?q=mario', '/api/auth/user'])
      expect((await get(unowned.url + path, { headers })).status, path).toBe(200);
    await get(`${unowned.url}/api/auth/reset`, { method: 'POST', headers, body: JSON.stringify({ email }) });
    const done = "select from pgboss.job where name = 'reset-mail' and state = 'completed'";
    await until(async () => (await world.query(done)).length === 1, 20_000);
    // The test's own connection may be a later one.
    expect((await owners()).filter(({ pid, own }) => !own && !before.includes(pid))).toEqual([]);
  } finally {
    expect(await unowned.stop()).toBe(0);
    await rm(folder, { recursive: true });
  }
});

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'kill -9 number %i during saves loses nothing that was confirmed and makes nothing twice',
  async (round) => {
    const working = Promise.all(clients.map(work));
    const confirmed = () => clients.flatMap(({ saved }) => saved).reduce((sum, { version }) => sum + version, 0);
    const before = confirmed();
    await until(async () => confirmed() > before + 20, 20_000);
    await sleep(Math.random() * 500);
    if (round % 2 === 1) killDatabase(dataDir);
    await application.stop('SIGKILL');
    // The next start compiles nothing again.
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(100);
    await working;
    application = await startBare({ DATA_DIR: dataDir });

    const all = clients.flatMap(({ saved }) => saved);
    for (const { user, saved } of clients) {
      for (const each of saved) {
        await settle(user, each);
        const { body } = await send(user, 'GET', `/quotes/${each.id}`, {});
        expect([each.tag, body.version, body.draft.notes]).toEqual([each.tag, each.version, each.notes]);
      }
    }
    const rows = await world.query("select draft->>'notes' as notes from quotes where company_id = 901");
    expect(rows.map(({ notes }) => notes).toSorted()).toEqual(all.map(({ notes }) => notes).toSorted());
    const tenant = { companyId: 901, userId: null };
    expect(await withTenant(world.db, tenant, (trx) => verifyAudit(trx, 901))).toMatchObject({ broken: null });
  },
);

test('the included database, killed again and again from the first moment, comes back with the application, which lives on', async () => {
  const pid = () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  const ready = async () => (await get(`${application.url}/readyz`)).status === 200;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const killed = pid();
    process.kill(killed, 'SIGKILL');
    await until(async () => !(await ready()), 5000);
    await until(ready, 20_000);
    expect(pid()).not.toBe(killed);
    // Each time at another moment of coming back.
    await sleep((240 / KILLS) * kill);
  }
  expect(await application.stop()).toBe(0);
});
