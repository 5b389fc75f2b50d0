import { schedule, substituteTax, type Loan, type ScheduleRow } from './credit.ts';
import type { Plan, TaxParams } from './schema.ts';
import { secondStepOf } from './second-step.ts';

/** A communication bears a stamp above this balance in cents (domain.md §2.12). */
const STAMPED_BALANCE = 7_747;
/** The substitute tax is for loans longer than this (domain.md §2.12). */
const SUBSTITUTE_TAX_MONTHS = 18;

/** Does the loan bear the substitute tax instead of the stamps? */
export const isSubstituted = ({ taxMode }: Pick<Plan, 'taxMode'>, months: number): boolean =>
  taxMode === 'substitute' && months > SUBSTITUTE_TAX_MONTHS;

/** One month of the plan in cents: `total` is what the customer pays, instalment with fees and taxes. */
export interface AmortisationRow {
  month: number;
  instalment: number;
  interest: number;
  principal: number;
  /** Collection of the instalment, yearly communication, substitute tax or stamps. */
  charges: number;
  total: number;
  residual: number;
}

type Sums = Pick<AmortisationRow, 'instalment' | 'interest' | 'principal' | 'charges' | 'total'>;

/**
 * The whole plan month by month: what a customer adds up is what the offer says is due in total (domain.md §5.1). The last
 * instalment takes up the cents that rounding left over.
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

/** A schedule whose instalments bear no fees. */
export const withoutCharges = (rows: readonly ScheduleRow[]): AmortisationRow[] =>
  rows.map(({ payment, ...row }) => ({ ...row, instalment: payment, charges: 0, total: payment }));

/** What each column of a plan adds up to, in cents. */
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

/** The second step of a plan month by month, for the balloon of its first in cents; null where it has none. */
export function secondAmortisation(
  { secondStep }: Pick<Plan, 'secondStep'>,
  balloon: number,
): AmortisationRow[] | null {
  const step = secondStep && secondStepOf(balloon, secondStep.tan, secondStep.months);
  return step && withoutCharges(step.rows);
}
