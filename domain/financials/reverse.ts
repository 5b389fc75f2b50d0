/** From a wanted instalment to the amount, deposit, duration or price that gives it (rules.md §9, 2 and 7). */
import { round } from '../money.ts';
import { capitalOf } from './credit.ts';
import { balloonPercent, shapeOf, termOf, type Choice, type FinanceBasis } from './loan.ts';
import { assess } from './offers.ts';
import type { Plan, TaxParams } from './schema.ts';

/** A choice whose amount is to be found. */
export type Wanted = Omit<Choice, 'amount'>;

/** The offer for a choice that the plan allows; null if it does not. */
const taken = (plan: Plan, choice: Choice, basis: FinanceBasis, params: TaxParams) => {
  const { offer, issues } = assess(plan, choice, basis, params);
  return issues.some(({ level }) => level === 'error') ? null : offer;
};

/** The amount in cents for an instalment by the formula, before the plan's limits: it may be too small or too large. */
export function carriedAmount(
  instalment: number,
  plan: Plan,
  { months, protection, kmPerYear, balloon }: Wanted,
  basis: FinanceBasis,
) {
  const term = termOf(plan, months);
  if (!term || !(instalment > 0)) return null;
  const percent = balloonPercent(plan, { months, kmPerYear });
  const shape = { tan: term.tan, ...shapeOf(months, percent > 0) };
  const free = percent > 0 && (balloon ?? null) === null;
  const ofCapital = free && plan.balloonBasis === 'financing';
  const listed = plan.balloonBasis === 'kih' ? basis.keysInHand : basis.listTotal;
  const fixed = free ? round((listed * (ofCapital ? 0 : percent)) / 100) : percent > 0 ? balloon! : 0;
  const capital = capitalOf(instalment, shape, { fixed, share: ofCapital ? percent / 100 : 0 });
  const premiumShare = protection ? ((plan.protectionPercent ?? 0) * months) / 100 : 0;
  const amount = round(capital / (1 + premiumShare)) - plan.fee;
  return Number.isFinite(amount) ? amount : null;
}

/**
 * "Voglio 300 € al mese": the amount in cents that gives the wanted instalment with the plan's duration, fee,
 * protection and balloon. Null when the plan allows none; a returned amount always passes `assess` (rules.md §9, 7).
 */
export function amountForInstalment(
  instalment: number,
  plan: Plan,
  wanted: Wanted,
  basis: FinanceBasis,
  params: TaxParams,
): number | null {
  const amount = carriedAmount(instalment, plan, wanted, basis);
  return amount !== null && taken(plan, { ...wanted, amount }, basis, params) ? amount : null;
}

/** Single changes that each give the wanted instalment; null when that change cannot. */
export interface RollBack {
  /** The deposit in cents. */
  deposit: number | null;
  /** The shortest duration with at most the wanted instalment. */
  months: number | null;
  /** The discount on the price, in cents; never negative. */
  discount: number | null;
}

/**
 * The ways from the present financing to a wanted instalment in cents: a larger deposit, another duration, a lower
 * price. `choice.amount` is the present financed amount, `deposit` the present deposit.
 */
export function rollBack(
  instalment: number,
  plan: Plan,
  { choice, deposit }: { choice: Choice; deposit: number },
  basis: FinanceBasis,
  params: TaxParams,
): RollBack {
  const amount = carriedAmount(instalment, plan, choice, basis);
  const change = amount === null ? 0 : choice.amount - amount;
  const paid = { ...basis, upfront: basis.upfront + change };
  const fits = amount !== null && taken(plan, { ...choice, amount }, paid, params) !== null;
  const months = plan.terms
    .map((term) => term.months)
    .toSorted((a, b) => a - b)
    .find((each) => {
      const offer = taken(plan, { ...choice, months: each }, basis, params);
      return offer !== null && offer.monthly <= instalment;
    });
  const cheaper = { ...basis, keysInHand: basis.keysInHand - change };
  const less = amount !== null && change >= 0 && cheaper.keysInHand > 0 && plan.balloonBasis !== 'kih';
  return {
    deposit: fits && deposit + change >= 0 ? deposit + change : null,
    months: months ?? null,
    discount: less && taken(plan, { ...choice, amount: amount! }, cheaper, params) ? change : null,
  };
}
