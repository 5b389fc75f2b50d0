import { execSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createGateway } from '#gateway/app.ts';
import type { TestUser } from '#tests/support/area.ts';
import { addWorker, type Node, spreadDatabase } from '#tests/support/spread.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await spreadDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
afterAll(() => world.close());
const { query } = world;
const gateway = createGateway({ upstream: world.backend.fetch, config: world.config });

/** The port of the worker on which a company's rows lie. */
const portOf = async (companyId: number, table = 'quotes') =>
  Number(
    (
      await query(
        'select nodeport from citus_shards where shardid = get_shard_id_for_distribution_column($1::regclass, $2::int)',
        [table, companyId],
      )
    )[0]!.nodeport,
  );
/** A server with Citus that is not in the cluster, as `host:port`; without it rows move between the workers that are. */
const { NEW_WORKER } = process.env;

/** Quotes that a dealer adds one after the other until `stop`; the statuses that were answered, and the longest wait. */
function writing(as: TestUser, customerId: number) {
  const statuses: number[] = [];
  let [longest, isOver] = [0, false];
  const all = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const body = world.draft({ ...world.alfa, companyId: as.companyId, customerId });
      const { status } = await world.call(as, 'POST /quotes', { body, key: crypto.randomUUID() }, gateway.app);
      statuses.push(status);
      longest = Math.max(longest, performance.now() - begun);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await all;
      return { done: statuses.filter((status) => status === 201).length, statuses: [...new Set(statuses)], longest };
    },
  };
}
const countOf = async (companyId: number) =>
  Number((await query('select count(*) from quotes where company_id = $1', [companyId]))[0]!.count);

test('while a company’s shards move to another worker its quotes are written, and none is lost', async () => {
  const from = await portOf(901);
  if (NEW_WORKER) {
    const [host = '', port] = NEW_WORKER.split(':');
    await addWorker(database.ownerUrl, { host, port: Number(port) });
  }
  const workers = (await query(
    `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid desc`,
  )) as unknown as Node[];
  const to = workers.find(({ port }) => port !== from)!;
  const source = workers.find(({ port }) => port === from)!;
  const as = await world.user(901, EVERY);
  const before = await countOf(901);
  const writers = Array.from({ length: 3 }, () => writing(as, world.alfa.customerId));
  await sleep(1000);
  const begun = performance.now();
  await query(
    `select citus_move_shard_placement(get_shard_id_for_distribution_column('quotes', 901), $1, $2, $3, $4, 'block_writes')`,
    [source.host, source.port, to.host, to.port],
  ).catch(async (error: unknown) => {
    await Promise.all(writers.map((writer) => writer.stop()));
    throw error;
  });
  const moved = performance.now() - begun;
  await sleep(1000);
  const written = await Promise.all(writers.map((writer) => writer.stop()));
  console.log(
    `moved in ${Math.round(moved)} ms, longest wait ${Math.round(Math.max(...written.map((w) => w.longest)))} ms,`,
    written,
  );
  expect(await portOf(901)).toBe(to.port);
  expect((await world.call(as, 'GET /quotes', { query: { limit: 20 } }, gateway.app)).status).toBe(200);
  expect((await countOf(901)) - before).toBe(written.reduce((sum, { done }) => sum + done, 0));
  expect(written.flatMap(({ statuses }) => statuses).filter((status) => status !== 201 && status !== 503)).toEqual([]);
});

/** Commands of who runs the cluster, for example `pg_ctl -D … stop -m fast`; the worker of company 901 is `$PORT`. */
const { WORKER_STOP, WORKER_START } = process.env;
test.skipIf(!WORKER_STOP || !WORKER_START)('one worker down: its companies get 503, the others work', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => 1000 + n);
  const down = await portOf(901);
  const other = (await Promise.all(ids.map(async (id) => ({ id, port: await portOf(id) })))).find(
    ({ port }) => port !== down,
  )!.id;
  await query("insert into companies (company_id, name, province) values ($1, 'Altra', 'MI')", [other]);
  const [theirs, others] = [await world.user(901, EVERY), await world.user(other, EVERY)];
  const ask = async (as: TestUser) => {
    const { status, headers } = await world.call(as, 'GET /customers', { query: { limit: 20 } }, gateway.app);
    return [status, headers.get('retry-after')];
  };
  const save = (as: TestUser) =>
    world.call(as, 'POST /customers', { body: { type: 'private', firstName: 'Ada', lastName: 'Neri' } }, gateway.app);
  expect([await ask(theirs), await ask(others)]).toEqual([
    [200, null],
    [200, null],
  ]);
  const env = { ...process.env, PORT: String(down) };
  execSync(WORKER_STOP!, { env });
  try {
    // Many more than the gateway's breaker counts.
    for (let n = 0; n < 30; n += 1) expect(await ask(theirs)).toEqual([503, '5']);
    expect(await ask(others)).toEqual([200, null]);
    expect((await save(others)).status).toBe(201);
    expect((await save(theirs)).status).toBe(503);
  } finally {
    execSync(WORKER_START!, { env });
  }
  await expect.poll(() => ask(theirs), { timeout: 20_000 }).toEqual([200, null]);
  expect((await save(theirs)).status).toBe(201);
});
