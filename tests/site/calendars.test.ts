import { describe, expect, test } from 'vitest';
import type { EventRow } from '#domain/calendars/schema.ts';
import { instantInRome } from '#domain/dates.ts';
import { breaksOf, daysOf, freeOf, placing, shutOf, stepped, weekNumber } from '#site/areas/calendars/view.ts';

const DAY = '2026-11-26';
const event = (id: number, from: string, to: string): EventRow => ({
  id,
  version: 1,
  state: 'not_started',
  endedAs: null,
  startsAt: instantInRome(DAY, from).toISOString(),
  endsAt: instantInRome(DAY, to).toISOString(),
  calendarIds: [1],
  seriesId: null,
  rebook: null,
  kind: 'appointment',
  title: 'Prova',
  customer: null,
  confirmed: false,
  masked: false,
  mayOpen: true,
  mayMove: true,
  done: 0,
  things: 0,
});
const hours = {
  [DAY]: [
    { from: '09:00', to: '12:30' },
    { from: '14:30', to: '19:00' },
  ],
};

describe('the screen of calendars', () => {
  test('events that meet stand beside each other, others take the whole width', () => {
    const all = [
      event(1, '09:00', '11:00'),
      event(2, '10:00', '10:30'),
      event(3, '10:30', '12:00'),
      event(4, '15:00', '16:00'),
    ];
    expect(placing(all)(1, DAY).map(({ event: { id }, lane, lanes }) => [id, lane, lanes])).toEqual([
      [1, 0, 2],
      [2, 1, 2],
      [3, 1, 2],
      [4, 0, 1],
    ]);
  });

  test('an event of several days fills each of them', () => {
    const long = { ...event(1, '20:00', '21:00'), endsAt: instantInRome('2026-11-28', '08:00').toISOString() };
    const on = (day: string) => placing([long])(1, day).map(({ from, to }) => [from, to]);
    expect([DAY, '2026-11-27', '2026-11-28', '2026-11-29'].map(on)).toEqual([
      [[1200, 1440]],
      [[0, 1440]],
      [[0, 480]],
      [],
    ]);
  });

  test('closed and free times follow from the hours', () => {
    expect(shutOf({ hours }, DAY)).toEqual([
      { from: 0, to: 540 },
      { from: 750, to: 870 },
      { from: 1140, to: 1440 },
    ]);
    expect(breaksOf({ hours }, DAY)).toEqual([{ from: 750, to: 870 }]);
    const own = placing([event(1, '09:00', '12:00'), event(2, '15:00', '16:00')])(1, DAY);
    expect(freeOf({ hours }, own, DAY)).toEqual([
      { from: 720, to: 750 },
      { from: 870, to: 900 },
      { from: 960, to: 1140 },
    ]);
  });

  test('months are whole weeks; weeks have their number of ISO 8601', () => {
    const days = daysOf({ view: 'month', day: '2026-11-24' });
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect([
      daysOf({ view: 'month', day: '2027-02-10' }).length,
      stepped({ view: 'month', day: '2026-12-31' }, 1),
    ]).toEqual([28, '2027-01-01']);
    expect(['2026-11-24', '2026-12-31', '2027-01-03', '2027-01-04'].map(weekNumber)).toEqual([48, 53, 53, 1]);
  });
});
