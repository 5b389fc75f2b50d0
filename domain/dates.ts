/**
 * Calendar days are `YYYY-MM-DD` strings in Europe/Rome; instants are ISO strings with zone. This file never reads the
 * clock.
 */

export const ZONE = 'Europe/Rome';

/**
 * Makes a value at its first use and keeps it: the first date formatter of a process takes a slow PC a tenth of a
 * second.
 */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const romeClock = lazily(
  () => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }),
);

const HOUR = 3_600_000;
/**
 * The most hours whose offset from UTC is cached: a screen asks thousands of times for the same few, and a formatter is
 * slow.
 */
const MOST_KEPT = 10_000;
const kept = new Map<number, number>();

/** Milliseconds that Rome's clocks are ahead of UTC in an hour since 1970; they are changed at whole hours of UTC. */
function aheadIn(hour: number): number {
  const known = kept.get(hour);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const at = hour * HOUR;
  const ahead = Date.parse(`${romeClock().format(at).replace(' ', 'T')}:00Z`) - at;
  kept.set(hour, ahead);
  return ahead;
}

/** Day and time that clocks in Rome show at the instant, as milliseconds that UTC would call the same; to the minute. */
export const shownInRome = (at: number): number => Math.floor(at / 60_000) * 60_000 + aheadIn(Math.floor(at / HOUR));

/** The calendar day in Rome at the given instant. */
export const dayInRome = (instant: Date): string => new Date(shownInRome(instant.getTime())).toISOString().slice(0, 10);

/** An instant with its zone, as programs keep the midnight of a day elsewhere; and as they write one in words. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;
const WORDED = /^[a-z]{3},? .*\d{2}:\d{2}.*(GMT|UTC|Z|[+-]\d{4})/i;

/** The most characters of an instant, with the name of its zone in brackets. */
const INSTANT_LENGTH = 80;

/** The day in Rome at an instant that names its zone; null for any other text. */
export function dayOfInstant(text: string): string | null {
  if (text.length > INSTANT_LENGTH) return null;
  if (!INSTANT.test(text) && !WORDED.test(text)) return null;
  const at = new Date(text.replace(/\s*\(.*\)$/, ''));
  return Number.isNaN(at.getTime()) ? null : dayInRome(at);
}

/** The day `days` later (negative: earlier). */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The same day some months later, or the last day of that month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${String(Math.min(date, last)).padStart(2, '0')}`;
}

/** Days of the week as opening hours name them, Monday first. */
export const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof week)[number];

export const weekdayOf = (day: string): Weekday => week[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7]!;

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -week.indexOf(weekdayOf(day)));

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000);

/**
 * Whole months from `from` to `to`: from 15 January to 14 February there is none. A month ends on the same day, or on
 * the last day of a shorter month (art. 2963 of the civil code): 29 February 2024 to 28 February 2025 are 12. Negative
 * when `to` is earlier.
 */
export function monthsBetween(from: string, to: string): number {
  const parts = (day: string) => day.split('-').map(Number) as [number, number, number];
  const [[y1, m1, d1], [y2, m2, d2]] = [parts(from), parts(to)];
  const isLast = addDays(to, 1).endsWith('-01');
  return (y2 - y1) * 12 + m2 - m1 - (d2 < d1 && !isLast ? 1 : 0);
}

/** A time of the day, `HH:MM`. */
export const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Whether it is an existing calendar day `YYYY-MM-DD`: 2026-02-30 is not. Years such as 0206 or 9999 are refused as
 * typing errors.
 */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether clocks in Rome never show this time (`HH:MM`) on this day: the hour that is skipped in March . */
export const isSkippedInRome = (day: string, time: string): boolean => {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  return shownInRome(instantInRome(day, time).getTime()) !== wanted;
};

/**
 * The instant at which clocks in Rome show the day and time (`HH:MM`): for a repeated hour the first one, for a skipped
 * hour the one after it.
 */
export function instantInRome(day: string, time: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  // Rome is one or two hours ahead of UTC.
  const found = [2, 1].map((hours) => wanted - hours * HOUR).find((at) => shownInRome(at) === wanted);
  return new Date(found ?? wanted - HOUR);
}
