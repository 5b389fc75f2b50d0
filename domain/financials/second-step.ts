/** What becomes of the final instalment of a plan in two steps (domain.md §2.12). */
import { instalmentOf, schedule, type ScheduleRow } from './credit.ts';

export interface SecondStep {
  months: number;
  /** Percent. */
  tan: number;
  /** What is paid back in it, cents: the balloon of the first step. */
  capital: number;
  /** Cents; the last one takes up what rounding left over. */
  instalment: number;
  lastInstalment: number;
  interest: number;
  totalDue: number;
  /** Amortisation, month by month from the first of the second step. */
  rows: ScheduleRow[];
}

/**
 * The second step of a plan: its balloon, in cents, paid back in equal instalments over `months` at `tan` percent. Fees and taxes
 * of the second step are no part of it. Null without a balloon or a duration.
 */
export function secondStepOf(balloon: number, tan: number, months: number): SecondStep | null {
  if (balloon <= 0 || months < 1) return null;
  const loan = { capital: balloon, tan, instalments: months, balloon: 0, balloonMonth: months };
  const rows = schedule(loan);
  const totalDue = rows.reduce((sum, { payment }) => sum + payment, 0);
  return {
    months,
    tan,
    capital: balloon,
    instalment: instalmentOf(loan),
    lastInstalment: rows.at(-1)!.payment,
    interest: totalDue - balloon,
    totalDue,
    rows,
  };
}
