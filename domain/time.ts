/**
 * Working time: the hours of a location or a person by the clocks of Rome, and what of them lies between two instants.
 * Deadlines of leads, free slots and the rotation of sellers all stand on it. This file never reads the clock.
 */
import { addDays, dayInRome, instantInRome, shownInRome, weekdayOf, type Weekday } from './dates.ts';

/** Part of a day on the clocks of Rome: `HH:MM` to `HH:MM`, at most `24:00`. */
export interface Hours {
  from: string;
  to: string;
}
/** Hours of each week. */
export interface Shift extends Hours {
  day: Weekday;
}
/** The hours of a day (`YYYY-MM-DD`), in order and apart. */
export type WorkingHours = (day: string) => readonly Hours[];

/** The days between two, both included. */
export function eachDay({ from, to }: { from: string; to: string }): string[] {
  const days = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** How many of these days have hours. */
export const workdays = (days: readonly string[], calendar: WorkingHours): number =>
  days.filter((day) => calendar(day).length > 0).length;

/** Every hour of every day. */
export const always: WorkingHours = () => [{ from: '00:00', to: '24:00' }];

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Days without any hour after which somebody counts as gone for good. */
const AHEAD = 400;

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);
const apart = (spans: readonly Hours[]) => spans.filter(({ from, to }) => from < to);

/** The hours that two share. */
export const both =
  (one: WorkingHours, other: WorkingHours): WorkingHours =>
  (day) =>
    apart(
      one(day).flatMap((a) => other(day).map((b) => ({ from: later(a.from, b.from), to: earlier(a.to, b.to) }))),
    ).toSorted((a, b) => a.from.localeCompare(b.from));

/** When somebody works: without shifts whenever the location is open. */
export interface Presence {
  shifts: readonly Shift[];
  /** From a day and hour to a day and hour; without hours these days are whole. */
  absences: readonly { from: string; to: string; fromTime: string | null; toTime: string | null }[];
}

/** The hours in which a person is at work by shifts and absences; `both` with the location's hours they are served. */
export const presenceOf =
  ({ shifts, absences }: Presence): WorkingHours =>
  (day) => {
    const own = shifts.filter((one) => one.day === weekdayOf(day)).toSorted((a, b) => a.from.localeCompare(b.from));
    const hours: readonly Hours[] = shifts.length === 0 ? always(day) : own;
    return absences
      .filter(({ from, to }) => from <= day && day <= to)
      .reduce((left, { from, to, fromTime, toTime }) => {
        const away = {
          from: (from === day && fromTime) || '00:00',
          to: (to === day && toTime) || '24:00',
        };
        return apart(
          left.flatMap((span) => [
            { from: span.from, to: earlier(span.to, away.from) },
            { from: later(span.from, away.to), to: span.to },
          ]),
        );
      }, hours)
      .map(({ from, to }) => ({ from, to }));
  };

/** Instants in milliseconds. */
interface Span {
  from: number;
  to: number;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * The instants of a day's hours. On the two nights when the clock changes, a skipped hour is not there and a repeated one
 * is there twice, as whoever looks at the clock would count.
 */
function spansOn(calendar: WorkingHours, day: string): Span[] {
  const hours = calendar(day);
  if (hours.length === 0) return [];
  const shown = Date.parse(`${day}T00:00:00Z`);
  // Rome is one or two hours ahead of UTC and changes at 1:00 UTC, everywhere in the Union at once (Directive 2000/84/EC).
  const change = shown + HOUR;
  const ahead = (at: number) => shownInRome(at) - at;
  const [before, after] = [ahead(change - MINUTE), ahead(change)];
  const parts =
    before === after
      ? [{ ahead: after, from: -Infinity, to: Infinity }]
      : [
          { ahead: before, from: -Infinity, to: change },
          { ahead: after, from: change, to: Infinity },
        ];
  return parts.flatMap((part) =>
    hours
      .map(({ from, to }) => ({
        from: Math.max(part.from, shown + minutesOf(from) * MINUTE - part.ahead),
        to: Math.min(part.to, shown + minutesOf(to) * MINUTE - part.ahead),
      }))
      .filter(({ from, to }) => from < to),
  );
}

/** The working minutes between two instants, with their fractions; 0 when `to` is not later. */
export function workingMinutes(calendar: WorkingHours, from: Date, to: Date): number {
  let worked = 0;
  const last = dayInRome(to);
  for (let day = dayInRome(from); day <= last; day = addDays(day, 1))
    for (const span of spansOn(calendar, day))
      worked += Math.max(0, Math.min(span.to, to.getTime()) - Math.max(span.from, from.getTime()));
  return worked / MINUTE;
}

/**
 * The first instant at which that many working minutes have passed since `from`: a deadline that stops at night. Null
 * when the calendar has not as many in over a year.
 */
export function deadline(calendar: WorkingHours, from: Date, minutes: number): Date | null {
  let left = minutes * MINUTE;
  if (left <= 0) return from;
  const first = dayInRome(from);
  for (let day = first, days = 0; days <= AHEAD; day = addDays(day, 1), days += 1)
    for (const span of spansOn(calendar, day)) {
      const start = Math.max(span.from, from.getTime());
      if (start + left <= span.to) return new Date(start + left);
      left -= Math.max(0, span.to - start);
    }
  return null;
}

/**
 * The same clock time on the n-th open day after an instant's, at the latest when it closes: `3 giorni lavorativi`. Null when
 * the calendar has not as many days in over a year.
 */
export function openDaysLater(calendar: WorkingHours, from: Date, days: number): Date | null {
  const first = dayInRome(from);
  const clock = new Date(shownInRome(from.getTime())).toISOString().slice(11, 16);
  let left = days;
  for (let day = addDays(first, 1); day <= addDays(first, AHEAD); day = addDays(day, 1)) {
    const closes = calendar(day).at(-1)?.to;
    if (closes === undefined || (left -= 1) > 0) continue;
    if (clock <= closes) return instantInRome(day, clock);
    return instantInRome(day, closes);
  }
  return null;
}

/** Whether the instant lies in working time. */
export const isWorking = (calendar: WorkingHours, at: Date): boolean =>
  spansOn(calendar, dayInRome(at)).some(({ from, to }) => from <= at.getTime() && at.getTime() < to);
