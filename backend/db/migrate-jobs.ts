import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';

const manifest = createRequire(import.meta.url).resolve('pg-boss/package.json');

/**
 * Installs or updates the tables of the job queue. The role of requests may add jobs but not read any, because the
 * queue contains those of every company. It runs once per version of the library, which is recorded beside the
 * migrations.
 */
export async function installJobs(owner: pg.Client, ownerUrl: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const name = `pg-boss ${version}, app_jobs`;
  if ((await owner.query('select from migrations where name = $1', [name])).rowCount) return;
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 2 });
  await boss.start();
  await boss.stop({ graceful: false });
  await owner.query(`
    grant usage on schema pgboss to app_rw;
    grant select on pgboss.queue, pgboss.version to app_rw;
    grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to app_rw;
    grant usage on schema pgboss to app_jobs;
    grant select, insert, update, delete on all tables in schema pgboss to app_jobs;
    grant usage on all sequences in schema pgboss to app_jobs;`);
  await owner.query("insert into migrations (name, checksum) values ($1, '') on conflict do nothing", [name]);
}
