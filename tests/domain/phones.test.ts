import { expect, test } from 'vitest';
import { telephone } from '#domain/italian.ts';
import { e164 } from '#domain/phones.ts';
import { phone } from '#domain/record/schema.ts';

test.each([
  ['333 123 45 67', '+393331234567', '333 123 4567'],
  ['+39 333.123.4567', '+393331234567', '333 123 4567'],
  ['39 333 1234567', '+393331234567', '333 123 4567'],
  ['393 1234567', '+393931234567', '393 123 4567'],
  ['0039 02 1234 5678', '+390212345678', '02 1234 5678'],
  ['+39 (0)2 12345678', '+390212345678', '02 1234 5678'],
  ['02/12345678', '+390212345678', '02 1234 5678'],
  ['0543–123 456', '+390543123456', '0543 123 456'],
  ['800 123 456', '+39800123456', '800 123 456'],
  ['+41 79 123 45 67', '+41791234567', '+41791234567'],
  ['0049 (0)30 1234567', '+49301234567', '+49301234567'],
])('the phone %s is kept as %s and written %s (rules.md §7)', (typed, kept, written) => {
  expect(e164(typed)).toBe(kept);
  expect(e164(kept)).toBe(kept);
  expect(phone.parse(typed)).toBe(kept);
  expect(telephone(kept)).toBe(written);
  expect(e164(written)).toBe(kept);
});

test('a number that only the numbering plans can read is left to them', () => {
  expect(e164('02 1234567 int. 5')).toBeNull();
  expect(phone.parse('02 1234567 int. 5')).toBe('02 1234567 int. 5');
});

test.each(['', '12', 'abc', '+39', '333 123', '333 123 4567 89012345'])('%s is no phone', (typed) => {
  expect(e164(typed)).toBeNull();
  expect(phone.safeParse(typed).success).toBe(false);
});
