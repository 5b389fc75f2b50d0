import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const client = join(import.meta.dirname, '../../dist/client');
const weights = new Map<string, number>();

/** Transferred bytes of a file of the build: the brotli version if there is one, else the file itself. */
function bytesOf(address: string): number {
  const known = weights.get(address);
  if (known !== undefined) return known;
  const file = join(client, address);
  const bytes = existsSync(`${file}.br`) ? readFileSync(`${file}.br`).length : readFileSync(file).length;
  weights.set(address, bytes);
  return bytes;
}

/** The static imports of a script of the build. */
function importsOf(address: string): string[] {
  const text = readFileSync(join(client, address), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.@-]+\.js)["']/g)].map(([, name]) => `/_astro/${name}`);
}

/** The modules that a script of the build needs before it runs: its static imports, and theirs in turn. */
function needed(address: string, all = new Set<string>()): Set<string> {
  if (all.has(address)) return all;
  all.add(address);
  for (const each of importsOf(address)) needed(each, all);
  return all;
}

/** The scripts of the last build with their static imports; with `holding`, only those that contain the text. */
export function scriptsOfBuild(holding = ''): Map<string, string[]> {
  // The folder keeps the scripts of earlier builds for a day.
  const { assets } = JSON.parse(readFileSync(join(client, '../.stamp'), 'utf8')) as { assets: string[] };
  const scripts = assets.filter(
    (name) => name.endsWith('.js') && readFileSync(join(client, '_astro', name), 'utf8').includes(holding),
  );
  return new Map(scripts.map((name) => [`/_astro/${name}`, importsOf(`/_astro/${name}`)]));
}

/** Files that import each other in a circle, in order; null when there is none. */
export function circleIn(files: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const walk = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of files.get(file) ?? []) {
      const found = walk(next, [...path, file]);
      if (found) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of files.keys()) {
    const found = walk(file, []);
    if (found) return found;
  }
  return null;
}

/**
 * The compressed bytes that a page loads at once, from its HTML and the build: scripts with all static imports, and
 * styles.
 */
export function weightsOf(html: string) {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, address]) => address!);
  const entries = [
    ...all(/<script[^>]* src="(\/_astro\/[^"]+)"/g),
    ...all(/(?:component|renderer|before-hydration)-url="(\/_astro\/[^"]+)"/g),
  ];
  const scripts = new Set<string>();
  for (const entry of entries) needed(entry, scripts);
  const styles = new Set(all(/<link[^>]* href="(\/_astro\/[^"]+\.css)"/g));
  const sum = (files: Set<string>) => [...files].reduce((total, file) => total + bytesOf(file), 0);
  return {
    script: sum(scripts),
    style: sum(styles),
    files: scripts.size + styles.size,
    islands: [...new Set(all(/component-url="(\/_astro\/[^"]+)"/g))],
    hasWidget: html.includes('<astro-island'),
  };
}
