import { basisOfPrice } from './loan.ts';
import { assess } from './offers.ts';
import { carriedAmount } from './reverse.ts';
import type { Plan, TaxParams } from './schema.ts';

/** What a monthly instalment and a deposit can buy: the plan with its duration, and the highest price in cents. */
export interface Budget {
  plan: Plan;
  months: number;
  price: number;
}

/**
 * The classic loan that buys most for an instalment and a deposit in cents, each plan at its longest duration and
 * within its limits. Null when none is possible. It is an indication: the price is the list price, without further
 * costs (rules.md §9, 2).
 */
export function budgetFor(plans: readonly Plan[], wanted: number, deposit: number): Budget | null {
  const budgets = plans
    .filter(({ type }) => type === 'loan')
    .flatMap((plan): Budget[] => {
      const months = Math.max(...plan.terms.map((term) => term.months));
      const amount = carriedAmount(wanted, plan, { months, protection: false }, basisOfPrice(0, deposit));
      if (amount === null || amount < plan.minAmount) return [];
      const most = plan.minDepositPercent > 0 ? Math.floor((deposit * 100) / plan.minDepositPercent) : Infinity;
      const price = Math.min(Math.min(amount, plan.maxAmount) + deposit, most);
      const tooMuch = plan.maxDepositPercent !== null && deposit * 100 > price * plan.maxDepositPercent;
      return tooMuch || price - deposit < plan.minAmount ? [] : [{ plan, months, price }];
    });
  return budgets.reduce<Budget | null>((best, one) => (best && best.price >= one.price ? best : one), null);
}

/** The plan's monthly instalment in cents, and its TAEG, for a car at a price; null when the plan does not allow it. */
export function monthlyOf({ plan, months }: Budget, price: number, deposit: number, params: TaxParams) {
  const choice = { months, amount: price - deposit, protection: false };
  const basis = basisOfPrice(price, deposit);
  if (choice.amount <= 0) return null;
  const { offer, issues } = assess(plan, choice, basis, params);
  if (issues.length > 0) return null;
  return offer && { instalment: offer.instalment, taeg: offer.taeg };
}
