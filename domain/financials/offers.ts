import { euro, percentOf, round } from '../money.ts';
import type { Issue, Offer } from '../quotes/pricing.ts';
import type { FinancingChoice, PriceSheet, QuoteParams } from '../quotes/schema.ts';
import {
  capitalOf,
  instalmentOf,
  lastInstalment,
  protectionPremium,
  residualAfter,
  substituteTax,
  taeg,
  type Loan,
} from './credit.ts';
import type { Plan } from './schema.ts';

/** What a plan needs to know of the quote, in cents: list price with options, keys-in-hand price, deposit and trade-in credit. */
export interface FinanceBasis {
  listTotal: number;
  keysInHand: number;
  upfront: number;
}

type Choice = Omit<FinancingChoice, 'planId'>;
export type TaxParams = Pick<QuoteParams, 'substituteTaxPercent' | 'contractStamp' | 'communicationStamp'>;

/** A communication bears a stamp above this balance in cents (domain.md §2.12). */
const STAMPED_BALANCE = 7_747;
/** The substitute tax is for loans longer than this (domain.md §2.12). */
const SUBSTITUTE_TAX_MONTHS = 18;

const termOf = (plan: Plan, months: number) => plan.terms.find((term) => term.months === months);
const premiumOf = (plan: Plan, { amount, months, protection }: Choice) =>
  protection && plan.protectionPercent ? protectionPremium(amount + plan.fee, plan.protectionPercent, months) : 0;

/** Months with an equal instalment: with a balloon, all but the last. */
const shapeOf = (months: number, balloon: boolean) => ({
  instalments: balloon ? months - 1 : months,
  balloonMonth: months,
});

/**
 * The loan behind a choice, in cents: amount to the dealer, opening fee and credit protection make the capital. Null when the
 * plan does not offer the duration or the balloon leaves nothing to pay back in instalments.
 */
export function loanOf(plan: Plan, choice: Choice, basis: FinanceBasis): Loan | null {
  const term = termOf(plan, choice.months);
  if (!term) return null;
  const capital = choice.amount + plan.fee + premiumOf(plan, choice);
  const bases = { car_price: basis.listTotal, financing: capital, kih: basis.keysInHand };
  const balloon = plan.balloonBasis ? percentOf(bases[plan.balloonBasis], term.balloonPercent ?? 0) : 0;
  const loan = { capital, tan: term.tan, balloon, ...shapeOf(choice.months, balloon > 0) };
  return capital > 0 && balloon < capital && loan.instalments > 0 ? loan : null;
}

/** What the customer pays in each month, in cents; month 0 is what the dealer gets for him. Nominal instalments. */
function flowsOf(plan: Plan, loan: Loan, amount: number, params: TaxParams): number[] {
  const months = loan.balloonMonth;
  const substitute = plan.taxMode === 'substitute' && months > SUBSTITUTE_TAX_MONTHS;
  const instalment = instalmentOf(loan);
  const flows = [-amount];
  for (let month = 1; month <= months; month++) {
    flows[month] = plan.collectionFee + (month <= loan.instalments ? instalment : 0);
    if (month % 12 !== 0) continue;
    const stamped = !substitute && month < months && residualAfter(loan, month) > STAMPED_BALANCE;
    flows[month]! += plan.yearlyFee + (stamped ? params.communicationStamp : 0);
  }
  flows[1]! += substitute ? substituteTax(loan.capital, params.substituteTaxPercent) : params.contractStamp;
  flows[months]! += loan.balloon;
  return flows;
}

/**
 * What a plan costs for an amount, or null when it cannot be computed. Totals and TAEG count the instalments at their nominal
 * value, as offers are printed: the cents that the last one takes up show in `lastInstalment` and in `schedule` only. The
 * optional protection is disclosed but stays out of cost of credit and TAEG (domain.md §2.12).
 */
export function offerOf(plan: Plan, choice: Choice, basis: FinanceBasis, params: TaxParams): Offer | null {
  const loan = loanOf(plan, choice, basis);
  const bare = loanOf(plan, { ...choice, protection: false }, basis);
  if (!loan || !bare) return null;
  const rate = taeg(flowsOf(plan, bare, choice.amount, params));
  const instalment = instalmentOf(loan);
  if (rate === null || instalment <= 0) return null;
  const protection = premiumOf(plan, choice);
  const totalDue = flowsOf(plan, loan, 0, params).reduce((sum, flow) => sum + flow, 0);
  return {
    planId: plan.id,
    months: choice.months,
    amount: choice.amount,
    capital: loan.capital,
    instalments: loan.instalments,
    instalment,
    lastInstalment: lastInstalment(loan),
    balloon: loan.balloon,
    interest: instalment * loan.instalments + loan.balloon - loan.capital,
    protection,
    totalDue,
    creditCost: totalDue - choice.amount - protection,
    tan: loan.tan,
    taeg: round(rate * 10_000) / 100,
  };
}

/** Minimum deposit in cents for a keys-in-hand price. */
export const minDeposit = (plan: Plan, keysInHand: number): number => percentOf(keysInHand, plan.minDepositPercent);

/** Why a choice breaks the limits of its plan; the trade-in's credit counts as deposit. Empty: the plan fits. */
export function planIssues(plan: Plan, choice: Choice, basis: FinanceBasis): Issue[] {
  const issues: Issue[] = [];
  const error = (path: string, message: string) => issues.push({ level: 'error', path, message });
  if (choice.amount < plan.minAmount)
    error('financing.amount', `${plan.name}: l'importo minimo è ${euro(plan.minAmount)}`);
  if (choice.amount > plan.maxAmount)
    error('financing.amount', `${plan.name}: l'importo massimo è ${euro(plan.maxAmount)}`);
  const deposit = minDeposit(plan, basis.keysInHand);
  if (basis.upfront < deposit)
    error('deposit', `${plan.name}: l'anticipo minimo, permuta compresa, è ${euro(deposit)}`);
  if (!termOf(plan, choice.months))
    error('financing.months', `${plan.name}: durata di ${choice.months} mesi non prevista`);
  else if (!loanOf(plan, choice, basis))
    error('financing.amount', `${plan.name}: l'importo è troppo basso per la maxirata di questa durata`);
  if (choice.protection && plan.protectionPercent === null)
    issues.push({
      level: 'warning',
      path: 'financing.protection',
      message: `${plan.name}: protezione del credito non prevista`,
    });
  return issues;
}

/** Every plan of the sheet at the duration nearest to the wanted one, with its cost and what keeps it from fitting. */
export function offersFor(sheet: Pick<PriceSheet, 'plans' | 'params'>, choice: Choice, basis: FinanceBasis) {
  return sheet.plans.map((plan) => {
    const distance = (months: number) => Math.abs(months - choice.months);
    const nearest = plan.terms.reduce((best, term) => (distance(term.months) < distance(best.months) ? term : best));
    const own = { ...choice, months: nearest.months };
    return { plan, offer: offerOf(plan, own, basis, sheet.params), issues: planIssues(plan, own, basis) };
  });
}

/**
 * "Voglio 300 € al mese": the amount in cents that gives the wanted instalment, before the plan's limits (`planIssues`). Fee,
 * protection and the basis of the balloon are taken into account. Null when there is none.
 */
export function amountForInstalment(
  wanted: number,
  plan: Plan,
  { months, protection }: Omit<Choice, 'amount'>,
  basis: FinanceBasis,
): number | null {
  const term = termOf(plan, months);
  if (!term) return null;
  const percent = (plan.balloonBasis && term.balloonPercent) || 0;
  const shape = { tan: term.tan, ...shapeOf(months, percent > 0) };
  const ofCapital = plan.balloonBasis === 'financing';
  const fixed = percentOf(plan.balloonBasis === 'kih' ? basis.keysInHand : basis.listTotal, ofCapital ? 0 : percent);
  const capital = capitalOf(wanted, shape, { fixed, share: ofCapital ? percent / 100 : 0 });
  const premiumShare = protection ? ((plan.protectionPercent ?? 0) * months) / 100 : 0;
  const amount = round(capital / (1 + premiumShare)) - plan.fee;
  return wanted > 0 && Number.isFinite(capital) && amount > 0 && loanOf(plan, { months, protection, amount }, basis)
    ? amount
    : null;
}
