/** The events of today on the dashboard. */
import type { EventRow, ShownCalendar } from '#domain/calendars/schema.ts';
import { eventEnds, eventKinds, eventStates } from '#domain/calendars/event-terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { day, time } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { desk } from '#site/messages/it/desk.ts';
import type { Line } from '#site/parts/desk/line.ts';

const words = desk.events;
/** `24/11`. */
const shortDay = (on: string) => day(on).slice(0, 5);
const MOST = 7;
/** Minutes before an event in which they are counted. */
const SOON = 60;

/** What of one's events still wants something: another time after a missed one, or what became of it. */
export const todoLines = (events: readonly EventRow[]): Line[] =>
  events.map((event) => ({
    href: `/dealer/calendars?event=${event.id}`,
    lead: shortDay(dayInRome(new Date(event.startsAt))),
    title: event.customer ?? event.title,
    note: eventKinds[event.kind],
    badge: event.endedAs
      ? { label: eventEnds[event.endedAs], tone: 'bad' as const }
      : { label: words.noEnd, tone: 'warn' as const },
  }));

/** One's own events of a day that has begun, as rows; what is over is told as past. */
export function eventLines(
  events: readonly EventRow[],
  calendars: readonly ShownCalendar[],
  userId: number,
  now: Date,
): Line[] {
  const own = new Set(calendars.filter((calendar) => calendar.userId === userId).map(({ id }) => id));
  const mine = events
    .filter(({ calendarIds, endedAs }) => endedAs !== 'canceled' && calendarIds.some((id) => own.has(id)))
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  const isPast = (event: EventRow) => Date.parse(event.endsAt) <= now.getTime();
  const passed = mine.filter(isPast).length;
  const from = Math.max(0, Math.min(passed - 1, mine.length - MOST));
  return mine.slice(from, from + MOST).map((event) => {
    const minutes = Math.ceil((Date.parse(event.startsAt) - now.getTime()) / 60_000);
    const isOpen = event.state === 'not_started';
    return {
      href: `/dealer/calendars?view=day&event=${event.id}`,
      lead: time(event.startsAt),
      title: event.customer ?? event.title,
      note: [eventKinds[event.kind], event.customer && event.title].filter(Boolean).join(' · '),
      isPast: isPast(event) && !isOpen,
      tone: isPast(event) && isOpen && event.endedAs === null ? ('urgent' as const) : undefined,
      badge: event.endedAs
        ? { label: eventEnds[event.endedAs], tone: 'mute' as const }
        : isOpen && !isPast(event)
          ? undefined
          : eventStates[event.state],
      end: isOpen && minutes > 0 && minutes <= SOON ? t(words.at, { n: minutes }) : undefined,
    };
  });
}
