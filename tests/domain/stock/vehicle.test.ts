import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plateKind } from '#domain/plates.ts';
import { plateInput, vinInput } from '#domain/stock/vehicle-schema.ts';

const vin = vinInput(17);
const plate = plateInput(15);
/** I, O and Q are read as 1 and 0. */
const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
/** Of plates since 1994, which leave out U as well. */
const PLATE_LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ';

test.each([
  // The worked example of rules.md §8, Italian, German, French and Japanese beginnings.
  ...['1M8GDM9AXKP042788', 'ZFA16900000123456', 'WVWZZZ1JZXW000001', 'VF1RFB00066123456', 'JTDKB20U093123456'],
  // The check digit is mandatory in North America only: a wrong one never blocks.
  ...['1M8GDM9A1KP042788', 'ZFA00000000000000'],
  // Before 1981 they were shorter.
  ...['12345', '110F1234567'],
])('chassis number %s is taken (rules.md §8)', (text) => {
  expect(vin.parse(text)).toBe(text);
});

test.each([
  'ZFA1690000012345I',
  'ZFA1690000012345O',
  'ZFA1690000012345Q',
  'ZFA169000001234567',
  '1234',
  'ZFA 1690-0123',
])('chassis number %s is refused with what to do', (text) => {
  expect(vin.safeParse(text).error?.issues[0]?.message).toMatch(/^Il telaio|^Al massimo/);
});

test('a chassis number is kept in upper case without spaces; of those with 17 signs exactly those without I, O and Q are taken', () => {
  expect(vin.parse(' zfa169000 00123456 ')).toBe('ZFA16900000123456');
  const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs), { minLength: 17, maxLength: 17 }), (text) => {
      expect(vin.safeParse(text.join('')).success).toBe(text.every((sign) => VIN_LETTERS.includes(sign)));
    }),
  );
});

test('every plate of two letters, three digits, two letters is a car’s or a trailer’s, exactly where it has no I, O, Q or U (rules.md §8)', () => {
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  fc.assert(
    fc.property(fc.tuple(letter, letter, letter, letter), fc.nat(999), ([a, b, c, d], number) => {
      const text = `${a}${b} ${String(number).padStart(3, '0')}-${c}${d}`;
      const today = [a, b, c, d].every((one) => PLATE_LETTERS.includes(one));
      const kind = plateKind(text);
      // Forces of the State have letters of their own: `EI 123 AB`.
      expect(today ? [a === 'X' ? 'trailer' : 'car'] : [null, 'forces']).toContain(kind);
      expect(plate.parse(text.toLowerCase())).toBe(text);
    }),
  );
  expect(PLATE_LETTERS.length ** 4 * 1000).toBe(234_256_000);
});

test('only signs that no plate has are refused: foreign ones are free text', () => {
  expect(plate.parse('b-mw 12345 x')).toBe('B-MW 12345 X');
  for (const text of ['GX/123', '<b>', 'GX_123']) expect(plate.safeParse(text).success).toBe(false);
});
