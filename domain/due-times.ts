/** When repeated work comes again, by the clocks of Rome. */
import { addDays, addMonths, dayInRome, instantInRome, mondayOf, week, type Weekday } from './dates.ts';

/** Each day, or on one day of each week or month. */
export interface Recurrence {
  /** Times of such a day, `HH:MM`. */
  at: readonly string[];
  weekday?: Weekday;
  /** 1 to 31: in a shorter month its last day. */
  monthday?: number;
}

/** The same minute of each hour from `first` to `last`. */
export const hourly = (first: number, last: number, minute: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, n) =>
    [first + n, minute].map((part) => String(part).padStart(2, '0')).join(':'),
  );

/** The days of a recurrence that come next, `today` or one before it among them. */
function daysAround({ weekday, monthday }: Recurrence, today: string): string[] {
  if (weekday) return [0, 7].map((days) => addDays(mondayOf(today), days + week.indexOf(weekday)));
  if (monthday === undefined) return [today, addDays(today, 1)];
  // Counted from a month of 31 days, each month has the day or ends on its last one.
  const [year, month] = today.split('-').map(Number) as [number, number];
  const passed = (year - 2000) * 12 + month - 1;
  return [0, 1].map((months) => addMonths(`2000-01-${String(monthday).padStart(2, '0')}`, passed + months));
}

/**
 * The first time of a recurrence after an instant. In the night that loses an hour its times come an hour later, in the one
 * that doubles it they come with the first: each once.
 */
export function nextTime(recurrence: Recurrence, after: Date): Date {
  const times = daysAround(recurrence, dayInRome(after)).flatMap((day) =>
    recurrence.at.map((time) => instantInRome(day, time).getTime()),
  );
  return new Date(Math.min(...times.filter((time) => time > after.getTime())));
}
