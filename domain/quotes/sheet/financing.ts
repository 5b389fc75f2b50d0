import type { FinanceBasis } from '#domain/financials/loan.ts';
import { assess, type Offer } from '#domain/financials/offers.ts';
import type { Issue, Priced } from './priced.ts';
import type { FinancingChoice, PriceSheet, QuoteDraft } from '../schema.ts';

/**
 * What the conditions of a plan are checked against. A trade-in counts as deposit, less what is still owed on it: a
 * debt above its value reduces the deposit.
 */
export const basisOf = ({
  listTotal,
  keysInHand,
  deposit,
  tradeIn,
}: Pick<Priced, 'listTotal' | 'keysInHand' | 'deposit' | 'tradeIn'>): FinanceBasis => ({
  listTotal,
  keysInHand,
  upfront: deposit + tradeIn,
});

/** Cents that a plan may finance: a premium outside the plan is paid with the balance. */
export function leftOf(
  { insurances }: Pick<QuoteDraft, 'insurances'>,
  { balance, financed: amount, insurances: premiums }: Pick<Priced, 'balance' | 'financed' | 'insurances'>,
): number {
  const inPlan = new Set(insurances.filter((line) => line.inPlan).map(({ tariffId }) => tariffId));
  const beside = premiums.filter(({ tariffId }) => !inPlan.has(tariffId));
  return beside.reduce((left, { gross }) => left - gross, balance + amount);
}

/** Cents that a choice finances: what is `left` to pay if no amount was typed (rules.md §9, 4). */
export const amountOf = (choice: Pick<FinancingChoice, 'amount'> | null, left: number): number =>
  choice?.amount ?? Math.max(0, left);

/**
 * The cost of a choice on this sheet, and why its plan does not fit, at the fields under `path`. A plan that is no
 * longer offered finances nothing.
 *
 * @param left cents to pay without any financing
 */
export function financed(
  choice: FinancingChoice,
  path: string,
  { plans, params }: Pick<PriceSheet, 'plans' | 'params'>,
  { basis, left }: { basis: FinanceBasis; left: number },
): { amount: number; offer: Offer | null; issues: Issue[] } {
  const plan = plans.find(({ id }) => id === choice.planId);
  if (!plan) {
    const message = 'Il piano di finanziamento non è più disponibile e non è contato';
    return { amount: 0, offer: null, issues: [{ level: 'warning', path: `${path}.planId`, message }] };
  }
  const amount = amountOf(choice, left);
  const { offer, issues } = assess(plan, { ...choice, amount }, basis, params);
  const placed = issues.map((issue) => ({ ...issue, path: issue.path.replace(/^financing/, path) }));
  return { amount, offer, issues: placed };
}
