/** What the customer of an appointment sees by a private link and may do there. */
import { z } from 'zod';
import { whereabouts } from '../companies/places.ts';
import { keysOf } from '../record/machine.ts';
import { calendarDay } from '../text.ts';
import { slot } from './schema.ts';
import { eventKinds, type EventEnd, type EventState } from './event-terms.ts';

const instant = z.iso.datetime({ offset: true });
const token = z.string().max(60);

export const appointmentQuery = z.object({
  token,
  /** Free times from this day on; absent: from the first that is possible. */
  day: calendarDay.optional(),
});
export const appointmentInput = z.object({ token });
export const appointmentMove = z.object({ token, startsAt: z.string().max(40).pipe(instant) });

export const appointmentPage = z.object({
  kind: z.enum(keysOf(eventKinds)),
  dealer: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  customer: z.string().nullable(),
  /** The people who expect the customer. */
  people: z.array(z.string()),
  place: whereabouts.nullable(),
  /** The cars that are kept for it, as their calendars are called. */
  cars: z.array(z.string()),
  startsAt: instant,
  day: z.string(),
  time: z.string(),
  minutes: z.int(),
  canceled: z.boolean(),
  confirmed: z.boolean(),
  /** The last moment to move or cancel. */
  until: instant,
  may: z.object({ confirm: z.boolean(), move: z.boolean(), cancel: z.boolean() }),
  /** It was called off, and another one may be taken in its place: there is none yet, and what it was for still stands. */
  again: z.boolean(),
  /** Free times of whole days, when it may be moved or taken again; `later`: the day from which there are others. */
  slots: z.array(slot),
  later: z.string().nullable(),
});
export type AppointmentPage = z.output<typeof appointmentPage>;

interface Facts {
  state: EventState;
  endedAs: EventEnd | null;
  startsAt: string;
  confirmedAt: string | null;
}

/** The last moment at which a customer moves or cancels: so many hours before the start. */
export const limitOf = ({ startsAt }: Pick<Facts, 'startsAt'>, customerHours: number): Date =>
  new Date(Date.parse(startsAt) - customerHours * 3_600_000);

/** What the customer may do at an instant. */
export function customerMay(event: Facts, customerHours: number, now: Date): AppointmentPage['may'] {
  const open = event.state === 'not_started' && event.endedAs === null && Date.parse(event.startsAt) > now.getTime();
  const inTime = open && now <= limitOf(event, customerHours);
  return { confirm: open && event.confirmedAt === null, move: inTime, cancel: inTime };
}
