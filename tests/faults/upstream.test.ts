import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { cookieOf, get, startBare, until, worldIn } from '#tests/support/running.ts';
import type { Application } from '#tests/support/application.ts';
import { openFaulty, type Fault } from '#tests/support/faulty.ts';
import { temporaryFolder } from '#tests/support/folder.ts';
import { allPrivileges } from '#tests/support/upstream.ts';

/** Milliseconds: shorter than in production, so that what hangs costs the tests little. */
const TIMEOUT = isSoak ? 10_000 : 1500;
const FAULT_MS = isSoak ? 30_000 : 1500;

const database = await testDatabase();
let dataDir = '';
let world: Awaited<ReturnType<typeof worldIn>>;
let host: Awaited<ReturnType<typeof openFaulty>>;
let application: Application;
let headers: Record<string, string>;

beforeAll(async () => {
  dataDir = await temporaryFolder();
  world = await worldIn(database.ownerUrl);
  // The dealer API on a host of its own.
  host = await openFaulty(async (request) => {
    await sleep(slowly);
    const url = new URL(request.url);
    url.pathname = url.pathname.replace(/^\/v1/, '');
    return world.backend.fetch(new Request(url, request));
  });
  application = await startBare({
    DATA_DIR: dataDir,
    UPSTREAM_URL: host.url,
    UPSTREAM_TIMEOUT: String(TIMEOUT),
  });
  headers = { cookie: await cookieOf(await world.user(901, allPrivileges)) };
});
afterAll(async () => {
  await application.stop();
  await host.close();
  await world.close();
  await rm(dataDir, { recursive: true });
});

// A test that failed in the middle of a fault leaves it to nobody.
beforeEach(() => host.set('none'));

/** Calls end sooner than the time-out, but only just. */
let slowly = 0;
const ask = (path: string, init: RequestInit = { headers }) => get(application.url + path, init);
/** Somebody whom the gateway has not met in the last seconds. */
const newcomer = async () => ({ headers: { cookie: await cookieOf(await world.user(901, allPrivileges)) } });
const paths = [
  '/dealer',
  '/dealer/accessories',
  '/dealer/tyres',
  '/api/quotes',
  '/api/catalog/makers',
  '/api/auth/user',
];
const isWell = async () => (await Promise.all(paths.map((path) => ask(path)))).every(({ status }) => status === 200);

const titles: Record<number, string> = {
  502: 'Si è verificato un errore',
  503: 'Servizio temporaneamente non disponibile',
};

const kinds: [Fault, number[]][] = [
  ['refused', [503]],
  ['hang', [503]],
  ['truncated', [503]],
  ['html', [502]],
];
if (isSoak) kinds.push(['reset', [503]], ['drip', [503]], ['garbage', [503]], ['storm', [502]]);

test.each(kinds)(
  'an upstream that fails by «%s» is %j within the time-out, and well again within 10 seconds',
  async (fault, statuses) => {
    await until(isWell, 10_000);
    const init = await newcomer();
    await host.set(fault);
    const start = performance.now();
    for (let asked = 0; performance.now() - start < FAULT_MS || asked < 2; asked += 1) {
      expect((await ask('/resetpassword')).status).toBe(200);
      const broken = await Promise.all([ask('/dealer', init), ...paths.map((path) => ask(path))]);
      for (const [index, { status, text, ms }] of broken.entries()) {
        expect([index, status, statuses.includes(status) ? '' : text]).toEqual([index, status, '']);
        expect(text).toContain(titles[status]);
        expect(text).not.toContain('segreto');
        expect(ms).toBeLessThan(TIMEOUT + 1000);
      }
      await sleep(100);
    }
    await host.set('none');
    await until(isWell, 10_000);
  },
);

test('a page whose calls one after the other all but run out of time waits no longer than for one', async () => {
  await until(isWell, 10_000);
  slowly = 0.9 * TIMEOUT;
  const { status, ms } = await ask('/dealer', await newcomer());
  slowly = 0;
  expect([200, 503]).toContain(status);
  expect(ms).toBeLessThan(1.5 * TIMEOUT);
  await until(isWell, 10_000);
});
