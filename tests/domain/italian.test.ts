import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/dates.ts';
import {
  day,
  hundredths,
  integer,
  km,
  money,
  number,
  parseDay,
  parseNumber,
  percent,
  rate,
  tenths,
  wholeMoney,
  yesNo,
  telephone,
} from '#domain/italian.ts';
import { rounds } from '#tests/support/rounds.ts';

/** Units stand behind a space that does not break. */
const plain = (text: string) => {
  expect(text).not.toMatch(/ [€%k]/);
  return text.replaceAll('\u00a0', ' ');
};

describe('texts as Italians write them', () => {
  test('money has the thousands dot from four digits on, two decimals and the typographic minus', () => {
    expect([123400, 123456789, -150000, -5, 5, 0, -0, 214748360000].map(money).map(plain)).toEqual([
      ...['1.234,00 €', '1.234.567,89 €', '−1.500,00 €', '−0,05 €', '0,05 €', '0,00 €', '0,00 €'],
      '2.147.483.600,00 €',
    ]);
    expect([48231745, 140000000, -30].map(wholeMoney).map(plain)).toEqual(['482.317 €', '1.400.000 €', '0 €']);
  });

  test('percentages are whole or have two decimals, rates always two', () => {
    expect([22, 8.2, -15.33, 0].map(percent).map(plain)).toEqual(['22 %', '8,20 %', '−15,33 %', '0 %']);
    expect([9, 6.95].map(rate).map(plain)).toEqual(['9,00 %', '6,95 %']);
  });

  test('numbers and days', () => {
    expect([integer(1284), tenths(5), number(1234.5), number(0.125), plain(km(12345))]).toEqual([
      ...['1.284', '5,0', '1.234,5', '0,125', '12.345 km'],
    ]);
    expect([day('2026-11-20'), yesNo(true), yesNo(false)]).toEqual(['20/11/2026', 'Sì', 'No']);
  });
});

test('numbers are written as the rules of the language write them', () => {
  const asIntl = (least: number, most: number) => {
    const format = new Intl.NumberFormat('it-IT', {
      useGrouping: 'always',
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
    return (value: number) =>
      format
        .format(value)
        .replace(/^-(?=[0,]*$)/, '')
        .replace('-', '−');
  };
  const written = fc
    .tuple(fc.integer({ min: -2e12, max: 2e12 }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));
  fc.assert(
    fc.property(fc.oneof(written, fc.integer(), fc.constantFrom(-0, 1.005, 1e15, 1e21, NaN, Infinity)), (value) => {
      expect([integer, tenths, hundredths, number].map((write) => write(value))).toEqual(
        [asIntl(0, 0), asIntl(1, 1), asIntl(2, 2), asIntl(0, 4)].map((write) => write(value)),
      );
    }),
    { numRuns: rounds(500) },
  );
});

describe('what people type and spreadsheets hold', () => {
  test.each([
    ['1.234,56', 1234.56],
    ['1234,5', 1234.5],
    ['1,234.56', 1234.56],
    ['1234.56', 1234.56],
    ['12.5', 12.5],
    ['1.234', 1234],
    ['€ 1.234', 1234],
    ['12.345.678', 12_345_678],
    ['1\u00a0234,5 €', 1234.5],
    ["1'234.50", 1234.5],
    ['0.125', 0.125],
    ['1,005', 1.005],
    [',5', 0.5],
    ['7,', 7],
    ['-7', -7],
    ['−12,50', -12.5],
    ...['', '-', 'dieci', '1e3', '0x10', '1,2,3', '12.34.56', '1.23,4.5', '--1', '12-3', '1.2345', '10 %'].map(
      (text): [string, null] => [text, null],
    ),
  ])('%j is the number %s', (text, value) => expect(parseNumber(text)).toBe(value));

  test('a number may stand with the unit of its field, and with no other', () => {
    expect(parseNumber('-2,5 %', '%')).toBe(-2.5);
    expect(parseNumber('45 min', 'min')).toBe(45);
    expect(parseNumber('45 km', 'min')).toBeNull();
  });

  test('every number written reads back as itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
        expect(parseNumber(hundredths(cents / 100)) ?? NaN).toBeCloseTo(cents / 100, 6);
        expect(parseNumber(money(cents))).toBe(parseNumber(hundredths(cents / 100)));
      }),
    );
  });

  test.each([
    ['20/11/2026', '2026-11-20'],
    ['20112026', '2026-11-20'],
    ['1.2.2026', '2026-02-01'],
    ['01.02.2026', '2026-02-01'],
    ['1/2/2026', '2026-02-01'],
    ['29/02/2028', '2028-02-29'],
    ['2026-11-20', '2026-11-20'],
    ...['29/02/2026', '31/04/2026', '02/13/2026', '2011', 'domani', '', '1/2', '20/11/026'].map(
      (text): [string, null] => [text, null],
    ),
  ])('%j is the day %s', (text, value) => {
    expect(parseDay(text)).toBe(value);
    expect(parseDay(text, 2026)).toBe(value);
  });

  test.each([
    ['20/11/26', '2026-11-20'],
    ['201126', '2026-11-20'],
    ['1-2-26', '2026-02-01'],
    ['05/06/71', '1971-06-05'],
    ['05/06/46', '2046-06-05'],
  ])('%j is the day %s for who knows the year of today, and none for a spreadsheet', (text, value) => {
    expect(parseDay(text, 2026)).toBe(value);
    expect(parseDay(text)).toBeNull();
  });

  test('every day written reads back as itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), (days) => {
        const its = addDays('2026-01-01', days);
        expect(parseDay(day(its))).toBe(its);
      }),
    );
  });
});

test.each([
  ['+393471234567', '347 123 4567'],
  ['3401234567', '340 123 4567'],
  ['+390212345678', '02 1234 5678'],
  ['02 1234567', '02 123 4567'],
  ['+390551234567', '055 123 4567'],
  ['+390321123456', '0321 123 456'],
  ['+41916001234', '+41916001234'],
  ['interno 12', 'interno 12'],
])('the telephone %s is written %s', (text, written) => {
  expect(telephone(text)).toBe(written);
});
