// Runs a TypeScript file with the project's own Node: `node scripts/run.mjs <file.ts> [arguments]`. It is plain JavaScript, because any
// Node from 20 on may run it first. It installs the packages when they are missing or older than package-lock.json.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const windows = process.platform === 'win32';
/** The running process, first the installation and then the program; it receives our signals. */
let child;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child?.kill(signal));
// npm passes a signal to its shell, which ends without passing it on; a changed parent tells that this happened.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child?.kill('SIGTERM'), 500).unref();

await install();
const node = findNode() ?? stop('Serve Node 24: npm non ha un pacchetto per questa piattaforma, installarlo a mano.');
// Caches compiled code: the second start needs half the time for loading.
process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache/node');
// Without a fixed threshold glibc keeps ever larger freed blocks, such as the bodies of pages: 80 MB (decision 027).
process.env.MALLOC_TRIM_THRESHOLD_ ??= '131072';
process.exit(await run(node, process.argv.slice(2)));

async function install() {
  const lock = join(root, 'package-lock.json');
  const stamp = join(modules, '.volante-lock');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  // After an interrupted installation Node is missing.
  const whole = findNode() !== undefined;
  if (whole && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const byHand = join(modules, '.package-lock.json');
  if (!whole || !existsSync(byHand) || statSync(byHand).mtimeMs < statSync(lock).mtimeMs) {
    console.log('Installo i pacchetti (npm ci), circa mezzo minuto…');
    const status = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], windows);
    if (status !== 0) stop('npm ci non è riuscito: vedere il messaggio qui sopra.');
  }
  writeFileSync(stamp, wanted);
}

/** The binary in the platform's package: on Windows the links in .bin are shell scripts. */
function findNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
  const files = names.map((name) => join(modules, name, 'bin', windows ? 'node.exe' : 'node'));
  const isNew = Number(process.versions.node.split('.')[0]) >= 24;
  return files.find((file) => existsSync(file)) ?? (isNew && existsSync(modules) ? process.execPath : undefined);
}

/** Runs a command and resolves to its exit code, as a shell would give it. */
function run(command, args, shell = false) {
  return new Promise((done) => {
    const PATH = [join(modules, '.bin'), process.env.PATH].join(delimiter);
    child = spawn(command, args, { cwd: root, stdio: 'inherit', shell, env: { ...process.env, PATH } });
    child.on('error', (error) => stop(`${command} non parte: ${error.message}`));
    child.on('exit', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
