import type { Fields } from '../fields.ts';
import { percentOf, round } from '../money.ts';

const amount = { kind: 'money', max: 10_000_00 } as const;
const ofMargin = { kind: 'percent', min: 0, max: 100, decimals: 2 } as const;

/** What a seller earns from a day on (domain.md §2.15): a fixed amount and a part of the margin by what is sold, and what is sold beside it. */
export const commissionFields = {
  from: { label: 'Dal', kind: 'day', required: 'Inserire il primo giorno' },
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

/** In force from its day to the next one's; amounts in cents. */
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

/** What was sold: one car, or some to a trader. The margin is margine II in cents; null: nobody knows it. */
export interface Sale {
  kind: 'new' | 'used' | 'b2b';
  cars: number;
  margin: number | null;
  financed: boolean;
  insurances: number;
  /** Cars taken in part exchange; those to scrap earn nothing. */
  barters: number;
}

/** The plan in force on a day; null: none was by then. */
export const planOn = (plans: readonly CommissionPlan[], day: string): CommissionPlan | null =>
  plans.filter(({ from }) => from <= day).toSorted((a, b) => a.from.localeCompare(b.from)).at(-1) ?? null; // prettier-ignore

/**
 * What a sale earns its seller by a plan, in cents (domain.md §2.15). A loss takes nothing from the fixed part; `open`: a part of a
 * margin that is not known is not in it.
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
