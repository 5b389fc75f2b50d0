import { resolve } from 'node:path';
import pg from 'pg';
import { migrate } from '../backend/db/migrate.ts';
import { assertSafeRole, openDatabase } from '../backend/db/open.ts';
import { startPostgres } from '../backend/db/postgres.ts';
import { seedDemo } from '../backend/db/seed/demo.ts';
import { keptSecret } from '../backend/lib/data-folder.ts';
import { readConfig, type Config } from '../config.ts';

export interface ReadyDatabase {
  ownerUrl: string;
  appUrl: string;
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
 * Starts the included PostgreSQL unless DATABASE_URL names another, brings the schema up to date, refuses an unsafe request role
 * and fills an empty database with the demo world (DEMO). `join`: beside an application that is running on the same folder.
 */
export async function prepareDatabase(config: Config, { join = false } = {}): Promise<ReadyDatabase> {
  const postgres = config.DATABASE_URL
    ? { ownerUrl: config.DATABASE_URL, stop: async () => {} }
    : await startPostgres({ dataDir: config.DATA_DIR, join });
  try {
    const { ownerUrl } = postgres;
    const { appUrl, applied } = await migrate(ownerUrl, {
      sessionSecret: config.SESSION_SECRET,
      appUrl: config.DATABASE_APP_URL,
    });
    const db = openDatabase(appUrl, { max: 1 });
    await assertSafeRole(db).finally(() => db.destroy());
    if (config.DEMO && (await isEmpty(ownerUrl))) {
      console.log('Creo i dati dimostrativi…');
      await seedDemo(ownerUrl);
    }
    process.env.DATABASE_APP_URL = appUrl;
    return { ownerUrl, appUrl, applied, stop: postgres.stop };
  } catch (error) {
    await postgres.stop();
    throw error;
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
