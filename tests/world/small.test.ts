/** Hours, days and terms as the law and other programs count them. */
import { expect, test } from 'vitest';
import { icsOf } from '#domain/calendars/ics.ts';
import { freeSlots, type Resource } from '#domain/calendars/slots.ts';
import { hoursOf } from '#domain/companies/opening.ts';
import { openDaysLater } from '#domain/time.ts';
import { conclusionText, withdrawalRefusal, withdrawalUntil } from '#domain/contracts/withdrawal.ts';

const resource = (...hours: [string, string][]): Resource => ({
  name: 'Sala',
  hours: () => hours.map(([from, to]) => ({ from, to })),
  capacity: 1,
  buffer: 0,
  taken: [],
});
const slots = (one: Resource, from: string, count = 1) =>
  freeSlots([one], { from: new Date(from), minutes: 60, count }).map((slot) => slot.toISOString());

test('slots begin at quarters, and at hours that follow at once they go on', () => {
  expect(slots(resource(['10:05', '13:00']), '2026-11-30T06:00:00Z')).toEqual(['2026-11-30T09:15:00.000Z']);
  const joined = resource(['09:30', '13:00'], ['13:00', '18:00']);
  expect(slots(joined, '2026-11-30T06:00:00Z', 5).slice(2, 4)).toEqual([
    '2026-11-30T10:30:00.000Z',
    '2026-11-30T11:30:00.000Z',
  ]);
  expect(slots(joined, '2026-11-30T06:00:00Z', 8)).toHaveLength(8);
});

test('no slot begins at an hour that is not there', () => {
  const night = slots(resource(['02:00', '03:00']), '2027-03-28T00:00:00Z');
  expect(night).toEqual(['2027-03-29T00:00:00.000Z']);
  // From one to three there is one hour that night: until then two do not fit.
  const long = freeSlots([resource(['01:00', '03:00'])], {
    from: new Date('2027-03-27T22:00:00Z'),
    minutes: 120,
    count: 1,
  });
  expect(long.map((slot) => slot.toISOString())).toEqual(['2027-03-28T23:00:00.000Z']);
});

test('days of work are open days: the same hour, at the latest when it closes', () => {
  const place = hoursOf({
    hours: [],
    closures: [{ from: '2026-12-01', to: '2026-12-01', reason: '' }],
    openOnHolidays: false,
    patron: '07/12',
  });
  const later = (from: string, days: number) => openDaysLater(place, new Date(from), days)?.toISOString();
  // Friday to Saturday, until 12:30; Sunday, a closure; the patron and the Immacolata.
  expect([
    later('2026-11-27T15:00:00Z', 1),
    later('2026-11-27T15:00:00Z', 3),
    later('2026-12-04T09:00:00Z', 2),
  ]).toEqual(['2026-11-28T11:30:00.000Z', '2026-12-02T15:00:00.000Z', '2026-12-09T09:00:00.000Z']);
  // The same hour on the clock, on the other side of its change.
  expect(later('2027-03-27T09:00:00Z', 1)).toBe('2027-03-30T08:00:00.000Z');
});

test('the paper and the signing page say where a contract was concluded, and how long one may withdraw', () => {
  expect(conclusionText('unsolicited', true)).toContain('entro 30 giorni');
  expect(conclusionText('distance', true)).toContain('a distanza. Si può recedere senza motivo entro 14 giorni');
  expect([conclusionText('premises', true), conclusionText('distance', false)]).toEqual([
    'Contratto concluso: in sede.',
    'Contratto concluso: a distanza.',
  ]);
});

test('whole days have no hours in the file of a calendar', () => {
  const event = {
    uid: 'x',
    sequence: 0,
    changedAt: '2026-11-28T09:00:00Z',
    title: 'Ferie',
    text: '',
    place: '',
    canceled: false,
  };
  const whole = icsOf('Prova', [{ ...event, startsAt: '2027-05-31T22:00:00Z', endsAt: '2027-06-01T22:00:00Z' }]);
  expect(whole).toContain('DTSTART;VALUE=DATE:20270601\r\nDTEND;VALUE=DATE:20270602\r\n');
  const part = icsOf('Prova', [{ ...event, startsAt: '2027-06-01T08:00:00Z', endsAt: '2027-06-01T22:00:00Z' }]);
  expect(part).toContain('DTSTART:20270601T080000Z\r\nDTEND:20270601T220000Z\r\n');
});

test('after a visit that nobody asked for one may withdraw for thirty days', () => {
  expect(withdrawalUntil('2026-12-11', 'unsolicited')).toBe('2027-01-11');
  expect(withdrawalUntil('2026-12-11', 'off_premises')).toBe('2026-12-28');
  const contract = {
    kind: 'new',
    customerType: 'private',
    signedOn: '2026-12-01',
    deliveredOn: '2026-12-11',
    canceledAt: null,
    withdrawnAt: null,
  } as const;
  expect(withdrawalRefusal({ ...contract, concluded: 'unsolicited' }, '2027-01-11')).toBeNull();
  expect(withdrawalRefusal({ ...contract, concluded: 'off_premises' }, '2027-01-11')).toContain('28/12/2026');
});
