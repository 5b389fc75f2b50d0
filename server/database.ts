import { resolve } from 'node:path';
import pg from 'pg';
import { migrate, pending } from '../backend/db/migrate.ts';
import { assertSafeRole, openDatabase } from '../backend/db/open.ts';
import { startPostgres } from '../backend/db/postgres.ts';
import { openFiles } from '../backend/lib/files/files.ts';
import { seedDemo } from '../backend/seed/demo.ts';
import { keptSecret } from '../backend/lib/work/data-folder.ts';
import { readConfig, type Config } from '#config';

export interface ReadyDatabase {
  /** Absent when the process has only the roles of requests and jobs. */
  ownerUrl: string | undefined;
  appUrl: string;
  jobsUrl: string;
  /** Migrations applied by this start. */
  applied: string[];
  stop(): Promise<void>;
}

/**
 * The configuration of this process. DATA_DIR becomes absolute (a relative one starts at the project's folder). A missing SESSION_SECRET is
 * made and stored there. Both are written to the environment, from which the built site reads them.
 */
export async function prepareConfig(): Promise<Config> {
  process.env.DATA_DIR = resolve(import.meta.dirname, '..', process.env.DATA_DIR || '.data');
  process.env.SESSION_SECRET ||= await keptSecret(resolve(process.env.DATA_DIR, 'session.key'));
  return readConfig(process.env);
}

/**
 * Prepares the database. Starts the included PostgreSQL unless DATABASE_URL names another, migrates the schema, refuses roles that bypass
 * row level security, and fills an empty database with the demo world (DEMO). `join` uses the database of an application that runs on the
 * same folder. With DATABASE_APP_URL and DATABASE_JOBS_URL alone there is no owner, so it does none of this and the schema must exist.
 */
export async function prepareDatabase(config: Config, { join = false } = {}): Promise<ReadyDatabase> {
  const { DATABASE_URL, DATABASE_APP_URL: appUrl, DATABASE_JOBS_URL: jobsUrl } = config;
  if (!DATABASE_URL && appUrl && jobsUrl) return prepared(appUrl, jobsUrl);
  if (!DATABASE_URL && (appUrl || jobsUrl))
    throw new Error('Senza DATABASE_URL servono DATABASE_APP_URL e DATABASE_JOBS_URL insieme.');
  const postgres = DATABASE_URL
    ? { ownerUrl: DATABASE_URL, stop: async () => {} }
    : await startPostgres({ dataDir: config.DATA_DIR, join });
  try {
    const { ownerUrl } = postgres;
    const { applied, ...urls } = await migrate(ownerUrl, { sessionSecret: config.SESSION_SECRET, appUrl, jobsUrl });
    await assertSafeRoles(urls);
    if (config.DEMO && (await isEmpty(ownerUrl))) {
      console.log('Creo i dati dimostrativi…');
      await seedDemo(ownerUrl, { files: openFiles(config) });
    }
    process.env.DATABASE_APP_URL = urls.appUrl;
    return { ownerUrl, ...urls, applied, stop: postgres.stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function prepared(appUrl: string, jobsUrl: string): Promise<ReadyDatabase> {
  await assertSafeRoles({ appUrl, jobsUrl });
  const missing = await pending(appUrl);
  if (missing.length > 0)
    throw new Error(`Lo schema del database non è aggiornato: eseguire npm run db:migrate.\n  ${missing.join('\n  ')}`);
  return { ownerUrl: undefined, appUrl, jobsUrl, applied: [], stop: async () => {} };
}

async function assertSafeRoles({ appUrl, jobsUrl }: { appUrl: string; jobsUrl: string }): Promise<void> {
  for (const [setting, url] of Object.entries({ DATABASE_APP_URL: appUrl, DATABASE_JOBS_URL: jobsUrl })) {
    const db = openDatabase(url, { max: 1 });
    await assertSafeRole(db, setting).finally(() => db.destroy());
  }
}

async function isEmpty(ownerUrl: string): Promise<boolean> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  // Forced row level security applies to an owner that is no superuser, so this reads as the manufacturer, who sees every company.
  await owner.query("select set_config('app.scope', 'fms', false)");
  const { rowCount } = await owner.query('select from companies limit 1').finally(() => owner.end());
  return rowCount === 0;
}
