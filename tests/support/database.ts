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
  /** As requests open it; closed after the file's tests. */
  db: Kysely<DB>;
}

/** A database of the test file's own, holding the demo world; call once at the top of a file. `empty`: no tables at all. */
export async function testDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(cluster.ownerUrl, `create database ${name} template ${empty ? 'template1' : 'volante_template'}`);
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

/** Runs statements as the role that owns the tables, which row level security does not bind, and gives the last one's rows. */
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
