import { schedule, substituteTax, type Loan, type ScheduleRow } from './credit.ts';
import type { Plan, TaxParams } from './schema.ts';
import { secondStepOf } from './second-step.ts';

/** Stamp duty is due on a communication when the balance exceeds this amount in cents (rules.md §9). */
const STAMPED_BALANCE = 7_747;
/** The substitute tax applies only to loans longer than this many months (rules.md §9). */
const SUBSTITUTE_TAX_MONTHS = 18;

/** Whether the loan bears the substitute tax instead of stamp duty. */
export const isSubstituted = ({ taxMode }: Pick<Plan, 'taxMode'>, months: number): boolean =>
  taxMode === 'substitute' && months > SUBSTITUTE_TAX_MONTHS;

/** One month of the plan in cents: `total` is the customer's payment, the instalment with fees and taxes. */
export interface AmortisationRow {
  month: number;
  instalment: number;
  interest: number;
  principal: number;
  /** Fees for collection and the yearly communication, substitute tax or stamp duty. */
  charges: number;
  total: number;
  residual: number;
}

type Sums = Pick<AmortisationRow, 'instalment' | 'interest' | 'principal' | 'charges' | 'total'>;

/**
 * The whole plan month by month; its sum equals the offer's total due (rules.md §9, 5). The last instalment contains
 * the rounding differences.
 */
export function amortisation(plan: Plan, loan: Loan, params: TaxParams): AmortisationRow[] {
  const months = loan.balloonMonth;
  const substituted = isSubstituted(plan, months);
  return schedule(loan).map(({ month, payment, interest, principal, residual }) => {
    const yearly = month % 12 === 0;
    const stamped = yearly && !substituted && month < months && residual > STAMPED_BALANCE;
    const opening = substituted ? substituteTax(loan.capital, params.substituteTaxPercent) : params.contractStamp;
    const charges =
      plan.collectionFee +
      (yearly ? plan.yearlyFee : 0) +
      (stamped ? params.communicationStamp : 0) +
      (month === 1 ? opening : 0);
    return { month, instalment: payment, interest, principal, charges, total: payment + charges, residual };
  });
}

/** A schedule without fees on its instalments. */
export const withoutCharges = (rows: readonly ScheduleRow[]): AmortisationRow[] =>
  rows.map(({ payment, ...row }) => ({ ...row, instalment: payment, charges: 0, total: payment }));

/** The sum of each column of a plan, in cents. */
export function amortisationSums(rows: readonly AmortisationRow[]): Sums {
  const of = (key: keyof Sums) => rows.reduce((sum, row) => sum + row[key], 0);
  return {
    instalment: of('instalment'),
    interest: of('interest'),
    principal: of('principal'),
    charges: of('charges'),
    total: of('total'),
  };
}

/**
 * The second step of a plan month by month, for the balloon of the first step in cents; null when the plan has one
 * step.
 */
export function secondAmortisation(
  { secondStep }: Pick<Plan, 'secondStep'>,
  balloon: number,
): AmortisationRow[] | null {
  const step = secondStep && secondStepOf(balloon, secondStep.tan, secondStep.months);
  return step && withoutCharges(step.rows);
}
