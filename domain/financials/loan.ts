import { percentOf } from '../money.ts';
import { protectionPremium, type Loan } from './credit.ts';
import { futureValueOf } from './future-value.ts';
import type { Plan } from './schema.ts';

/** What a plan needs to know of the quote, in cents: list price with options, keys-in-hand price, deposit and trade-in credit. */
export interface FinanceBasis {
  listTotal: number;
  keysInHand: number;
  upfront: number;
}

/** Of a car alone at its price in cents, paid with a deposit and a loan of the rest. */
export const basisOfPrice = (price: number, deposit: number): FinanceBasis => ({
  listTotal: price,
  keysInHand: price,
  upfront: deposit,
});

/** What of a choice its cost depends on, in cents and months; without kilometres or a balloon the plan's own are meant. */
export interface Choice {
  amount: number;
  months: number;
  protection: boolean;
  kmPerYear?: number | null;
  balloon?: number | null;
}

export const termOf = (plan: Plan, months: number) => plan.terms.find((term) => term.months === months);

/** Premium in cents of the optional credit protection, which is financed with the rest. */
export const premiumOf = (plan: Plan, { amount, months, protection }: Choice) =>
  protection && plan.protectionPercent ? protectionPremium(amount + plan.fee, plan.protectionPercent, months) : 0;

/** Months with an equal instalment: with a balloon, all but the last. */
export const shapeOf = (months: number, balloon: boolean) => ({
  instalments: balloon ? months - 1 : months,
  balloonMonth: months,
});

/** Percent of the basis that the plan's own balloon is: of its table where it has one, by kilometres a year; else of the duration. */
export function balloonPercent(plan: Plan, { months, kmPerYear }: Pick<Choice, 'months' | 'kmPerYear'>): number {
  if (!plan.balloonBasis) return 0;
  const row = futureValueOf(plan.futureValues, months, kmPerYear ?? 0);
  return row?.percent ?? termOf(plan, months)?.balloonPercent ?? 0;
}

/** Cents that the plan's balloon is a percentage of; 0 where it has none. */
export function balloonBasis(plan: Plan, choice: Choice, { listTotal, keysInHand }: FinanceBasis): number {
  const capital = choice.amount + plan.fee + premiumOf(plan, choice);
  const bases = { car_price: listTotal, financing: capital, kih: keysInHand };
  return plan.balloonBasis ? bases[plan.balloonBasis] : 0;
}

/** The plan's own balloon in cents for a choice. */
export const ownBalloon = (plan: Plan, choice: Choice, basis: FinanceBasis): number =>
  percentOf(balloonBasis(plan, choice, basis), balloonPercent(plan, choice));

/** What may be typed instead of it, in cents. What the maker guarantees is never more than its table says. */
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
 * The loan behind a choice, in cents: amount to the dealer, opening fee and credit protection make the capital. Null when the
 * plan does not offer the duration or the balloon leaves nothing to pay back in instalments (domain.md §2.12).
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
