import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { commandsOf } from './commands.ts';
import { distribution, isSpread } from './distribution.ts';
import { installJobs } from './migrate-jobs.ts';
import { ensureRoles, urlFor } from './roles.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const LOCK = 7_270_002;

interface Options {
  /** The secret from which the passwords of the roles are derived. */
  sessionSecret: string;
  /** Connection of requests whose login was created by hand: then no login is created. */
  appUrl?: string | undefined;
  jobsUrl?: string | undefined;
  folder?: string;
}

export interface Migrated {
  /** Names of the files that this call applied. */
  applied: string[];
  /** Connection for `openDatabase`. */
  appUrl: string;
  /** Connection for `startJobs`. */
  jobsUrl: string;
}

/**
 * Brings the database to the newest schema: applies every new file of `folder` (SQL, or TypeScript for what SQL cannot
 * do), ordered by name, each in a transaction of its own; then the job queue. Only one process does so at a time. Files
 * are forward only and must not change once applied (throws then). A statement waits 2 s for a lock, then the file is
 * tried again, so that a waiting ALTER never blocks readers behind it.
 */
export async function migrate(
  ownerUrl: string,
  { sessionSecret, appUrl, jobsUrl, folder = FOLDER }: Options,
): Promise<Migrated> {
  const owner = new pg.Client({ connectionString: ownerUrl, lock_timeout: 2000 });
  await owner.connect();
  try {
    await waitForLock(owner);
    await ensureRoles(owner, sessionSecret, [
      ...(appUrl ? [] : (['requests'] as const)),
      ...(jobsUrl ? [] : (['jobs'] as const)),
    ]);
    await owner.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = await applyFiles(owner, folder);
    await installJobs(owner, ownerUrl);
    // A process without the owner's connection checks whether the schema is new enough.
    await owner.query('grant select (name) on migrations to app_rw');
    return {
      applied,
      appUrl: appUrl ?? urlFor('requests', ownerUrl, sessionSecret),
      jobsUrl: jobsUrl ?? urlFor('jobs', ownerUrl, sessionSecret),
    };
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

const filesOf = (folder: string) =>
  readdirSync(folder)
    .filter((file) => /\.(sql|ts)$/.test(file))
    .toSorted();

/** Names of the files that are not applied yet, read over any connection. */
export async function pending(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from migrations').finally(() => client.end());
  return filesOf(FOLDER).filter((file) => !rows.some(({ name }) => name === file));
}

async function applyFiles(owner: pg.Client, folder: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  for (const name of filesOf(folder)) {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(text).digest('hex');
    if (known.has(name) && known.get(name) !== checksum)
      throw new Error(
        `La migrazione ${name} è cambiata dopo essere stata applicata: annullare la modifica e scrivere un nuovo file.`,
      );
    if (known.has(name)) continue;
    const run = name.endsWith('.ts') ? await codeOf(join(folder, name)) : () => runStatements(owner, text);
    await applyFile(owner, { name, text, checksum, run: () => run(owner) });
    applied.push(name);
  }
  return applied;
}

/** A TypeScript migration exports `up(owner)`; it must not import anything that changes. */
async function codeOf(file: string): Promise<(owner: pg.Client) => Promise<unknown>> {
  const { up } = (await import(pathToFileURL(file).href)) as { up: (owner: pg.Client) => Promise<void> };
  return up;
}

/** Comments, texts and bodies of functions, in which a semicolon ends nothing; then one that does. */
const PART = /--[^\n]*|\/\*[^]*?\*\/|'[^']*'|"[^"]*"|(\$\w*\$)[^]*?\1|(;)/g;

/** The statements of a file and where each begins. */
export function statementsOf(text: string): { at: number; statement: string }[] {
  const ends = [...text.matchAll(PART)].flatMap(({ 2: end, index }) => (end ? index + 1 : []));
  const starts = [0, ...ends];
  return starts
    .map((at, n) => ({ at, statement: text.slice(at, ends[n]) }))
    .filter(({ statement }) => statement.replaceAll(/--[^\n]*|\/\*[^]*?\*\//g, '').trim() !== '');
}

const CREATES = /^(?:\s|--[^\n]*\n)*create table/i;

const OPENS = /^(?:\s|--[^\n]*\n)*alter table (\w+) (no )?force row level security;?\s*$/i;

/**
 * What is left of a file for an owner whom no policy binds, as a superuser: it opens tables to move rows, and closes them behind, in vain. Each
 * would be locked until the file is done, also for those who only read it.
 */
export function withoutOpening<S extends { statement: string }>(statements: readonly S[]): S[] {
  const opened = new Set<string>();
  return statements.filter(({ statement }) => {
    const [, table, opens] = OPENS.exec(statement) ?? [];
    if (table && opens) opened.add(table);
    return !table || !(opens ?? opened.has(table));
  });
}

/** Runs a file by its statements: a cluster refuses several at once on tables that it has spread. */
async function runStatements(owner: pg.Client, text: string): Promise<void> {
  const spread = await isSpread(owner);
  const all = statementsOf(text);
  for (const { at, statement } of (await isBound(owner)) ? all : withoutOpening(all))
    try {
      if (spread && CREATES.test(statement)) await createSpread(owner, statement);
      else for (const command of spread ? commandsOf(statement) : [statement]) await owner.query(command);
    } catch (error) {
      const { position } = error as pg.DatabaseError;
      if (position) Object.assign(error as pg.DatabaseError, { position: String(at + Number(position)) });
      throw error;
    }
}

/** Whether forced policies bind the owner, too. */
async function isBound(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  );
  return !rows[0].free;
}

/**
 * Creates a table of a cluster: first on the coordinator alone, where its keys may lead to tables that are spread, then
 * spread like those.
 */
async function createSpread(owner: pg.Client, statement: string): Promise<void> {
  await owner.query('set local citus.enable_ddl_propagation = off');
  await owner.query(statement);
  await owner.query('set local citus.enable_ddl_propagation = on');
  for (const step of await distribution(owner)) await owner.query(step);
}

interface File {
  name: string;
  text: string;
  checksum: string;
  run: () => Promise<unknown>;
}

async function applyFile(owner: pg.Client, { name, text, checksum, run }: File) {
  for (let tries = 1; ; tries += 1) {
    try {
      await owner.query('begin');
      // National data is written as the manufacturer: forced policies apply to the owner too, unless it is a superuser.
      await owner.query("select set_config('app.company_id', '10', true), set_config('app.writes', 'national', true)");
      // A cluster takes changes of whole and of spread tables in one transaction only shard after shard.
      await owner.query("select set_config('citus.multi_shard_modify_mode', 'sequential', true)");
      await run();
      await owner.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
      await owner.query('commit');
      return;
    } catch (error) {
      await owner.query('rollback');
      const { code, position, message } = error as pg.DatabaseError;
      if (code !== '55P03' || tries === 10) {
        const line =
          position && name.endsWith('.sql') ? `, riga ${text.slice(0, Number(position)).split('\n').length}` : '';
        throw new Error(`Migrazione ${name}${line}: ${message}`, { cause: error });
      }
      await sleep(200 + Math.random() * 800);
    }
  }
}
