import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayInRome, week } from '#domain/dates.ts';
import { daysOf, instantsOf, type Recurrence } from '#domain/recurrence.ts';
import { rounds } from '#tests/support/rounds.ts';

// A bundle of CommonJS, in which Node finds no names to import.
const { RRule, RRuleSet } = createRequire(import.meta.url)('rrule') as typeof import('rrule');

const midnight = (day: string) => new Date(`${day}T00:00:00Z`);

/** The same series by the library: RFC 5545, whose clock is the wall's when it is read as UTC. */
function byLibrary(first: string, { every, interval, weekdays, until, times, except }: Recurrence): string[] {
  const date = Number(first.slice(8));
  // A month without the day: its last one, as RFC 5545 says it.
  const last = date > 28 ? { bymonthday: [28, 29, 30, 31].filter((day) => day <= date), bysetpos: -1 } : {};
  const set = new RRuleSet();
  set.rrule(
    new RRule({
      freq: { day: RRule.DAILY, week: RRule.WEEKLY, month: RRule.MONTHLY }[every],
      dtstart: midnight(first),
      interval,
      wkst: RRule.MO,
      count: times ?? 180,
      ...(until !== null && { until: midnight(until) }),
      ...(every === 'week' && weekdays.length > 0 && { byweekday: weekdays.map((name) => week.indexOf(name)) }),
      ...(every === 'month' && last),
    }),
  );
  for (const day of except) set.exdate(midnight(day));
  return set.all().map((at) => at.toISOString().slice(0, 10));
}

const day = fc.nat(2_500).map((days) => addDays('2023-12-01', days));
const series = fc
  .tuple(
    day,
    fc.record({
      every: fc.constantFrom('day', 'week', 'month'),
      interval: fc.integer({ min: 1, max: 13 }),
      weekdays: fc.subarray([...week]),
      times: fc.option(fc.integer({ min: 1, max: 180 }), { nil: null }),
      length: fc.option(fc.nat(900), { nil: null }),
      left: fc.array(fc.nat(60), { maxLength: 8 }),
    }),
  )
  .map(([first, { length, left, ...rule }]): [string, Recurrence] => [
    first,
    {
      ...rule,
      until: length === null ? null : addDays(first, length),
      except: left.map((days) => addDays(first, days)),
    },
  ]);

describe('recurrence', () => {
  test('days are those of another library', () => {
    fc.assert(
      fc.property(series, ([first, rule]) => {
        expect(daysOf(first, rule)).toEqual(byLibrary(first, rule));
      }),
      { numRuns: rounds(400) },
    );
  });

  const daily: Recurrence = { every: 'day', interval: 1, weekdays: [], until: null, times: 3, except: [] };

  test('the time of the day stays when the clock changes; a skipped time comes an hour later', () => {
    const iso = (first: string, time: string) => instantsOf(first, time, daily).map((at) => at.toISOString());
    expect(iso('2026-03-28', '10:00')).toEqual([
      '2026-03-28T09:00:00.000Z',
      '2026-03-29T08:00:00.000Z',
      '2026-03-30T08:00:00.000Z',
    ]);
    expect(iso('2026-10-24', '02:30')).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
    expect(iso('2026-03-28', '02:30')[1]).toBe('2026-03-29T01:30:00.000Z');
    expect(dayInRome(instantsOf('2026-03-28', '00:00', daily)[1]!)).toBe('2026-03-29');
  });

  test('the 31st of each month is the last day of shorter ones', () => {
    expect(daysOf('2027-12-31', { ...daily, every: 'month' })).toEqual(['2027-12-31', '2028-01-31', '2028-02-29']);
  });

  test('an endless series ends after 180 times, one whose days are all left out is empty', () => {
    expect(daysOf('2026-11-24', { ...daily, times: null })).toHaveLength(180);
    expect(daysOf('2026-11-24', { ...daily, times: 1, except: ['2026-11-24'] })).toEqual([]);
  });
});
