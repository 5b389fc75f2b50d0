import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconNames } from '#site/ui/icon.ts';
import { drawSprite } from '../../../scripts/icons.ts';

test('the sprite holds the icons of the list as lucide draws them (else: npm run icons)', () => {
  expect(readFileSync('src/ui/icons.svg', 'utf8')).toBe(drawSprite());
});

test('every icon of the list is shown somewhere', () => {
  const showing = globSync('src/**/*.{ts,tsx,astro}')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /(Icon|Tiles)\.(tsx|astro)'|\bIconName\b/.test(text) && !text.includes('iconNames'))
    .join('\n');
  expect(iconNames.filter((name) => !showing.includes(`'${name}'`) && !showing.includes(`"${name}"`))).toEqual([]);
});
