import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#backend/db/migrate.ts';
import { startPostgres } from '#backend/db/postgres.ts';
import { seedDemo } from '#backend/seed/demo.ts';
import { SECRET } from './area.ts';
import { quickPlace, temporaryFolder } from './folder.ts';
import { isSoak } from './rounds.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { ownerUrl: string; sessionSecret: string };
  }
}

interface Cluster {
  ownerUrl: string;
  sessionSecret: string;
  stop(): Promise<void>;
}

/** Each project loads this file anew, but all of them run in one process. */
const shared = globalThis as { testCluster?: { users: number; started: Promise<Cluster> } };

async function start(): Promise<Cluster> {
  const dataDir = await temporaryFolder(quickPlace());
  const starting = startPostgres({ dataDir, fsync: false });
  const stop = async () => {
    await (await starting).stop();
    await rm(dataDir, { recursive: true });
  };
  // Who ends the run early (scripts/vitest.ts) reaches the processes of its group; PostgreSQL has left it.
  process.once('SIGHUP', () => void stop().finally(() => process.exit(1)));
  const postgres = await starting;
  const sessionSecret = SECRET;
  const owner = new pg.Client({ connectionString: postgres.ownerUrl });
  await owner.connect();
  // The tests' databases live for seconds: cleaning up after them takes time from the tests.
  await owner.query('alter system set autovacuum = off');
  // A statement comes a few times in a test's database, and PostgreSQL would plan it for its values the first five times of each
  // connection: a fifth of its time. The long profile plans as production does, where values are also computed with while planning.
  if (!isSoak) await owner.query('alter system set plan_cache_mode = force_generic_plan');
  await owner.query('select pg_reload_conf()');
  await owner.query('create database volante_template');
  await owner.end();
  const template = new URL(postgres.ownerUrl);
  template.pathname = '/volante_template';
  await migrate(template.href, { sessionSecret });
  await seedDemo(template.href);
  return { ownerUrl: postgres.ownerUrl, sessionSecret, stop };
}

/** The temporary server of the run, with one migrated and seeded database, `volante_template`, for copying; the last who leaves stops it. */
export async function joinCluster() {
  const cluster = (shared.testCluster ??= { users: 0, started: start() });
  cluster.users += 1;
  const { stop, ...known } = await cluster.started;
  const leave = async () => {
    cluster.users -= 1;
    if (cluster.users > 0) return;
    delete shared.testCluster;
    await stop();
  };
  return { ...known, leave };
}

export default async function setup(project: TestProject) {
  const { leave, ...cluster } = await joinCluster();
  project.provide('cluster', cluster);
  return leave;
}
