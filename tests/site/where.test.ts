import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const files = globSync('src/**/*.{ts,tsx,astro}').map((file) => file.replaceAll('\\', '/'));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

/** Files of the site that a piece of code in `file` imports by value. */
function importsOf(file: string, code: string): string[] {
  const found = code.matchAll(
    /(?:^|\s)(?:import|export)\s(?!type\s)[^'"`;]*?from\s*'([^']+)'|import\(\s*'([^']+)'|^\s*import\s*'([^']+)'/gm,
  );
  return [...found]
    .map(([, from, dynamic, bare]) => (from ?? dynamic ?? bare)!)
    .map((spec) => (spec.startsWith('#site/') ? `src/${spec.slice(6)}` : normalize(join(dirname(file), spec))))
    .filter((target) => texts.has(target));
}

/** What pages, middleware and entry reach on the server, and what scripts of pages and islands reach in the browser. */
function reach() {
  const [server, browser] = [new Set<string>(), new Set<string>()];
  const visit = (side: Set<string>, file: string) => {
    if (side.has(file)) return;
    side.add(file);
    const text = texts.get(file)!;
    if (!file.endsWith('.astro')) return importsOf(file, text).forEach((target) => visit(side, target));
    const head = /^---\n([^]*?)\n---/.exec(text)?.[1] ?? '';
    importsOf(file, head).forEach((target) => visit(server, target));
    for (const [, script] of text.matchAll(/<script[^>]*>([^]*?)<\/script>/g))
      importsOf(file, script!).forEach((target) => visit(browser, target));
    for (const [, island] of text.matchAll(/<(\w+)[^<>]*?\sclient:/g)) {
      const from = new RegExp(`^import [^;]*\\b${island}\\b[^;]*;`, 'm').exec(head)![0];
      importsOf(file, from).forEach((target) => visit(browser, target));
    }
  };
  for (const file of files) if (/^src\/(pages\/|(fetch|middleware)\.ts)/.test(file)) visit(server, file);
  return { server, browser };
}

test('a name says where a file runs', () => {
  const { server, browser } = reach();
  expect([server.size > 100, browser.size > 100]).toEqual([true, true]);
  expect([...browser].filter((file) => /\.server\.tsx?$/.test(file))).toEqual([]);
  expect([...server].filter((file) => /\.client\.tsx?$/.test(file))).toEqual([]);
  // What only scripts of pages reach is named so; words are the same everywhere.
  const unnamed = [...browser].filter((file) => !server.has(file) && !/\.client\.tsx?$|^src\/messages\//.test(file));
  expect(unnamed).toEqual([]);
});
