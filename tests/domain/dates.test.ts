import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayInRome, daysBetween, isDay, monthsBetween, shownInRome } from '#domain/dates.ts';
import { time } from '#domain/italian.ts';

const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test.each([
  ['2026-11-20', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['1900-01-01', true],
  ['2199-12-31', true],
  ['9999-12-31', false],
  ['0206-11-20', false],
  ['2026-13-01', false],
  ['2026-1-01', false],
  ['20/11/2026', false],
  ['2026-11-20T10:00', false],
  ['', false],
])('is %s a day? %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test('the day in Rome changes at midnight there, in summer and in winter', () => {
  expect(dayInRome(new Date('2026-07-01T21:59:59Z'))).toBe('2026-07-01');
  expect(dayInRome(new Date('2026-07-01T22:00:00Z'))).toBe('2026-07-02');
  expect(dayInRome(new Date('2026-12-31T22:59:59Z'))).toBe('2026-12-31');
  expect(dayInRome(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
});

test('days and hours in Rome are those of the zone, also around each change of the clock', () => {
  const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' });
  for (let at = Date.parse('1985-01-01T00:07:29Z'); at < Date.parse('2045-01-01'); at += 97.3 * 3_600_000) {
    const instant = new Date(at);
    expect(`${dayInRome(instant)} ${time(instant.toISOString())}`).toBe(zone.format(at));
  }
  // The nights of 2026 in which it changes.
  for (const night of ['2026-03-28T23:00Z', '2026-10-24T23:00Z'])
    for (let minute = 0; minute < 240; minute++) {
      const at = Date.parse(night) + minute * 60_000;
      expect(new Date(shownInRome(at)).toISOString().slice(0, 16)).toBe(zone.format(at).replace(' ', 'T'));
    }
});

test.each([
  ['2024-02-29', '2025-02-28', 12],
  ['2024-02-29', '2025-02-27', 11],
  ['2026-01-31', '2026-02-28', 1],
  ['2026-01-30', '2026-04-30', 3],
  ['2026-03-31', '2026-04-29', 0],
  ['2026-01-15', '2026-02-14', 0],
  ['2026-01-15', '2026-02-15', 1],
])('from %s to %s are %i months (art. 2963 of the civil code)', (from, to, months) => {
  expect(monthsBetween(from, to)).toBe(months);
});

test('adding days and counting them agree, across the changes of the clock', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  fc.assert(
    fc.property(day, fc.integer({ min: -18_000, max: 18_000 }), (from, days) => {
      const to = addDays(from, days);
      expect(isDay(to)).toBe(true);
      expect(daysBetween(from, to)).toBe(days);
    }),
  );
});
