import type { Issue } from '../record/issue.ts';
import { money, number, rate } from '../italian.ts';
import { percentOf, round } from '../money.ts';
import { amortisation, amortisationSums } from './amortisation.ts';
import { instalmentOf, taeg, type Loan } from './credit.ts';
import { kmLimits } from './future-value.ts';
import { balloonLimits, loanOf, ownBalloon, premiumOf, termOf, type Choice, type FinanceBasis } from './loan.ts';
import type { Plan, TaxParams } from './schema.ts';
import { secondStepOf, type SecondStep } from './second-step.ts';

/** The cost of a loan with its optional protection; cents. */
interface Covered {
  capital: number;
  instalment: number;
  lastInstalment: number;
  totalDue: number;
}

/**
 * The cost of a financing plan for a given amount (rules.md §9, 5); amounts in cents, rates in percent. `amount`
 * is the total amount of the credit: what the dealer receives, without fees; with `creditCost` it makes `totalDue`.
 * These figures and the TAEG are of the loan without the optional protection.
 */
export interface Offer {
  planId: number;
  months: number;
  amount: number;
  /** The amount to be amortised: with financed fees. */
  capital: number;
  instalments: number;
  instalment: number;
  lastInstalment: number;
  balloon: number;
  interest: number;
  totalDue: number;
  creditCost: number;
  tan: number;
  taeg: number;
  /** The customer's monthly payment as chosen, protection included. */
  monthly: number;
  /** Premium of the protection; 0 without one. */
  protection: number;
  withProtection: Covered | null;
  /** What happens to the balloon, agreed from the beginning; null: no second step. */
  secondStep: Omit<SecondStep, 'rows'> | null;
}

/** The figures of one loan; cents. */
function costOf(plan: Plan, loan: Loan, params: TaxParams) {
  const rows = amortisation(plan, loan, params);
  const sums = amortisationSums(rows);
  const closing = loan.balloonMonth === loan.instalments ? loan.balloon : 0;
  return {
    rows,
    capital: loan.capital,
    instalment: instalmentOf(loan),
    lastInstalment: rows[loan.instalments - 1]!.instalment - closing,
    interest: sums.interest,
    totalDue: sums.total,
  };
}

function secondStep(plan: Plan, balloon: number): Offer['secondStep'] {
  const step = plan.secondStep && secondStepOf(balloon, plan.secondStep.tan, plan.secondStep.months);
  if (!step) return null;
  const { rows: _, ...figures } = step;
  return figures;
}

/**
 * The cost of a plan for an amount; null when it, or its loan without protection, cannot be computed. Total due, cost
 * of the credit and TAEG are of the loan without the optional protection and of the printed instalments, including the
 * adjusted last one; the protection is shown beside it (rules.md §9, 6).
 */
export function offerOf(plan: Plan, choice: Choice, basis: FinanceBasis, params: TaxParams): Offer | null {
  const loan = loanOf(plan, { ...choice, protection: false }, basis);
  const covered = loanOf(plan, choice, basis);
  if (!loan || !covered || instalmentOf(loan) <= 0) return null;
  const cost = costOf(plan, loan, params);
  const { rows, ...figures } = cost;
  const effective = taeg([-choice.amount, ...rows.map(({ total }) => total)]);
  if (effective === null) return null;
  const protection = premiumOf(plan, choice);
  const { rows: _, interest: __, ...withProtection } = protection > 0 ? costOf(plan, covered, params) : cost;
  return {
    ...figures,
    planId: plan.id,
    months: choice.months,
    amount: choice.amount,
    instalments: loan.instalments,
    balloon: loan.balloon,
    monthly: withProtection.instalment,
    protection,
    withProtection: protection > 0 ? withProtection : null,
    creditCost: cost.totalDue - choice.amount,
    tan: loan.tan,
    taeg: round(effective * 10_000) / 100,
    secondStep: secondStep(plan, loan.balloon),
  };
}

/** The monthly debit in words: the instalment and its collection fee (`376,34 € + 3,50 € d’incasso`). */
export const debitText = (monthly: number, { collectionFee }: Pick<Plan, 'collectionFee'>): string =>
  collectionFee > 0 ? `${money(monthly)} + ${money(collectionFee)} d’incasso` : money(monthly);

/** Minimum deposit in cents for a keys-in-hand price. */
export const minDeposit = (plan: Plan, keysInHand: number): number => percentOf(keysInHand, plan.minDepositPercent);

/**
 * The cost of a choice with its plan, and why it is not possible; the trade-in's credit counts as deposit. Without
 * errors there is always an offer: a plan that cannot be computed has an error that says why (rules.md §9, 7).
 */
export function assess(
  plan: Plan,
  choice: Choice,
  basis: FinanceBasis,
  params: TaxParams,
): { offer: Offer | null; issues: Issue[] } {
  const issues: Issue[] = [];
  const offer = offerOf(plan, choice, basis, params);
  const error = (path: string, message: string) =>
    issues.push({ level: 'error', path: `financing.${path}`, message: `${plan.name}: ${message}` });
  const { amount, months, balloon } = choice;
  if (!(amount > 0)) error('amount', 'non c’è niente da finanziare');
  else if (amount < plan.minAmount) error('amount', `l’importo minimo è ${money(plan.minAmount)}`);
  if (amount > plan.maxAmount) error('amount', `l’importo massimo è ${money(plan.maxAmount)}`);
  const deposit = minDeposit(plan, basis.keysInHand);
  if (basis.upfront < deposit) {
    const message = `${plan.name}: l’anticipo minimo, permuta compresa, è ${money(deposit)}`;
    issues.push({ level: 'error', path: 'deposit', message });
  }
  const most = plan.maxDepositPercent === null ? Infinity : percentOf(basis.keysInHand, plan.maxDepositPercent);
  if (basis.upfront > most) {
    const message = `${plan.name}: l’anticipo massimo, permuta compresa, è ${money(most)}`;
    issues.push({ level: 'error', path: 'deposit', message });
  }
  const own = termOf(plan, months) ? ownBalloon(plan, choice, basis) : 0;
  const limits = balloonLimits(plan, choice, basis);
  const typed = own > 0 ? (balloon ?? null) : null;
  const km = kmLimits(plan.futureValues, months);
  if (km && (choice.kmPerYear ?? 0) > km.most) error('kmPerYear', `al massimo ${number(km.most)} km all’anno`);
  if (plan.guaranteed && !km && termOf(plan, months))
    error('months', `nessun valore futuro in vigore per questa auto a ${months} mesi`);
  else if (!termOf(plan, months)) error('months', `durata di ${months} mesi non prevista`);
  else if (typed !== null && typed > limits.most) error('balloon', `al massimo ${money(limits.most)}`);
  else if (typed !== null && typed < limits.least) error('balloon', `almeno ${money(limits.least)}`);
  else if (amount > 0 && !loanOf(plan, { ...choice, protection: false }, basis))
    error('amount', 'l’importo è troppo basso per la maxirata di questa durata');
  else if (amount > 0 && issues.length === 0 && !offer)
    error(
      'amount',
      `le condizioni danno un TAEG oltre ${rate(500)} o una rata nulla: scegliere altro importo o durata`,
    );
  if (choice.protection && plan.protectionPercent === null)
    issues.push({
      level: 'warning',
      path: 'financing.protection',
      message: `${plan.name}: protezione del credito non prevista`,
    });
  return { offer, issues };
}

/** Every plan at the duration nearest to the wanted one, with its cost and why it does not fit. */
export function offersFor(
  { plans, params }: { plans: readonly Plan[]; params: TaxParams },
  choice: Choice,
  basis: FinanceBasis,
) {
  return plans.map((plan) => {
    const distance = (months: number) => Math.abs(months - choice.months);
    const nearest = plan.terms.reduce((best, term) => (distance(term.months) < distance(best.months) ? term : best));
    return { plan, ...assess(plan, { ...choice, months: nearest.months }, basis, params) };
  });
}
