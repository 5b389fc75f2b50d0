import { blankOf } from '#domain/record/fields.ts';
import { choiceFields, quoteFields } from '#domain/quotes/fields.ts';
import type { FinancingChoice, QuoteDraft } from '#domain/quotes/schema.ts';

/** The most plans that can stand beside the chosen one. */
export const MOST_BESIDE: number = quoteFields.alternatives.most;

type Financed = Pick<QuoteDraft, 'financing' | 'alternatives'>;

const choiceOn = (planId: number, months: number, amount: number | null): FinancingChoice => ({
  ...blankOf(choiceFields),
  planId,
  months,
  amount,
});
const not = (planId: number) => (choice: FinancingChoice) => choice.planId !== planId;

/** Chooses a plan. If it stood beside the chosen one, the two swap places. */
export function choosePlan({ financing, alternatives }: Financed, planId: number, months: number): Financed {
  const kept = alternatives.find((choice) => choice.planId === planId);
  const chosen = kept ?? {
    ...choiceOn(planId, months, financing?.amount ?? null),
    protection: financing?.protection ?? false,
  };
  return {
    financing: chosen,
    alternatives: alternatives.flatMap((choice) => (choice === kept ? (financing ?? []) : choice)).filter(not(planId)),
  };
}

/** Puts a plan beside the chosen one, for the same amount, or removes it. Without a chosen plan it becomes the chosen one. */
export function putBeside(draft: Financed, planId: number, months: number, on: boolean): Financed {
  const { financing, alternatives } = draft;
  const others = alternatives.filter(not(planId));
  if (!on) return { financing, alternatives: others };
  if (!financing) return choosePlan(draft, planId, months);
  return { financing, alternatives: [...others, choiceOn(planId, months, financing.amount)].slice(0, MOST_BESIDE) };
}

/** Sets the financed amount of all compared plans; null finances whatever is left to pay. */
export const withAmount = ({ financing, alternatives }: Financed, amount: number | null): Financed => ({
  financing: financing && { ...financing, amount },
  alternatives: alternatives.map((choice) => ({ ...choice, amount })),
});
