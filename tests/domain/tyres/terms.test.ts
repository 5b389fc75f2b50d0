import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactSizes, parseSize } from '#domain/tyres/terms.ts';

describe('sizes', () => {
  const size = (width: number, ratio: number, rim: number, load: string, speed: string, build = 'standard') => ({
    width,
    ratio,
    rim,
    load,
    speed,
    build,
  });

  test.each([
    ['205/55 R16 91V', size(205, 55, 16, '91', 'V')],
    ['205/55R16 91V', size(205, 55, 16, '91', 'V')],
    ['2055516 91v', size(205, 55, 16, '91', 'V')],
    ['205 55 16 91 V', size(205, 55, 16, '91', 'V')],
    ['225/40 ZR18 92Y XL', size(225, 40, 18, '92', 'Y', 'xl')],
    ['195/75 R16C 107/105R', size(195, 75, 16, '107/105', 'R', 'c')],
    ['195/75R16 107/105R C', size(195, 75, 16, '107/105', 'R', 'c')],
  ])('%s is read', (text, expected) => expect(parseSize(text)).toEqual(expected));

  test.each(['', '205/55', '205/55 R16', '205 5 16 91V', '205/55 R16 V', '205/55 R16 91V forse'])(
    '%j is none',
    (text) => expect(parseSize(text)).toBeNull(),
  );

  test('any size is found by however it is typed', () => {
    const part = fc.record({
      width: fc.integer({ min: 105, max: 395 }),
      ratio: fc.integer({ min: 20, max: 95 }),
      rim: fc.integer({ min: 10, max: 24 }),
    });
    const ways = fc.constantFrom(' ', '/', '-', '.', '', ' / ');
    const radial = fc.constantFrom('R', ' R', ' r ', ' ZR', ' ', '');
    fc.assert(
      fc.property(part, ways, radial, fc.constantFrom('', 'C', ' 91V'), ({ width, ratio, rim }, way, r, more) => {
        expect(compactSizes(`borea ${width}${way}${ratio}${r}${rim}${more}`)).toBe(
          `borea ${width}${ratio}${rim}${more}`,
        );
      }),
    );
  });

  test('a text that is no size stays as it is', () => {
    for (const text of ['8019227308549', 'BO2055516', 'R16', '205/55', 'Nevosa 2'])
      expect(compactSizes(text)).toBe(text);
  });
});
