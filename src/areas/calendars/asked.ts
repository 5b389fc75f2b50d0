/** What the screen of calendars asks its dialogs for. */
import type { EventRecord, ShownCalendar } from '#domain/calendars/schema.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import type { Finds } from './form.ts';
import type { Hints, Look } from './view.ts';

export type Reasons = CallAnswer<'GET /calendars/events/reasons'>;
/** Moves with a reason of the company. */
export type Because = 'cancel' | 'miss' | 'hostMiss' | 'completePartly';

/** Where an event is dropped. */
export interface When {
  day: string;
  time: string;
  minutes: number;
  calendarIds: number[];
}

/** An event, a new one, or something that is done with one. */
export type Asked =
  | { open: number }
  | { new: { day: string; time?: string; minutes?: number; calendarIds: readonly number[] }; insteadOf?: EventRecord }
  | { firstFree: { day: string; time: string; calendarIds: number[] } }
  | { move: number; when: When }
  | { edit: EventRecord }
  | { reschedule: EventRecord }
  | { close: EventRecord }
  | { because: Because; of: EventRecord }
  | { feed: ShownCalendar | null };

export interface DialogProps {
  ask: (asked: Asked | null) => void;
  /** Shows in the grid how what is being made lies in it. */
  hint: (hints: Hints | null) => void;
  calendars: readonly ShownCalendar[];
  reasons: Reasons;
  finds: Finds;
  userId: number;
  mayManage: boolean;
  today: string;
  now: string;
  look: Look;
  days: readonly string[];
  onChanged: () => Promise<void> | void;
  onClose: () => void;
}
