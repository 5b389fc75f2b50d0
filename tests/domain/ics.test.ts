import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { icsOf, type IcsEvent } from '#domain/calendars/ics.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import { rounds } from '#tests/support/rounds.ts';

describe('ics', () => {
  /** What the format gives a meaning, which chance alone would hardly type. */
  const sign = fc.constantFrom('\\', ';', ',', ':', '"', 'n', 'N');
  const unit = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), sign);
  const text = fc.string({ unit, maxLength: 200 }).map((one) => one.replace(/[\p{Cc}]/gu, ' ').trim());
  const event: fc.Arbitrary<IcsEvent> = fc
    .record({ id: fc.nat(), day: fc.nat(700), minutes: fc.integer({ min: 15, max: 600 }), title: text, more: text })
    .map(({ id, day, minutes, title, more }) => {
      const startsAt = instantInRome(addDays('2026-01-01', day), '10:00');
      return {
        uid: `event-1-${id}@example.it`,
        sequence: id % 9,
        startsAt: startsAt.toISOString(),
        endsAt: new Date(startsAt.getTime() + minutes * 60_000).toISOString(),
        changedAt: '2026-01-01T08:00:00.000Z',
        title,
        text: [title, more].join('\n'),
        place: more,
        canceled: id % 2 === 0,
      };
    });

  test('is read by an independent parser as it was written, whatever people typed', () => {
    fc.assert(
      fc.property(text, fc.array(event, { maxLength: 5 }), (name, events) => {
        const file = icsOf(name, events);
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const read = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((one) => {
          const { uid, summary, description, location, startDate, endDate, sequence } = new ICAL.Event(one);
          return {
            uid,
            summary: summary ?? '',
            description,
            location: location ?? '',
            starts: startDate.toJSDate().toISOString(),
            ends: endDate.toJSDate().toISOString(),
            sequence,
            status: one.getFirstPropertyValue('status'),
          };
        });
        expect(read).toEqual(
          events.map((one) => ({
            uid: one.uid,
            summary: one.title,
            description: one.text,
            location: one.place,
            starts: one.startsAt,
            ends: one.endsAt,
            sequence: one.sequence,
            status: one.canceled ? 'CANCELLED' : 'CONFIRMED',
          })),
        );
      }),
      { numRuns: rounds(100) },
    );
  });
});
