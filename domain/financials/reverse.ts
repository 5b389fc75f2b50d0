/** From a wanted instalment back to what gives it: amount, deposit, duration or price (domain.md §1.2, §2.12, §5.1). */
import { round } from '../money.ts';
import { capitalOf } from './credit.ts';
import { balloonPercent, shapeOf, termOf, type Choice, type FinanceBasis } from './loan.ts';
import { assess } from './offers.ts';
import type { Plan, TaxParams } from './schema.ts';

/** A choice whose amount is what is looked for. */
export type Wanted = Omit<Choice, 'amount'>;

/** The offer for a choice that the plan takes. */
const taken = (plan: Plan, choice: Choice, basis: FinanceBasis, params: TaxParams) => {
  const { offer, issues } = assess(plan, choice, basis, params);
  return issues.some(({ level }) => level === 'error') ? null : offer;
};

/** The amount in cents that an instalment carries by the formula, before any limit of the plan: it may be too small or too large. */
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
 * "Voglio 300 € al mese": the amount in cents that gives the wanted instalment with the plan's duration, fee, protection and
 * balloon. Null when there is none that the plan takes: what comes back is never refused afterwards (domain.md §5.1).
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

/** What alone would give the wanted instalment; null where that way leads nowhere. */
export interface RollBack {
  /** The deposit in cents. */
  deposit: number | null;
  /** The shortest duration with no more than the wanted instalment. */
  months: number | null;
  /** What must come off the price, in cents; never negative. */
  discount: number | null;
}

/**
 * The ways from the present financing to a wanted instalment in cents: a larger deposit, a longer (or shorter) duration, a lower
 * price. `choice.amount` is what is financed now, `deposit` what is paid now.
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
