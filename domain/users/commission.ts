import type { Fields } from '../record/fields.ts';
import { percentOf, round } from '../money.ts';

const amount = { kind: 'money', max: 10_000_00 } as const;
const ofMargin = { kind: 'percent', min: 0, max: 100, decimals: 2 } as const;

/**
 * A seller's commission from a day on (rules.md §11): a fixed amount and a share of the margin for each kind of
 * sale, and amounts for items sold beside the car.
 */
export const commissionFields = {
  from: { label: 'Dal', kind: 'day', span: 'planned', required: 'Inserire il primo giorno' },
  newFixed: { ...amount, label: 'Auto nuova' },
  newPercent: { ...ofMargin, label: '% margine II, nuovo' },
  usedFixed: { ...amount, label: 'Auto usata' },
  usedPercent: { ...ofMargin, label: '% margine II, usato' },
  b2bFixed: { ...amount, label: 'Auto B2B' },
  b2bPercent: { ...ofMargin, label: '% margine B2B' },
  financial: { ...amount, label: 'Finanziamento' },
  insurance: { ...amount, label: 'Polizza' },
  pickup: { ...amount, label: 'Permuta ritirata' },
} as const satisfies Fields;

/** A plan is in force from its day until the next one's; amounts in cents. */
export interface CommissionPlan {
  from: string;
  newFixed: number;
  newPercent: number;
  usedFixed: number;
  usedPercent: number;
  b2bFixed: number;
  b2bPercent: number;
  financial: number;
  insurance: number;
  pickup: number;
}

/** A sale of one car, or of several to a trader. The margin is margine II in cents; null: unknown. */
export interface Sale {
  kind: 'new' | 'used' | 'b2b';
  cars: number;
  margin: number | null;
  financed: boolean;
  insurances: number;
  /** Number of trade-ins, without cars for scrapping, which earn nothing. */
  barters: number;
}

/** Plans by the day from which they hold. */
export const byDay = (plans: readonly CommissionPlan[]): CommissionPlan[] =>
  plans.toSorted((a, b) => a.from.localeCompare(b.from));

/** The plan in force on a day; null when there was none yet. */
export const planOn = (plans: readonly CommissionPlan[], day: string): CommissionPlan | null =>
  byDay(plans.filter(({ from }) => from <= day)).at(-1) ?? null;

/**
 * The seller's commission on a sale by a plan, in cents (rules.md §11). A loss does not reduce the fixed part;
 * `open`: the share of an unknown margin is missing from the amount.
 */
export function commissionOf(plan: CommissionPlan, sale: Sale): { amount: number; open: boolean } {
  const { kind, cars, margin, financed, insurances, barters } = sale;
  const percent = plan[`${kind}Percent`];
  const amount =
    plan[`${kind}Fixed`] * cars +
    percentOf(Math.max(0, margin ?? 0), percent) +
    (financed ? plan.financial : 0) +
    plan.insurance * insurances +
    plan.pickup * barters;
  return { amount: round(amount), open: margin === null && percent > 0 };
}
