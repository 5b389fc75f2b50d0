import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Kysely } from 'kysely';
import { afterAll, inject } from 'vitest';
import { openDatabase } from '#backend/db/open.ts';
import { urlFor } from '#backend/db/roles.ts';
import type { DB } from '#backend/db/types.gen.ts';

export interface TestDatabase {
  ownerUrl: string;
  appUrl: string;
  jobsUrl: string;
  /** The database as requests open it; closes after the tests of the file. */
  db: Kysely<DB>;
}

/** A database for the test file, with the demo world; call it once at the top of a file. `empty`: without tables. */
export const testDatabase = ({ empty = false } = {}): Promise<TestDatabase> =>
  copyOf(empty ? 'template1' : 'volante_template');

/** Copies this database, like a backup restored beside it. Ends its open connections. */
export async function backupOf({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<TestDatabase> {
  const name = new URL(ownerUrl).pathname.slice(1);
  const { ownerUrl: anywhere } = inject('cluster');
  await asOwner(anywhere, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return copyOf(name);
}

async function copyOf(template: string): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(cluster.ownerUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(cluster.ownerUrl);
  url.pathname = `/${name}`;
  const appUrl = urlFor('requests', url.href, cluster.sessionSecret);
  const jobsUrl = urlFor('jobs', url.href, cluster.sessionSecret);
  const db = openDatabase(appUrl, { max: 5 });
  afterAll(async () => {
    await db.destroy();
    await asOwner(cluster.ownerUrl, `drop database ${name} with (force)`);
  });
  return { ownerUrl: url.href, appUrl, jobsUrl, db };
}

/**
 * Runs statements as the owner of the tables, to whom row level security does not apply; returns the last one's rows.
 */
export async function asOwner(ownerUrl: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const result: unknown = await owner.query(text, values);
    return ((Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult).rows;
  } finally {
    await owner.end();
  }
}
