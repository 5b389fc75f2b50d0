import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { appendFile, chown, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { keptSecret } from '../lib/work/data-folder.ts';
import { prepareHome, type Home } from './postgres-home.ts';
import { serverAddress, serverProcess } from './postgres-process.ts';

const windows = process.platform === 'win32';
const OWNER = 'volante';
/**
 * Key of the advisory lock that the owner of the server holds on one connection: it ends with the process, also by
 * `kill -9`.
 */
const OWNER_LOCK = 7_270_001;
/** The path of a socket has at most 107 bytes, of which the file name takes 14. */
const LONGEST_SOCKET_FOLDER = 90;

export interface Postgres {
  /** Connection for the role that owns every table. */
  ownerUrl: string;
  /** Stops the server at once (open transactions are rolled back); does nothing when another process owns it. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  /** Only tests set it to false: after a power cut everything may be lost. */
  fsync?: boolean;
  /** true: uses the server of another process that is already running here, instead of refusing. */
  join?: boolean;
}

/**
 * Starts the included PostgreSQL on `<dataDir>/postgres`, creating the cluster the first time, or takes over a server
 * that a killed process left running. Throws, with a sentence for the person, when another process uses the folder.
 */
export async function startPostgres({ dataDir, fsync = true, join: mayJoin = false }: Options): Promise<Postgres> {
  const home = await prepareHome(dataDir);
  const cluster = join(home.home, 'data');
  const password = await keptSecret(resolve(dataDir, 'database.key'));
  if (!existsSync(cluster)) await createCluster(home, cluster, password);

  const connect = async (database: string) => {
    for (let tries = 0; ; tries += 1) {
      if (!serverProcess(cluster)) await startServer(home, cluster, fsync);
      const client = new pg.Client({ ...serverAddress(cluster), user: OWNER, password, database });
      // The server may die before anybody watches this connection: an error event without a listener would end the
      // process.
      client.on('error', () => {});
      try {
        await client.connect();
        return client;
      } catch (error) {
        if ((error as { code?: string }).code === '28P01')
          throw new Error(`La chiave ${resolve(dataDir, 'database.key')} non è quella del database.`, { cause: error });
        if (tries > 100) throw error;
        await sleep(100);
      }
    }
  };

  let stopping = false;
  let owner = await connect('postgres');
  const { host, port } = serverAddress(cluster);
  const ownerUrl = windows
    ? `postgresql://${OWNER}:${password}@${host}:${port}/${OWNER}`
    : `postgresql://${OWNER}:${password}@localhost/${OWNER}?host=${encodeURIComponent(host)}&port=${port}`;
  const holder = await takeOwnership(owner);
  if (holder) {
    await owner.end();
    if (mayJoin) return { ownerUrl, stop: async () => {} };
    throw new Error(
      `La cartella dati ${resolve(dataDir)} è già usata da un altro processo (${holder}): fermarlo o cambiare DATA_DIR.`,
    );
  }
  if ((await owner.query('select from pg_database where datname = $1', [OWNER])).rowCount === 0)
    await owner.query(`create database ${OWNER}`);

  // The connection ends when the server dies: starts it again.
  const watch = () => {
    owner.once('end', async () => {
      while (!stopping) {
        try {
          owner = await connect('postgres');
          await takeOwnership(owner);
          return watch();
        } catch (error) {
          console.error('PostgreSQL non riparte:', error);
          await sleep(1000);
        }
      }
    });
  };
  watch();

  return {
    ownerUrl,
    async stop() {
      stopping = true;
      await owner.end().catch(() => {});
      if (serverProcess(cluster)) await run(home, 'pg_ctl', ['stop', '-s', '-m', 'fast', '-w', '-D', cluster]);
      if (host.startsWith(join(tmpdir(), 'volante-'))) await rm(host, { recursive: true, force: true });
    },
  };
}

/**
 * Takes ownership of the server by this connection; returns the name of the process that already owns it, or nothing.
 */
async function takeOwnership(client: pg.Client): Promise<string | undefined> {
  await client.query(`set application_name = 'processo ${process.pid}'`);
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${OWNER_LOCK}) as mine`);
  if (rows[0]?.mine) return undefined;
  const holder = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and objid = ${OWNER_LOCK}`,
  );
  return holder.rows[0]?.name ?? 'processo sconosciuto';
}

/**
 * Creates the cluster in a temporary folder first, so that an interruption leaves nothing that looks like a cluster.
 */
async function createCluster(home: Home, cluster: string, password: string) {
  const half = await mkdtemp(join(home.home, 'half-'));
  const passwordFile = join(half, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (home.account) for (const path of [half, passwordFile]) await chown(path, home.account.uid, home.account.gid);
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const flags = `--locale=${locale} --locale-provider=icu --icu-locale=it-IT --encoding=UTF8 --auth=scram-sha-256 --no-instructions`;
  await run(home, 'initdb', ['-D', join(half, 'data'), '-U', OWNER, `--pwfile=${passwordFile}`, ...flags.split(' ')]);
  await appendFile(join(half, 'data/postgresql.conf'), "\ninclude '../server.conf'\n");
  await rename(join(half, 'data'), cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(half, { recursive: true });
}

async function startServer(home: Home, cluster: string, fsync: boolean) {
  const log = join(home.home, 'log');
  if (existsSync(log) && statSync(log).size > 5_000_000) await rm(log);
  const durable = fsync ? 'on' : 'off';
  const settings = {
    listen_addresses: windows ? '127.0.0.1' : '',
    port: windows ? await freePort() : 5432,
    unix_socket_directories: windows ? '' : await socketFolder(home),
    unix_socket_permissions: '0700',
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    max_connections: 100,
    shared_buffers: '128MB',
    work_mem: '8MB',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'Europe/Rome',
    lc_messages: 'C',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  const conf = join(home.home, 'server.conf');
  await writeFile(conf, lines.join(''), { mode: 0o600 });
  if (home.account) await chown(conf, home.account.uid, home.account.gid);
  try {
    await run(home, 'pg_ctl', ['start', '-s', '-w', '-t', '60', '-D', cluster, '-l', log]);
  } catch (cause) {
    // Another process may have started it in the meantime.
    if (serverProcess(cluster)) return;
    const tail = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
    throw new Error(`PostgreSQL non parte:\n${tail}`, { cause });
  }
}

async function socketFolder(home: Home): Promise<string> {
  const inside = join(home.home, 'run');
  if (Buffer.byteLength(inside) <= LONGEST_SOCKET_FOLDER) await mkdir(inside, { recursive: true, mode: 0o700 });
  const folder = existsSync(inside) ? inside : await mkdtemp(join(tmpdir(), 'volante-'));
  if (home.account) await chown(folder, home.account.uid, home.account.gid);
  // Nobody else listens in this folder. After a power cut another process may have the id in the lock file, or a killed
  // server may still be a zombie: PostgreSQL would take it for a running server.
  await rm(join(folder, '.s.PGSQL.5432.lock'), { force: true });
  return folder;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

async function run(home: Home, program: string, args: string[]) {
  const file = join(home.bin, windows ? `${program}.exe` : program);
  const env = { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'Europe/Rome' };
  await promisify(execFile)(file, args, { ...home.account, cwd: home.home, env });
}
