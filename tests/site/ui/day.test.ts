import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#domain/dates.ts';
import { formatDay, parseDay } from '#site/ui/day.ts';

test.each([
  ['20/11/2026', '2026-11-20'],
  ['20/11/26', '2026-11-20'],
  ['20112026', '2026-11-20'],
  ['201126', '2026-11-20'],
  ['1.2.2026', '2026-02-01'],
  ['1-2-26', '2026-02-01'],
  ['29/02/2028', '2028-02-29'],
  ['05/06/71', '1971-06-05'],
  ['05/06/46', '2046-06-05'],
  ['2026-11-20', '2026-11-20'],
])('%s is %s', (text, day) => {
  expect(parseDay(text, 2026)).toBe(day);
});

test.each(['29/02/2026', '31/04/2026', '20/13/2026', '2011', 'domani', '', '1/2', '20/11/026'])(
  '%j is no day',
  (text) => {
    expect(parseDay(text, 2026)).toBeNull();
  },
);

test('every day shown reads back as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 40_000 }), (days) => {
      const day = addDays('2026-01-01', days);
      expect(parseDay(formatDay(day), 2026)).toBe(day);
    }),
  );
});
