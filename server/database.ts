import { resolve } from 'node:path';
import pg from 'pg';
import { migrate, pending } from '../backend/db/migrate.ts';
import { assertSafeRole, openDatabase } from '../backend/db/open.ts';
import { startPostgres } from '../backend/db/postgres.ts';
import { seedDemo } from '../backend/db/seed/demo.ts';
import { keptSecret } from '../backend/lib/data-folder.ts';
import { readConfig, type Config } from '#config';

export interface ReadyDatabase {
  /** None where the process was given the roles of requests and jobs alone. */
  ownerUrl: string | undefined;
  appUrl: string;
  jobsUrl: string;
  /** Migrations applied by this start. */
  applied: string[];
  stop(): Promise<void>;
}

/**
 * The configuration of this process. DATA_DIR becomes absolute (relative ones count from the project's folder) and
 * SESSION_SECRET is made and kept there when absent; both go back into the environment, which the built site reads.
 */
export async function prepareConfig(): Promise<Config> {
  process.env.DATA_DIR = resolve(import.meta.dirname, '..', process.env.DATA_DIR || '.data');
  process.env.SESSION_SECRET ||= await keptSecret(resolve(process.env.DATA_DIR, 'session.key'));
  return readConfig(process.env);
}

/**
 * Starts the included PostgreSQL unless DATABASE_URL names another, brings the schema up to date, refuses roles that see past row
 * level security and fills an empty database with the demo world (DEMO). `join`: beside an application that is running on the same
 * folder. With DATABASE_APP_URL and DATABASE_JOBS_URL alone it does none of it, as no owner is known: the schema must be there.
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
      await seedDemo(ownerUrl);
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
  // Forced row level security binds an owner that is no superuser: the manufacturer's reading sees every company.
  await owner.query("select set_config('app.scope', 'fms', false)");
  const { rowCount } = await owner.query('select from companies limit 1').finally(() => owner.end());
  return rowCount === 0;
}
