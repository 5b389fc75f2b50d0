import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextReminder, remindersOf } from '#domain/calendars/reminders.ts';
import { freeSlots, isFree, workingTime, type Resource } from '#domain/calendars/slots.ts';
import { addDays, instantInRome, dayInRome } from '#domain/dates.ts';
import { time } from '#domain/italian.ts';
import { rounds } from '#tests/support/rounds.ts';

const at = (day: string, hour: string) => instantInRome(day, hour);
const hours = workingTime({ hours: [], closures: [] }, null);
const span = (day: string, from: string, to: string) => ({
  from: at(day, from).getTime(),
  to: at(day, to).getTime(),
});
const of = (more: Partial<Resource> = {}): Resource => ({
  name: 'Rea',
  hours,
  capacity: 1,
  buffer: 0,
  taken: [],
  ...more,
});
const shown = (slots: readonly Date[]) => slots.map((one) => `${dayInRome(one)} ${time(one.toISOString())}`);

describe('free times', () => {
  test('are those at which person and car are free together, the minutes after an event included', () => {
    const car = of({ buffer: 15, taken: [span('2026-11-26', '09:45', '10:45')] });
    const person = of({ name: 'Giulia', taken: [span('2026-11-26', '11:30', '12:30')] });
    const from = at('2026-11-26', '09:15');
    expect(shown(freeSlots([person, car], { from, minutes: 45, count: 3 }))).toEqual([
      '2026-11-26 10:45',
      '2026-11-26 14:30',
      '2026-11-26 15:15',
    ]);
    // The car wants a quarter of an hour after an event of its own: 10:45 is free of the one before, whose minutes are in it.
    expect(isFree(car, at('2026-11-26', '09:00'), 45)).toBe(false);
    expect(isFree(car, at('2026-11-26', '08:30'), 45)).toBe(true);
  });

  test('skip what is closed: nights, Sundays, holidays, own closures', () => {
    const closed = workingTime({ hours: [], closures: [{ from: '2026-12-09', to: '2026-12-09', reason: '' }] }, null);
    const from = at('2026-12-07', '18:30');
    // The 8th is a holiday, the 9th closed.
    expect(shown(freeSlots([of({ hours: closed })], { from, minutes: 60, count: 1 }))).toEqual(['2026-12-10 09:00']);
  });

  test('a calendar with room for n takes n events at once, whatever their order', () => {
    const some = fc.record({ start: fc.integer({ min: 0, max: 12 }), quarters: fc.integer({ min: 1, max: 8 }) });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), fc.integer({ min: 1, max: 3 }), some, (all, capacity, wanted) => {
        const first = at('2026-11-26', '09:00').getTime();
        const quarter = 900_000;
        const taken = all.map(({ start, quarters }) => ({
          from: first + start * quarter,
          to: first + (start + quarters) * quarter,
        }));
        const begin = new Date(first + wanted.start * quarter);
        // Quarter by quarter.
        const counts = Array.from({ length: wanted.quarters }, (_, n) => {
          const now = begin.getTime() + n * quarter;
          return taken.filter((one) => one.from <= now && now < one.to).length;
        });
        const fits = counts.every((n) => n < capacity);
        expect(isFree(of({ capacity, taken }), begin, wanted.quarters * 15)).toBe(fits);
      }),
      { numRuns: rounds(300) },
    );
  });
});

describe('reminders', () => {
  const said = (day: string, hour: string) => shown(remindersOf(at(day, hour)));

  test('come the day before and two hours before', () => {
    expect(said('2026-11-26', '15:00')).toEqual(['2026-11-25 15:00', '2026-11-26 13:00']);
  });

  test('reminders of an early appointment come at 20:00 of the evening before, not at night', () => {
    expect(said('2026-11-26', '09:00')).toEqual(['2026-11-25 09:00', '2026-11-25 20:00']);
  });

  test('are never between 21 and 8, on both nights of the clock, and before the appointment', () => {
    const quarter = fc.integer({ min: 0, max: 95 });
    const day = fc.oneof(
      fc.constantFrom('2026-10-25', '2026-03-29'),
      fc.nat(364).map((n) => addDays('2026-01-01', n)),
    );
    fc.assert(
      fc.property(day, quarter, (on, n) => {
        const starts = at(on, `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`);
        for (const one of remindersOf(starts)) {
          const clock = time(one.toISOString());
          expect(clock >= '08:00' && clock < '21:00', clock).toBe(true);
          expect(one.getTime()).toBeLessThan(starts.getTime());
        }
        expect(nextReminder(starts, starts)).toBeNull();
      }),
      { numRuns: rounds(200) },
    );
  });
});
