import { percentOf } from '../money.ts';
import { protectionPremium, type Loan } from './credit.ts';
import { futureValueOf } from './future-value.ts';
import type { Plan } from './schema.ts';

/**
 * The amounts of the quote that a plan needs, in cents: list price with options, keys-in-hand price, deposit and
 * trade-in credit.
 */
export interface FinanceBasis {
  listTotal: number;
  keysInHand: number;
  upfront: number;
}

/** The basis for a car at this price in cents, paid by deposit and loan. */
export const basisOfPrice = (price: number, deposit: number): FinanceBasis => ({
  listTotal: price,
  keysInHand: price,
  upfront: deposit,
});

/** The parts of a choice that decide its cost, in cents and months; without mileage or balloon the plan's own apply. */
export interface Choice {
  amount: number;
  months: number;
  protection: boolean;
  kmPerYear?: number | null;
  balloon?: number | null;
}

export const termOf = (plan: Plan, months: number) => plan.terms.find((term) => term.months === months);

/** Premium of the optional credit protection in cents, which is financed too. */
export const premiumOf = (plan: Plan, { amount, months, protection }: Choice) =>
  protection && plan.protectionPercent ? protectionPremium(amount + plan.fee, plan.protectionPercent, months) : 0;

/**
 * Number of equal instalments and month of the balloon: with a balloon, all months but the last have an equal
 * instalment.
 */
export const shapeOf = (months: number, balloon: boolean) => ({
  instalments: balloon ? months - 1 : months,
  balloonMonth: months,
});

/**
 * The plan's own balloon in percent of the basis: from its table by yearly mileage if it has one, else from the
 * duration.
 */
export function balloonPercent(plan: Plan, { months, kmPerYear }: Pick<Choice, 'months' | 'kmPerYear'>): number {
  if (!plan.balloonBasis) return 0;
  const row = futureValueOf(plan.futureValues, months, kmPerYear ?? 0);
  return row?.percent ?? termOf(plan, months)?.balloonPercent ?? 0;
}

/** The amount in cents that the balloon is a percentage of; 0 without one. */
export function balloonBasis(plan: Plan, choice: Choice, { listTotal, keysInHand }: FinanceBasis): number {
  const capital = choice.amount + plan.fee + premiumOf(plan, choice);
  const bases = { car_price: listTotal, financing: capital, kih: keysInHand };
  return plan.balloonBasis ? bases[plan.balloonBasis] : 0;
}

/** The plan's own balloon for a choice, in cents. */
export const ownBalloon = (plan: Plan, choice: Choice, basis: FinanceBasis): number =>
  percentOf(balloonBasis(plan, choice, basis), balloonPercent(plan, choice));

/** The limits of a typed balloon, in cents. A value that the maker guarantees never exceeds its table. */
export function balloonLimits(plan: Plan, choice: Choice, basis: FinanceBasis): { least: number; most: number } {
  const own = ownBalloon(plan, choice, basis);
  const whole = balloonBasis(plan, choice, basis);
  const most = plan.maxBalloonPercent === null ? own : percentOf(whole, plan.maxBalloonPercent);
  return {
    least: Math.min(own, percentOf(whole, plan.minBalloonPercent ?? 0)),
    most: plan.type === 'tcm' ? Math.min(own, most) : Math.max(own, most),
  };
}

/**
 * The loan of a choice, in cents: the amount for the dealer, the opening fee and the credit protection make the
 * capital. Null when the plan lacks the duration, or the balloon leaves nothing for the instalments (rules.md §9).
 */
export function loanOf(plan: Plan, choice: Choice, basis: FinanceBasis): Loan | null {
  const term = termOf(plan, choice.months);
  if (!term || !(choice.amount > 0)) return null;
  const capital = choice.amount + plan.fee + premiumOf(plan, choice);
  const own = ownBalloon(plan, choice, basis);
  const balloon = own > 0 ? (choice.balloon ?? own) : 0;
  const loan = { capital, tan: term.tan, balloon, ...shapeOf(choice.months, balloon > 0) };
  return balloon < capital && loan.instalments > 0 ? loan : null;
}
