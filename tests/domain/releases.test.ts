import { expect, test } from 'vitest';
import { isNewRelease } from '#domain/releases/rules.ts';

test.each([
  ['2026-11-20', true],
  ['2026-11-15', true],
  ['2026-11-14', false],
  ['2026-11-21', false],
  ['2025-11-20', false],
])('a release of %s shows "new!" on 2026-11-20: %s', (released, expected) => {
  expect(isNewRelease(released, '2026-11-20')).toBe(expected);
});
