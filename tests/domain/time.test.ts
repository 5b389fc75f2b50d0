import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openOn, type Opening } from '#domain/companies/opening.ts';
import { addDays, instantInRome, week, weekdayOf } from '#domain/dates.ts';
import { holidays } from '#domain/holidays.ts';
import {
  always,
  both,
  deadline,
  isWorking,
  presenceOf,
  workingMinutes,
  type WorkingHours,
  type Presence,
} from '#domain/time.ts';
import { rounds } from '#tests/support/rounds.ts';

const MINUTE = 60_000;
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' });

/** Days around which everything that is odd happens: both nights of the clock, Easter, the end of the year. */
const odd = ['2026-03-27', '2026-10-23', '2025-10-24', '2026-04-02', '2026-12-23', '2027-12-30', '2026-06-01'];
const day = fc.tuple(fc.constantFrom(...odd), fc.nat(6)).map(([from, days]) => addDays(from, days));
const minute = fc.nat(24 * 60 - 1);
const said = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
const instant = fc.tuple(day, minute).map(([on, at]) => new Date(Date.parse(`${on}T00:00:00Z`) + at * MINUTE));

/** Hours of a day that do not touch. */
const hours = fc
  .uniqueArray(fc.nat(24 * 60), { minLength: 0, maxLength: 6 })
  .map((ends) => ends.toSorted((a, b) => a - b))
  .map((ends) => ends.flatMap((from, at) => (at % 2 === 0 && ends[at + 1] ? [[from, ends[at + 1]!] as const] : [])));
const shifts = fc
  .array(hours, { minLength: 7, maxLength: 7 })
  .map((days) =>
    days.flatMap((spans, at) => spans.map(([from, to]) => ({ day: week[at]!, from: said(from), to: said(to) }))),
  );
const opening: fc.Arbitrary<Opening> = fc.record({
  hours: shifts,
  closures: fc.array(
    fc.tuple(day, fc.nat(2)).map(([from, days]) => ({ from, to: addDays(from, days), reason: '' })),
    { maxLength: 3 },
  ),
  openOnHolidays: fc.boolean(),
  patron: fc.constantFrom('', '07/12', '29/06', '25/10', '29/03'),
});
const time = fc.option(minute.map(said), { nil: null });
const presence: fc.Arbitrary<Presence> = fc.record({
  shifts: fc.oneof(fc.constant([]), shifts),
  absences: fc.array(
    fc
      .tuple(day, fc.nat(2), time, time)
      .map(([from, days, fromTime, toTime]) => ({ from, to: addDays(from, days), fromTime, toTime }))
      .filter(({ from, to, fromTime, toTime }) => from < to || !fromTime || !toTime || fromTime < toTime),
    { maxLength: 3 },
  ),
});

/** Read from the wall clock alone: is the place open and the person there at this minute? */
function isAt(place: Opening, person: Presence, at: number): boolean {
  const [on, now] = clock.format(at).split(' ') as [string, string];
  const within = (spans: readonly { day: string; from: string; to: string }[]) =>
    spans.some((one) => one.day === weekdayOf(on) && one.from <= now && now < one.to);
  const [year, month, date] = on.split('-');
  const festive = holidays(Number(year)).some((one) => one.day === on) || place.patron === `${date}/${month}`;
  const isAway = person.absences.some(
    ({ from, to, fromTime, toTime }) =>
      `${from} ${fromTime ?? '00:00'}` <= `${on} ${now}` && `${on} ${now}` < `${to} ${toTime ?? '24:00'}`,
  );
  return (
    within(place.hours) &&
    !(festive && !place.openOnHolidays) &&
    !place.closures.some(({ from, to }) => from <= on && on <= to) &&
    (person.shifts.length === 0 || within(person.shifts)) &&
    !isAway
  );
}
const calendarOf = (place: Opening, person: Presence) => both((on) => openOn(place, on), presenceOf(person));

describe('time', () => {
  test('working minutes and deadlines are what a count minute by minute gives', () => {
    fc.assert(
      fc.property(
        opening,
        presence,
        instant,
        fc.nat(4 * 24 * 60),
        fc.nat(900),
        (place, person, from, length, wanted) => {
          const calendar = calendarOf(place, person);
          const to = from.getTime() + length * MINUTE;
          let counted = 0;
          let due: number | null = wanted === 0 ? from.getTime() : null;
          for (let at = from.getTime(); at < to; at += MINUTE) {
            if (!isAt(place, person, at)) continue;
            counted += 1;
            if (counted === wanted) due ??= at + MINUTE;
          }
          expect(workingMinutes(calendar, from, new Date(to))).toBe(counted);
          const found = deadline(calendar, from, wanted)?.getTime() ?? Infinity;
          if (due === null) expect(found).toBeGreaterThan(to);
          else expect(found).toBe(due);
          expect(isWorking(calendar, from)).toBe(isAt(place, person, from.getTime()));
        },
      ),
      { numRuns: rounds(60) },
    );
  });

  test('the night of spring has 23 hours, the night of autumn 25', () => {
    const whole = (on: string) =>
      workingMinutes(always, instantInRome(on, '00:00'), instantInRome(addDays(on, 1), '00:00'));
    expect(whole('2026-03-29')).toBe(23 * 60);
    expect(whole('2026-10-25')).toBe(25 * 60);
    const night: WorkingHours = () => [{ from: '02:00', to: '03:00' }];
    const minutes = (on: string) => workingMinutes(night, instantInRome(on, '00:00'), instantInRome(on, '12:00'));
    expect([minutes('2026-03-29'), minutes('2026-10-25'), minutes('2026-10-26')]).toEqual([0, 120, 60]);
  });

  const shop: Opening = {
    hours: week.slice(0, 5).flatMap((on) => [
      { day: on, from: '09:00', to: '12:30' },
      { day: on, from: '14:30', to: '19:00' },
    ]),
    closures: [{ from: '2026-12-31', to: '2027-01-04', reason: 'Inventario' }],
    openOnHolidays: false,
    patron: '07/12',
  };
  const shopHours: WorkingHours = (on) => openOn(shop, on);
  const due = (on: string, at: string, minutes: number) => deadline(shopHours, instantInRome(on, at), minutes);

  test('a deadline waits for the morning, past the weekend, the patron and a holiday', () => {
    expect(due('2026-11-24', '18:50', 15)).toEqual(instantInRome('2026-11-25', '09:05'));
    // Saint Ambrose is a Monday, the Immacolata the day after.
    expect(due('2026-12-04', '18:50', 15)).toEqual(instantInRome('2026-12-09', '09:05'));
    expect(due('2026-12-30', '18:50', 15)).toEqual(instantInRome('2027-01-05', '09:05'));
    expect(due('2026-11-24', '12:20', 10)).toEqual(instantInRome('2026-11-24', '12:30'));
  });

  test('a place that never opens has no deadline', () => {
    expect(deadline((on) => openOn({ ...shop, hours: [] }, on), new Date('2026-11-24T10:00:00Z'), 1)).toBeNull();
  });
});
