/** The second step of a plan: how its final instalment is paid back (rules.md §9). */
import { instalmentOf, schedule, type ScheduleRow } from './credit.ts';

export interface SecondStep {
  months: number;
  /** Percent. */
  tan: number;
  /** The amount to pay back, cents: the balloon of the first step. */
  capital: number;
  /** Cents; the last instalment contains the rounding differences. */
  instalment: number;
  lastInstalment: number;
  interest: number;
  totalDue: number;
  /** Amortisation, month by month from the first of the second step. */
  rows: ScheduleRow[];
}

/**
 * The second step of a plan: the balloon, in cents, paid back in equal instalments over `months` at `tan` percent,
 * without fees and taxes. Null without a balloon or a duration.
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
