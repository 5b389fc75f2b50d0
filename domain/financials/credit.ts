import { round } from '../money.ts';

/**
 * A loan with equal monthly instalments and, when `balloon` is not 0, a final payment in month `balloonMonth`. Cents,
 * TAN in percent.
 */
export interface Loan {
  capital: number;
  tan: number;
  /** Number of equal instalments, in months 1, 2, … */
  instalments: number;
  balloon: number;
  /** The month of the last instalment, or the following one. */
  balloonMonth: number;
}

const monthly = (tan: number) => tan / 1200;
/** (1 + i)^n − 1, exact also for the smallest rates. */
const growthLess1 = (i: number, n: number) => Math.expm1(n * Math.log1p(i));
/** The present value of one euro a month for `count` months. */
const annuity = (i: number, count: number) => (i === 0 ? count : -growthLess1(i, -count) / i);

/** The equal instalment in cents: (K − B·(1+i)^−m)·i / (1 − (1+i)^−n), K/n at zero TAN (rules.md §9). */
export function instalmentOf({ capital, tan, instalments, balloon, balloonMonth }: Loan): number {
  const i = monthly(tan);
  return round((capital - balloon * (1 + i) ** -balloonMonth) / annuity(i, instalments));
}

/**
 * The capital in cents, not rounded, for a wanted instalment: the inverse of the formula above. The balloon is `fixed`
 * cents plus `share` (0–1) of the capital.
 */
export function capitalOf(
  instalment: number,
  { tan, instalments, balloonMonth }: Omit<Loan, 'capital' | 'balloon'>,
  balloon: { fixed: number; share: number },
): number {
  const i = monthly(tan);
  const discount = (1 + i) ** -balloonMonth;
  return (instalment * annuity(i, instalments) + balloon.fixed * discount) / (1 - balloon.share * discount);
}

/** The effective yearly rate of a TAN, in percent: 6.95 → 7.18. */
export const effectiveRate = (tan: number): number => growthLess1(monthly(tan), 12) * 100;

export interface ScheduleRow {
  month: number;
  payment: number;
  interest: number;
  principal: number;
  residual: number;
}

/**
 * French amortisation in cents. Interest is rounded month by month; the last equal instalment contains the rounding
 * differences, and the balloon stays as agreed. The principals sum to the capital, and the last residual is 0.
 */
export function schedule(loan: Loan): ScheduleRow[] {
  const i = monthly(loan.tan);
  const payment = instalmentOf(loan);
  const after = loan.balloon > 0 && loan.balloonMonth > loan.instalments;
  /** The debt after the last equal instalment, so that the balloon closes the loan. */
  const target = after ? round(loan.balloon * (1 + i) ** (loan.instalments - loan.balloonMonth)) : loan.balloon;
  const rows: ScheduleRow[] = [];
  let residual = loan.capital;
  for (let month = 1; month <= loan.instalments; month++) {
    const interest = round(residual * i);
    const last = month === loan.instalments;
    const principal = last ? residual - target : payment - interest;
    residual -= principal;
    rows.push({ month, payment: principal + interest, interest, principal, residual });
  }
  if (loan.balloon === 0) return rows;
  const closing = { interest: loan.balloon - target, principal: target, residual: 0 };
  if (after) return [...rows, { month: loan.balloonMonth, payment: loan.balloon, ...closing }];
  const last = rows.at(-1)!;
  last.payment += loan.balloon;
  last.principal += loan.balloon;
  last.residual = 0;
  return rows;
}

/** The last equal instalment in cents, with the rounding differences and without the balloon. */
export function lastInstalment(loan: Loan): number {
  const row = schedule(loan)[loan.instalments - 1]!;
  return row.payment - (loan.balloonMonth === loan.instalments ? loan.balloon : 0);
}

/** The debt in cents, not rounded, after `month` equal instalments. */
export function residualAfter(loan: Loan, month: number): number {
  const i = monthly(loan.tan);
  const growth = growthLess1(i, month);
  const paid = i === 0 ? month : growth / i;
  return loan.capital * (1 + growth) - instalmentOf(loan) * paid;
}

/**
 * Annual percentage rate as a fraction (0.0857); null when it lies outside −50 % … +500 %. `flows[k]` is what the
 * customer pays in month k, less what the customer receives; a month is 1/12 of a year. Bisection to 1e-10 (rules.md §9).
 */
export function taeg(flows: readonly number[]): number | null {
  const worth = (rate: number) => {
    const factor = (1 + rate) ** (-1 / 12);
    let sum = 0;
    for (let k = flows.length - 1; k >= 0; k--) sum = sum * factor + flows[k]!;
    return sum;
  };
  let low = -0.5;
  let high = 5;
  if (!(worth(low) >= 0 && worth(high) <= 0)) return null;
  while (high - low > 1e-10) {
    const middle = (low + high) / 2;
    if (worth(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Substitute tax in cents on the capital; it may replace stamp duty only above 18 months (rules.md §9). */
export const substituteTax = (capital: number, percent: number): number => round((capital * percent) / 100);

/** Premium of the credit protection in cents: percent of the capital for each month, paid once and financed. */
export const protectionPremium = (capital: number, percentPerMonth: number, months: number): number =>
  round((capital * percentPerMonth * months) / 100);
