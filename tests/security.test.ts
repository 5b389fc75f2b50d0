import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const rows = page.split('\n').filter((line) => /^\| \d/.test(line));

test('every promise of docs/security.md names tests, and all of them are there', () => {
  expect(rows.length).toBeGreaterThan(40);
  const testsOf = (row: string) => [...row.matchAll(/`(tests\/[\w/.-]+)`/g)].map(([, file]) => file!);
  expect(rows.filter((row) => testsOf(row).length === 0)).toEqual([]);
  expect(rows.flatMap(testsOf).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every chapter of level 2 that concerns the product has promises or a gap', () => {
  const [promises, gaps] = page.split('\n## Gaps\n') as [string, string];
  const chapters = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16];
  const has = (chapter: number) =>
    rows.some((row) => new RegExp(`^\\| [^|]*\\b${chapter}\\.\\d`).test(row)) && promises.includes(`V${chapter}`);
  expect(chapters.filter((chapter) => !has(chapter))).toEqual([]);
  for (const gap of ['6.3.3', 'After a restore', '5.4.3']) expect(gaps).toContain(gap);
});
