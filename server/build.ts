import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = dirname(import.meta.dirname);
const client = join(root, 'dist/client');
const hashed = join(client, '_astro');
const stampFile = join(root, 'dist/.stamp');
const DAY = 24 * 3600 * 1000;

interface Stamp {
  sources: string;
  /** Hashed assets of this build; the folder also holds those of earlier builds. */
  assets: string[];
}

/**
 * Builds site, gateway and backend into dist/ when the content of a source differs from the last build. Hashed assets of earlier builds
 * stay for a day, so that pages opened before an update still find theirs. `signal` aborts the build.
 */
export async function buildIfNeeded(signal?: AbortSignal): Promise<void> {
  const sources = await hashSources();
  const last = existsSync(stampFile) ? (JSON.parse(await readFile(stampFile, 'utf8')) as Stamp) : undefined;
  if (last?.sources === sources) return;
  const started = Date.now();
  console.log('Compilo il sito…');
  const old = await readOldAssets(last);
  await astroBuild(signal);
  const assets = existsSync(hashed) ? await readdir(hashed) : [];
  for (const [name, { content, time }] of old) {
    const file = join(hashed, name);
    if (existsSync(file)) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, time, time);
  }
  await compressAssets();
  await writeFile(stampFile, JSON.stringify({ sources, assets } satisfies Stamp));
  console.log(`Sito compilato in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

async function hashSources(): Promise<string> {
  const patterns = [
    '{src,gateway,domain,backend,public}/**/*',
    'config.ts',
    'astro.config.mjs',
    'tsconfig.json',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  const files: string[] = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true }))
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) hash.update(`${relative(root, file)}\0`).update(await readFile(file));
  return hash.digest('hex');
}

/** Hashed assets that an open page may still request: those of the last build, and older ones superseded less than a day ago. */
async function readOldAssets(last: Stamp | undefined) {
  const old = new Map<string, { content: Buffer; time: Date }>();
  if (!last || !existsSync(hashed)) return old;
  for (const name of await readdir(hashed)) {
    const superseded = last.assets.includes(name) ? new Date() : (await stat(join(hashed, name))).mtime;
    if (Date.now() - superseded.getTime() < DAY)
      old.set(name, { content: await readFile(join(hashed, name)), time: superseded });
  }
  return old;
}

async function astroBuild(signal?: AbortSignal): Promise<void> {
  // Removed first, because a stamp beside half a build would declare it complete.
  await rm(stampFile, { force: true });
  // Astro reads these variables as its own: with the DEV that test runners set, pages would contain development code.
  const { DEV: _dev, PROD: _prod, MODE: _mode, ...env } = process.env;
  const child = spawn(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(`La compilazione del sito non è riuscita:\n${output.trim()}`);
}

/** Compresses every text file that is worth it with brotli and gzip, at build time, so that serving needs no work. */
async function compressAssets() {
  for await (const name of glob('**/*.{js,css,svg,html,json,txt,xml,map,webmanifest}', { cwd: client })) {
    const file = join(client, name);
    const content = await readFile(file);
    if (content.length < 256) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
