/** A seller's own plan as rules: the narrowest there are, because they name the person (rules.md §11). */
import { addDays } from '../dates.ts';
import { blankOf } from '../record/fields.ts';
import { byDay, type CommissionPlan } from '../users/commission.ts';
import type { Rule } from './matching.ts';
import { commissionRuleFields } from './rule-fields.ts';

const blank = blankOf(commissionRuleFields);

const ofCars = (percent: number): Partial<Rule> =>
  percent === 0 ? { basis: null } : { basis: 'margin_second', bands: [{ from: 0, percent }] };

/** The rules of one plan, up to the day before the next one begins; a part that pays nothing is no rule. */
function rulesOfPlan(userId: number, plan: CommissionPlan, to: string | null): Rule[] {
  const rule = (key: keyof CommissionPlan, name: string, more: Partial<Rule>): Rule => ({
    ...blank,
    basis: null,
    ...more,
    key: `plan-${userId}-${plan.from}-${key}`,
    name,
    userId,
    from: plan.from,
    to,
  });
  return [
    rule('newFixed', 'Piano: auto nuova', { sale: 'new', fixed: plan.newFixed, ...ofCars(plan.newPercent) }),
    rule('usedFixed', 'Piano: auto usata', { sale: 'used', fixed: plan.usedFixed, ...ofCars(plan.usedPercent) }),
    rule('b2bFixed', 'Piano: auto B2B', { sale: 'used_b2b', fixed: plan.b2bFixed, ...ofCars(plan.b2bPercent) }),
    rule('financial', 'Piano: finanziamento', { subject: 'financial', fixed: plan.financial }),
    rule('insurance', 'Piano: polizza', { subject: 'insurance', fixed: plan.insurance }),
    rule('pickup', 'Piano: permuta ritirata', { subject: 'pickup', fixed: plan.pickup }),
  ].filter(({ fixed, bands }) => fixed > 0 || bands.length > 0);
}

/** The rules of a person's dated plans. */
export const rulesOfPlans = (userId: number, plans: readonly CommissionPlan[]): Rule[] =>
  byDay(plans).flatMap((plan, at, all) => {
    const next = all[at + 1];
    return rulesOfPlan(userId, plan, next ? addDays(next.from, -1) : null);
  });
