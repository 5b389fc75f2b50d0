import { expect, test } from 'vitest';
import { normalisePlate, plateIssue, plateKind } from '#domain/plates.ts';

test.each([
  ['GX123AB', 'car'],
  [' gx 123-ab ', 'car'],
  ['ZA000AA', 'car'],
  ['XA000AA', 'trailer'],
  ['AB12345', 'motorcycle'],
  ['X2BCDF', 'moped'],
  ['X0 P 00000', 'test'],
  ['MI 1A2345', 'old'],
  ['ROMA A12345', 'old'],
  ['TO H12345', 'old'],
  ['MI 123456', 'old'],
  ['EI AA123', 'forces'],
  ['GI123AB', null],
  ['GX123AQ', null],
  ['B-MW 12345 X', null],
  ['', null],
])('plate %s is of kind %s (rules.md §8)', (plate, kind) => {
  expect(plateKind(plate)).toBe(kind);
});

test('a plate is kept in upper case without spaces and dashes', () => {
  expect(normalisePlate(' gx 123-ab ')).toBe('GX123AB');
});

test('only car plates of today pass without a word; none is an error', () => {
  expect(plateIssue('GX123AB')).toBeNull();
  expect(plateIssue('')).toBeNull();
  expect(plateIssue('MI1A2345')).toMatch(/1994/);
  expect(plateIssue('B-MW 12345 X')).toMatch(/non riconosciuto/);
});
