import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every style sheet, and what the pages' own style elements hold. */
const styles = globSync('src/**/*.{css,astro}').flatMap((file) => {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.css')) return [{ file, css: text.replace(/\/\*[^]*?\*\//g, '') }];
  return [...text.matchAll(/^<style>$([^]*?)^<\/style>/gm)].map((match) => ({ file, css: match[1]! }));
});
const tokens = readFileSync('src/styles/tokens.css', 'utf8');

test('every rule stands in a layer, so that no order of loading decides', () => {
  for (const { file, css } of styles) {
    const outside = css
      .replace(/^ *@layer [\w, ]+;$|^@import .*;$/gm, '')
      .replace(/^( *)@layer \w+ \{$[^]*?^\1\}$/gm, '');
    expect(outside.trim(), file).toBe('');
  }
});

test('a style sheet of an area names the order of the layers, since it may be the first of a page', () => {
  for (const file of globSync('src/areas/**/*.css'))
    expect(readFileSync(file, 'utf8'), file).toContain('@layer reset, tokens, base, ui, areas, print;');
});

test('z-index comes from tokens, each of another height', () => {
  for (const { file, css } of styles)
    for (const [, value] of css.matchAll(/z-index:([^;]+);/g))
      expect(value!.trim(), file).toMatch(/^var\(--z-[a-z]+\)$/);
  const heights = [...tokens.matchAll(/--z-[a-z]+: (\d+);/g)].map((match) => Number(match[1]));
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(new Set(heights).size).toBe(heights.length);
});

test('media queries use the breakpoints that tokens.css names', () => {
  const named = /Breakpoints: ([\d px]+)/.exec(tokens)![1]!.trim().split(' ');
  expect(named.length).toBeGreaterThan(3);
  const scripts = globSync('src/**/*.{ts,tsx}').map((file) => ({ file, css: readFileSync(file, 'utf8') }));
  for (const { file, css } of [...styles, ...scripts])
    for (const [query] of css.matchAll(/@media [^{]*width[^{]*|matchMedia\('[^']*width[^']*'/g))
      for (const width of query.match(/[\d.]+(px|em|rem)/g)!) expect(named, `${file}: ${query}`).toContain(width);
});

test('gaps, paddings and margins are of tokens: no length of their own but a hairline', () => {
  for (const { file, css } of styles)
    for (const [line, value] of css.matchAll(/(?:gap|padding|margin)[a-z-]*:([^;{}]*);/g))
      expect(
        (value!.match(/[\d.]+(?:px|r?em)\b/g) ?? []).filter((length) => length !== '1px'),
        `${file}: ${line}`,
      ).toEqual([]);
});
