/**
 * The two ends of days that people enter. What is nearer, such as a receipt that is no older than its contract, is
 * checked against its record.
 */
import { addMonths } from './dates.ts';
import { day as written } from './italian.ts';

/** What a day is of, and how many years it may lie before and after today. */
export const daySpans = {
  /** What has happened: a birth, a first registration, and what its record holds narrower, as a receipt of a contract. */
  past: { back: 120, ahead: 0 },
  /** What the company did or was told, with no record from before: a purchase, an order, a bank's decision. */
  recent: { back: 20, ahead: 0 },
  /** What is to come, and may have passed when it is saved again: an appointment, an arrival, a delivery. */
  planned: { back: 20, ahead: 10 },
  /** From or until when something holds: an insurance, an identity document, a price, the end of a financing. */
  period: { back: 120, ahead: 100 },
} as const;
export type DaySpan = keyof typeof daySpans;

/** Why a day, `YYYY-MM-DD`, lies outside its span as seen on `today`, in Italian; null: it lies within. */
export function spanFault(span: DaySpan, day: string, today: string): string | null {
  const { back, ahead } = daySpans[span];
  if (ahead === 0 && day > today) return 'La data non può essere nel futuro';
  const [first, last] = [addMonths(today, -12 * back), addMonths(today, 12 * ahead)];
  return day < first || day > last ? `Inserire un giorno dal ${written(first)} al ${written(last)}` : null;
}

let today: string | null = null;

/**
 * Runs a check as on a day in Rome, by which days within it are compared. Without one, as in browsers and for what is
 * stored, only their form counts: nothing here reads the clock. `check` must not wait for anything.
 */
export function asOn<T>(day: string, check: () => T): T {
  const before = today;
  today = day;
  try {
    return check();
  } finally {
    today = before;
  }
}

/** The same as `spanFault`, on the day of `asOn`. */
export const spanFaultNow = (span: DaySpan, day: string): string | null =>
  today === null ? null : spanFault(span, day, today);
