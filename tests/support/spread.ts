import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { distribute } from '#backend/db/distribution.ts';
import { migrate } from '#backend/db/migrate.ts';
import { openDatabase } from '#backend/db/open.ts';
import { ensureRoles } from '#backend/db/roles.ts';
import { seedDemo } from '#backend/seed/demo.ts';
import { asOwner, type TestDatabase } from './database.ts';

const SECRET = 'soltanto-per-le-prove-automatiche';

/** The coordinator of a Citus cluster, in a database with the extension and its workers; its owner is a superuser. */
export const CLUSTER_URL = process.env.CLUSTER_URL ?? '';

/** Until the file ends: the statements of the request role that asked more than one shard. */
export function hearFanOuts(): Set<string> {
  const heard = new Set<string>();
  const last = new WeakMap<pg.Client, string>();
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  pg.Client.prototype.query = function listened(this: pg.Client, ...args: unknown[]) {
    const [given] = args;
    const text = typeof given === 'string' ? given : (given as { text?: string }).text;
    if (this.user === 'volante_app' && text) {
      if (!last.has(this))
        this.on('notice', ({ message }) => {
          if (message?.includes('multi-task query')) heard.add(last.get(this)!);
        });
      last.set(this, text);
    }
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
  return heard;
}

export interface Node {
  host: string;
  port: number;
}

/** The address of the database `name` on a node. */
function urlOn({ host, port }: Node, name: string) {
  const url = new URL(CLUSTER_URL);
  url.hostname = host;
  url.port = String(port);
  url.pathname = `/${name}`;
  return url.href;
}

export interface Spread extends TestDatabase {
  /** The database on each worker, for its owner. */
  workers: string[];
}

/**
 * An empty database on every node of the cluster, with the extension and the workers, dropped after the tests of the
 * file; the tables come by `spread`.
 */
export async function clusterDatabase(): Promise<Pick<Spread, 'ownerUrl' | 'workers'>> {
  const name = `volante_test_${randomBytes(4).toString('hex')}`;
  const nodes = (await asOwner(
    CLUSTER_URL,
    'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid',
  )) as unknown as Node[];
  const { hostname, port } = new URL(CLUSTER_URL);
  const coordinator = { host: hostname, port: Number(port || 5432) };
  const all = [coordinator, ...nodes];
  for (const node of all) await asOwner(urlOn(node, 'postgres'), `create database ${name}`);
  for (const node of all) await asOwner(urlOn(node, name), 'create extension citus');
  const ownerUrl = urlOn(coordinator, name);
  await asOwner(ownerUrl, 'select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
  for (const { host, port } of nodes) await asOwner(ownerUrl, 'select citus_add_node($1, $2)', [host, port]);
  afterAll(async () => {
    for (const node of all) await asOwner(urlOn(node, 'postgres'), `drop database ${name} with (force)`);
  });
  return { ownerUrl, workers: nodes.map((node) => urlOn(node, name)) };
}

/** Adds another server to the cluster of a database; dropped with it. */
export async function addWorker(ownerUrl: string, node: Node): Promise<void> {
  const name = new URL(ownerUrl).pathname.slice(1);
  await asOwner(urlOn(node, 'postgres'), `create database ${name}`);
  await asOwner(urlOn(node, name), 'create extension citus');
  // The roles are older than this database, so that it does not know them as its own and gives the node none.
  const owner = new pg.Client({ connectionString: urlOn(node, name) });
  await owner.connect();
  await ensureRoles(owner, SECRET, ['requests', 'jobs']).finally(() => owner.end());
  await asOwner(ownerUrl, 'select citus_add_node($1, $2)', [node.host, node.port]);
  await asOwner(ownerUrl, "select replicate_reference_tables('block_writes')");
  afterAll(() => asOwner(urlOn(node, 'postgres'), `drop database ${name} with (force)`));
}

/** Migrates a database of the cluster and spreads its tables; `folder`: other migrations than the product's. */
export async function spread(ownerUrl: string, folder?: string): Promise<Omit<TestDatabase, 'ownerUrl' | 'db'>> {
  const { appUrl, jobsUrl } = await migrate(ownerUrl, { sessionSecret: SECRET, ...(folder && { folder }) });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await distribute(owner).finally(() => owner.end());
  return { appUrl, jobsUrl };
}

/** A database whose tables lie on the cluster. */
export async function spreadDatabase(): Promise<Spread> {
  const { ownerUrl, workers } = await clusterDatabase();
  const { appUrl, jobsUrl } = await spread(ownerUrl);
  const name = new URL(ownerUrl).pathname.slice(1);
  await asOwner(ownerUrl, `alter role volante_app in database ${name} set citus.multi_task_query_log_level = 'notice'`);
  const db = openDatabase(appUrl, { max: 5 });
  afterAll(() => db.destroy());
  return { ownerUrl, workers, appUrl, jobsUrl, db };
}

/** A database with the demo world on another server than the included one; `url` is its owner's. */
export async function plainDatabase(url: string): Promise<TestDatabase> {
  const name = `volante_test_${randomBytes(4).toString('hex')}`;
  await asOwner(url, `create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  const { appUrl, jobsUrl } = await migrate(address.href, { sessionSecret: SECRET });
  await seedDemo(address.href);
  const db = openDatabase(appUrl, { max: 5 });
  afterAll(async () => {
    await db.destroy();
    await asOwner(url, `drop database ${name} with (force)`);
  });
  return { ownerUrl: address.href, appUrl, jobsUrl, db };
}
