import { readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { startPostgres, type Postgres } from '#backend/db/postgres.ts';
import type { TestUser } from '#tests/support/area.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { cookieOf, get, startBare, until, worldIn } from '#tests/support/running.ts';
import type { Got } from '#tests/support/running.ts';
import type { Application } from '#tests/support/application.ts';
import { temporaryFolder } from '#tests/support/folder.ts';

/** Milliseconds: shorter than in production, so that a frozen database costs the tests little. */
const TIMEOUT = isSoak ? 10_000 : 1500;
const DOWN_MS = isSoak ? 30_000 : 1500;

let dataDir = '';
let databaseDir = '';
let postgres: Postgres;
let application: Application;
let world: Awaited<ReturnType<typeof worldIn>>;
let seller: TestUser;
let headers: Record<string, string>;

beforeAll(async () => {
  [dataDir, databaseDir] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  // Outside of the application, so that nothing brings it back before the test says so.
  postgres = await startPostgres({ dataDir: databaseDir });
  application = await start();
  world = await worldIn(postgres.ownerUrl);
  seller = await world.userWith('createQuotes', 'manageOwnQuotes');
  headers = { cookie: await cookieOf(seller), 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
});
afterAll(async () => {
  await world.close();
  await application.stop();
  await postgres.stop();
  await Promise.all([dataDir, databaseDir].map((folder) => rm(folder, { recursive: true })));
});

const start = () =>
  startBare({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.ownerUrl,
    UPSTREAM_TIMEOUT: String(TIMEOUT),
  });

const paths = ['/api/quotes', '/dealer', '/dealer/quotes/retail', '/api/search?q=mario', '/api/auth/user'];
const ask = (path: string) => get(application.url + path, { headers });
const create = () =>
  get(`${application.url}/api/quotes`, {
    method: 'POST',
    headers,
    body: JSON.stringify(world.draft(world.alfa)),
  });
const isWell = async () => (await Promise.all(paths.map(ask))).every(({ status }) => status === 200);

/** Eight clients that never rest, half of them reading and saving by turns; ends when `work` does. */
async function underLoad(work: () => Promise<void>): Promise<(Got & { path: string })[]> {
  const got: (Got & { path: string })[] = [];
  let over = false;
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let i = client; !over; i += 1) {
      const path = paths[i % paths.length]!;
      got.push({ path, ...(await ask(path)) });
      if (client % 2) got.push({ path: 'POST /api/quotes', ...(await create()) });
    }
  });
  try {
    await work();
  } finally {
    over = true;
    await Promise.all(clients);
  }
  return got;
}

/** Every answer is a good one or says that the service is away, in the words of the specification, within the time-out. */
function expectOrderly(got: (Got & { path: string })[]) {
  const away = got.filter(({ status }) => status !== 200 && status !== 201);
  expect(away.length).toBeGreaterThan(0);
  for (const { path, status, text, headers: answered, ms } of away) {
    expect([path, status, status === 503 ? '' : text]).toEqual([path, 503, '']);
    expect(answered.get('retry-after')).toBe('5');
    if (path.includes('/api/'))
      expect(JSON.parse(text)).toMatchObject({
        error: 'unavailable',
        message: 'Servizio temporaneamente non disponibile',
        retryAfter: 5,
        requestId: expect.stringMatching(/^[\w-]{8,}$/),
      });
    else {
      for (const words of ['Servizio temporaneamente non disponibile', 'Riprova tra qualche minuto', 'Codice errore'])
        expect(text).toContain(words);
      expect(text).not.toContain('Torna alla Home');
    }
    expect(text).not.toMatch(/ECONNREFUSED|ENOENT|terminat|postgres|at .*\.ts:/i);
    expect(ms).toBeLessThan(TIMEOUT + 1500);
  }
}

/** What stands without the database goes on. */
async function expectRestToStand() {
  for (const path of ['/healthz', '/', '/resetpassword', '/version.json']) {
    const { status, ms } = await get(application.url + path);
    expect([path, status]).toEqual([path, 200]);
    expect(ms).toBeLessThan(TIMEOUT + 1500);
  }
  expect((await ask('/readyz')).status).toBe(503);
}

describe('the database', () => {
  test('stopped under load: 503 until it is back, then everything again within 5 seconds', async () => {
    await until(isWell, 20_000);
    const got = await underLoad(async () => {
      await sleep(500);
      await postgres.stop();
      await sleep(DOWN_MS);
      await expectRestToStand();
      postgres = await startPostgres({ dataDir: databaseDir });
      await until(isWell, 5000);
      await sleep(500);
    });
    expectOrderly(got);
    expect(got.at(-1)!.status).toBeLessThan(300);
  });

  // oxlint-disable-next-line vitest/expect-expect -- expectOrderly does
  test('frozen under load: nobody waits longer than the time-out, and it goes on where it was', async () => {
    const got = await underLoad(async () => {
      await signalAll(databaseDir, 'SIGSTOP');
      await sleep(DOWN_MS + 3000);
      await expectRestToStand();
      await signalAll(databaseDir, 'SIGCONT');
      await until(isWell, 5000);
    });
    expectOrderly(got);
  });

  test('kept every draft that was confirmed, and no connection', async () => {
    const before = Number((await world.query('select count(*) from quotes'))[0].count);
    expect((await create()).status).toBe(201);
    expect(Number((await world.query('select count(*) from quotes'))[0].count)).toBe(before + 1);
    const [{ count }] = await world.query("select count(*) from pg_stat_activity where usename = 'volante_app'");
    // Pool of requests 10, jobs 4, probe 1, and the test's own 3.
    expect(Number(count)).toBeLessThanOrEqual(18);
    const [{ open }] = await world.query(
      "select count(*) as open from pg_stat_activity where state like 'idle in transaction%'",
    );
    expect(Number(open)).toBe(0);
  });
});

/** To the server and all its children, which go on without it. */
async function signalAll(folder: string, signal: 'SIGSTOP' | 'SIGCONT') {
  const server = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  for (const entry of await readdir('/proc')) {
    const status = /^\d+$/.test(entry) && (await readFile(`/proc/${entry}/status`, 'utf8').catch(() => ''));
    if (status && Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === server) process.kill(Number(entry), signal);
  }
  process.kill(server, signal);
}

test('SIGTERM: what is in flight is answered, nothing new is taken, and the application ends with 0', async () => {
  const quotes = await Promise.all(Array.from({ length: 8 }, create));
  const ids = quotes.map(({ text }) => (JSON.parse(text) as { id: number }).id);
  const owner = new pg.Client({ connectionString: postgres.ownerUrl });
  await owner.connect();
  await owner.query('begin');
  await owner.query('select from quotes where id = any($1) for update', [ids]);
  const saves = ids.map((id) =>
    get(`${application.url}/api/quotes/${id}`, {
      method: 'PUT',
      headers: { ...headers, 'if-match': '"v1"' },
      body: JSON.stringify(world.draft(world.alfa, { notes: 'in volo' })),
    }),
  );
  const others = underLoad(async () => {
    await sleep(300);
    const asked = performance.now();
    const ended = application.stop();
    // A new connection: the others of this process are kept alive.
    const isShut = async () =>
      (await get(`${application.url}/healthz`, { headers: { connection: 'close' } })).status === 0;
    await until(isShut, 5000);
    await owner.query('rollback');
    expect(await ended).toBe(0);
    // Sooner than the time after which connections are cut.
    expect(performance.now() - asked).toBeLessThan(9000);
  });
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(ids.map(() => 200));
  const got = await others;
  const outcomes = new Set(got.map(({ status, text }) => (status === 0 ? text : status)));
  expect([...outcomes].filter((outcome) => ![200, 201, 503, 'ECONNREFUSED'].includes(outcome))).toEqual([]);
  expect(outcomes).toContain('ECONNREFUSED');
  await owner.end();
  const left = await world.query(
    "select from pg_stat_activity where usename = 'volante_app' and pid <> pg_backend_pid()",
  );
  expect(left.length).toBeLessThanOrEqual(3);
  application = await start();
  expect(await isWell()).toBe(true);
});
