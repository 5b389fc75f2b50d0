import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { islandIcons, pageIcons } from '#site/ui/icon.ts';
import { writeIcons } from '#scripts/icons.ts';

test('the paths are the icons of the list as lucide draws them (else: npm run icons)', () => {
  expect(readFileSync('src/ui/icon-paths.ts', 'utf8')).toBe(writeIcons());
});

test('every icon of the list is shown somewhere', () => {
  const showing = globSync('src/**/*.{ts,tsx,astro}')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /(Icon|Tiles)\.(tsx|astro)'|\bIconName\b/.test(text) && !text.includes('islandIcons'))
    .join('\n');
  expect(
    [...islandIcons, ...pageIcons].filter((name) => !showing.includes(`'${name}'`) && !showing.includes(`"${name}"`)),
  ).toEqual([]);
});
