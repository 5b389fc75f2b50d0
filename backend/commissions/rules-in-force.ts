/** The rules by which persons earn: those of their own dated plans. */
import type { Rule } from '#domain/commissions/matching.ts';
import { rulesOfPlans } from '#domain/commissions/plans.ts';
import type { CommissionPlan } from '#domain/users/commission.ts';
import type { Ctx } from '../lib/work/context.ts';

/** The rules that may pay these persons, whatever the day. */
export async function rulesFor({ db, user }: Ctx, ids: readonly number[]): Promise<Rule[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'commissions'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', [0, ...ids])
    .execute();
  return rows.flatMap(({ id, commissions }) => rulesOfPlans(id, commissions as CommissionPlan[]));
}
