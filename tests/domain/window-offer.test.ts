import { expect, test } from 'vitest';
import { windowOffer } from '#domain/financials/window.ts';
import { parseTime } from '#domain/italian.ts';
import { workedExample } from '#tests/support/price-sheet.ts';

const { plans, params } = workedExample.sheet;
const loans = plans.filter(({ type }) => type === 'loan');

test('a window sheet proposes the classic loan with the lowest TAEG, with all that the law wants beside it', () => {
  expect(loans.length).toBeGreaterThan(0);
  const offer = windowOffer(plans, 25_300_00, params)!;
  expect(offer.instalment).toMatch(/^oppure [\d.]+,\d\d\s€.* al mese$/);
  for (const figure of ['anticipo', 'rate', 'TAN fisso', 'TAEG', 'importo totale del credito', 'totale dovuto'])
    expect(offer.example).toContain(figure);
});

test('no plan, or a price below every minimum: no instalment', () => {
  expect(windowOffer([], 25_300_00, params)).toBeNull();
  expect(windowOffer(plans, 100_00, params)).toBeNull();
});

test.each([
  ['14:30', '14:30'],
  ['9.05', '09:05'],
  ['0930', '09:30'],
  ['9', '09:00'],
  ['ore 14:30', '14:30'],
  ['14h30', '14:30'],
  ['14:30:00', '14:30'],
  ['24:00', null],
  ['12:60', null],
  ['mezzogiorno', null],
])('an hour is read as people type it: %s', (text, time) => {
  expect(parseTime(text)).toBe(time);
});
