/** Repeated events by the clocks of Rome: they keep their time of day when the clock changes. */
import { addDays, addMonths, instantInRome, mondayOf, week, weekdayOf, type Weekday } from './dates.ts';

/** The most occurrences of a series. */
export const MOST_TIMES = 180;
/** Greatest number of days, weeks or months from one to the next. */
export const MOST_INTERVAL = 99;

export interface Recurrence {
  every: 'day' | 'week' | 'month';
  /** Every how many days, weeks (from Monday) or months. */
  interval: number;
  /** Days of a weekly series; none: the weekday of its first day. */
  weekdays: readonly Weekday[];
  /** Last possible day, or null. */
  until: string | null;
  /** How many times at most, those left out included; null: until its last day, never more than `MOST_TIMES`. */
  times: number | null;
  /** Days that are left out. */
  except: readonly string[];
}

/** The days of one round: one, or the chosen weekdays of a week. */
function round(first: string, { every, interval, weekdays }: Recurrence, at: number): string[] {
  if (every === 'day') return [addDays(first, at * interval)];
  if (every === 'month') return [addMonths(first, at * interval)];
  const monday = addDays(mondayOf(first), at * interval * 7);
  const chosen = weekdays.length > 0 ? weekdays : [weekdayOf(first)];
  return week.flatMap((name, days) => (chosen.includes(name) ? [addDays(monday, days)] : []));
}

/**
 * The days of a series that begins on the day `first`, in order. A first day that the rule does not name is not among
 * them.
 */
export function daysOf(first: string, rule: Recurrence): string[] {
  const most = Math.min(rule.times ?? MOST_TIMES, MOST_TIMES);
  const days: string[] = [];
  for (let at = 0; days.length < most; at += 1) {
    const next = round(first, rule, at).filter((day) => day >= first);
    days.push(...next.filter((day) => rule.until === null || day <= rule.until));
    if (rule.until !== null && next.some((day) => day > rule.until!)) break;
  }
  return days.slice(0, most).filter((day) => !rule.except.includes(day));
}

/** The instants of a series at a time of the day (`HH:MM`): a skipped one comes an hour later, a repeated one once. */
export const instantsOf = (first: string, time: string, rule: Recurrence): Date[] =>
  daysOf(first, rule).map((day) => instantInRome(day, time));
