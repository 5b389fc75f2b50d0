/** When a lead is late (domain.md §4.3, SLA): minutes of working time of its location. */
import { openOn, type Opening } from '../companies/opening.ts';
import { week } from '../dates.ts';
import type { Tone } from '../machine.ts';
import { deadline, workingMinutes, type Calendar } from '../time.ts';
import type { LeadSource, LeadState } from './terms.ts';

/** Minutes of a working day. */
const DAY = 480;
/** Share of its time after which a lead is warned of, and after which who manages leads is told. */
const WARN = 0.7;
const ESCALATE = 2;

/** Minutes for the first response, by source. */
export const firstResponse: Readonly<Record<LeadSource, number>> = {
  portal: 15,
  web: 15,
  call: 30,
  email: 30,
  reminder: DAY,
  other: DAY,
};
/** Minutes within which something is done again on a lead in work. */
const again: Readonly<Record<Exclude<LeadState, 'closed' | 'to_handle'>, number>> = {
  in_progress: 3 * DAY,
  negotiation: 7 * DAY,
};

/** Hours of a location that has none: those of most dealers. */
const usual: Opening = {
  hours: week
    .slice(0, 6)
    .flatMap((day) => [
      { day, from: '09:00', to: '12:30' },
      ...(day === 'sat' ? [] : [{ day, from: '14:30', to: '19:00' }]),
    ]),
  closures: [],
  openOnHolidays: false,
  patron: '',
};

/** The working time of a lead's location; without a location, or hours of it, the usual hours. */
export const hoursOf = (place: Opening | null): Calendar => {
  const known = place ?? usual;
  const open = { ...known, hours: known.hours.length > 0 ? known.hours : usual.hours };
  return (day) => openOn(open, day);
};

/** By when something has to be done on a lead, if nobody plans it for another time. */
export function dueBy(
  calendar: Calendar,
  { state, source }: { state: Exclude<LeadState, 'closed'>; source: LeadSource },
  from: Date,
): Date {
  const minutes = state === 'to_handle' ? firstResponse[source] : again[state];
  return deadline(calendar, from, minutes) ?? new Date(from.getTime() + minutes * 60_000);
}

/** What follows from a deadline: when it is warned of, and when who manages leads is told. */
export function watchOf(calendar: Calendar, from: Date, due: Date): { warnAt: Date; escalateAt: Date } {
  const whole = workingMinutes(calendar, from, due);
  return {
    warnAt: (whole > 0 && deadline(calendar, from, whole * WARN)) || due,
    escalateAt: (whole > 0 && deadline(calendar, from, whole * ESCALATE)) || due,
  };
}

export const lateness = {
  late: { label: 'In ritardo', tone: 'bad' },
  soon: { label: 'In scadenza', tone: 'warn' },
  ahead: { label: 'In orario', tone: 'ok' },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type Lateness = keyof typeof lateness;

/** Whether a lead is late now, about to be, or neither; instants in ISO form. */
export function latenessOf(
  { nextAt, warnAt }: { nextAt: string | null; warnAt: string | null },
  now: number,
): Lateness | null {
  if (nextAt === null || warnAt === null) return null;
  if (Date.parse(nextAt) <= now) return 'late';
  return Date.parse(warnAt) <= now ? 'soon' : 'ahead';
}
