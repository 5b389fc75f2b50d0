import { percentOf } from '../money.ts';
import type { SettledChoice } from '../quotes/schema.ts';
import { protectionPremium, type Loan } from './credit.ts';
import { futureValueOf } from './future-value.ts';
import type { Plan } from './schema.ts';

/** What a plan needs to know of the quote, in cents: list price with options, keys-in-hand price, deposit and trade-in credit. */
export interface FinanceBasis {
  listTotal: number;
  keysInHand: number;
  upfront: number;
}

/** What of a choice its cost depends on; without kilometres or a balloon the plan's own are meant. */
export type Choice = Pick<SettledChoice, 'amount' | 'months' | 'protection'> &
  Partial<Pick<SettledChoice, 'kmPerYear' | 'balloon'>>;

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

/** The plan's own balloon in cents for a choice: the most that may be asked of it. */
export function ownBalloon(plan: Plan, choice: Choice, basis: FinanceBasis): number {
  const capital = choice.amount + plan.fee + premiumOf(plan, choice);
  const bases = { car_price: basis.listTotal, financing: capital, kih: basis.keysInHand };
  return plan.balloonBasis ? percentOf(bases[plan.balloonBasis], balloonPercent(plan, choice)) : 0;
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
