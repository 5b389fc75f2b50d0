/** What the screen of calendars asks its dialogs for. */
import type { EventRecord, EventRow, ShownCalendar } from '#domain/calendars/schema.ts';
import type { Scope } from '#domain/calendars/event-terms.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import type { Finds } from './form.ts';
import { clockOf, dayOfEvent, minuteOf, type Hints, type Look } from './view.ts';

export type Reasons = CallAnswer<'GET /calendars/events/reasons'>;

/** Where an event is dropped. */
export interface When {
  day: string;
  time: string;
  minutes: number;
  calendarIds: number[];
}

/** An event, a new one, or something that is done with one. */
export type CalendarDialog =
  | { open: number }
  | { new: { day: string; time?: string; minutes?: number; calendarIds: readonly number[] }; insteadOf?: EventRecord }
  | { firstFree: { day: string; time: string; calendarIds: number[] } }
  /** Without `scope`, a dialog asks which events of a series are meant. */
  | { move: number; when: When; scope?: Scope }
  | { absence: true }
  /** What stands in the absence of a person. */
  | { uncovered: number }
  | { edit: EventRecord }
  | { reschedule: EventRecord }
  | { feed: ShownCalendar | null };

/** Minutes by which one press makes an event longer. */
const LONGER = 30;

/** Asks for an event, and only this one of a series, to go on for longer; what is in the way is said. */
export const longer = (event: Pick<EventRow, 'id' | 'startsAt' | 'endsAt' | 'calendarIds'>): CalendarDialog => {
  const day = dayOfEvent(event);
  const from = minuteOf(event.startsAt, day);
  const minutes = Math.round((Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000) + LONGER;
  return { move: event.id, when: { day, time: clockOf(from), minutes, calendarIds: event.calendarIds }, scope: 'one' };
};

export interface DialogProps {
  ask: (asked: CalendarDialog | null) => void;
  /** Shows in the grid how what is being made lies in it. */
  hint: (hints: Hints | null) => void;
  calendars: readonly ShownCalendar[];
  reasons: Reasons;
  finds: Finds;
  userId: number;
  mayManage: boolean;
  handsWork: boolean;
  today: string;
  now: string;
  look: Look;
  days: readonly string[];
  onChanged: () => Promise<void> | void;
  onClose: () => void;
}
