import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { installJobs } from './migrate-jobs.ts';
import { appUrlOf, ensureRoles } from './roles.ts';

const LOCK = 7_270_002;

interface Options {
  /** The secret from which the request role's password follows. */
  sessionSecret: string;
  /** A request connection made by hand: then no role is created. */
  appUrl?: string | undefined;
  folder?: string;
}

export interface Migrated {
  /** Names of the files applied by this call. */
  applied: string[];
  /** Connection for `openDatabase`. */
  appUrl: string;
}

/**
 * Brings the database to the newest schema: every file of `folder` not applied yet, in order of name, each in a transaction of
 * its own; then the job queue. One process at a time; files are forward only and never change once applied (throws then).
 * Statements wait 2 s for a lock and the file is tried again, so that a queued ALTER never stops the readers behind it.
 */
export async function migrate(
  ownerUrl: string,
  { sessionSecret, appUrl, folder = join(import.meta.dirname, 'migrations') }: Options,
): Promise<Migrated> {
  const owner = new pg.Client({ connectionString: ownerUrl, lock_timeout: 2000 });
  await owner.connect();
  try {
    await waitForLock(owner);
    if (!appUrl) await ensureRoles(owner, sessionSecret);
    await owner.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = await applyFiles(owner, folder);
    await installJobs(owner, ownerUrl);
    return { applied, appUrl: appUrl ?? appUrlOf(ownerUrl, sessionSecret) };
  } finally {
    await owner.end();
  }
}

async function waitForLock(owner: pg.Client) {
  for (let waited = 0; waited < 60_000; waited += 200) {
    const { rows } = await owner.query(`select pg_try_advisory_lock(${LOCK}) as mine`);
    if (rows[0].mine) return;
    await sleep(200);
  }
  throw new Error('Un altro processo sta aggiornando lo schema del database da oltre un minuto.');
}

async function applyFiles(owner: pg.Client, folder: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()) {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(text).digest('hex');
    if (known.has(name) && known.get(name) !== checksum)
      throw new Error(
        `La migrazione ${name} è cambiata dopo essere stata applicata: annullare la modifica e scrivere un nuovo file.`,
      );
    if (known.has(name)) continue;
    await applyFile(owner, name, text, checksum);
    applied.push(name);
  }
  return applied;
}

async function applyFile(owner: pg.Client, name: string, text: string, checksum: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await owner.query('begin');
      // National data is written as the manufacturer: forced policies bind the owner too, unless it is a superuser.
      await owner.query("select set_config('app.company_id', '10', true)");
      await owner.query(text);
      await owner.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await owner.query('commit');
      return;
    } catch (error) {
      await owner.query('rollback');
      const { code, position, message } = error as pg.DatabaseError;
      if (code !== '55P03' || attempt === 10) {
        const line = position ? `, riga ${text.slice(0, Number(position)).split('\n').length}` : '';
        throw new Error(`Migrazione ${name}${line}: ${message}`, { cause: error });
      }
      await sleep(200 + Math.random() * 800);
    }
  }
}
