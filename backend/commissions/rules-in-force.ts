/** The rules by which persons earn: the company's, and those of their own dated plans, which are narrower. */
import { sql } from 'kysely';
import { RULE_KEY, type Rule } from '#domain/commissions/matching.ts';
import { rulesOfPlans } from '#domain/commissions/plans.ts';
import { commissionRuleFields } from '#domain/commissions/rule-fields.ts';
import { valuesIn } from '#domain/record/fields.ts';
import type { CommissionPlan } from '#domain/users/commission.ts';
import type { Ctx } from '../lib/work/context.ts';

/** The most rules of a company that are in use at once, and that may have been in a quarter. */
export const MOST_RULES = 500;
const MOST_READ = 5000;

export const keyOf = (id: number): string => `${RULE_KEY}${id}`;

/** Days, both included; `to` null: from then on. */
interface Span {
  from: string;
  to: string | null;
}

/**
 * The company's rules that hold on a day of the span; one that was archived held until the end of that day, unless it had
 * begun only then.
 */
export async function companyRules({ db, user }: Ctx, { from, to }: Span): Promise<Rule[]> {
  const ended = sql<string | null>`least("to", (archived_at at time zone 'Europe/Rome')::date)`;
  const rows = await db
    .selectFrom('commissionRules')
    .selectAll()
    .select(ended.as('to'))
    .where('companyId', '=', user.companyId)
    .where(
      sql<boolean>`coalesce(${ended}, 'infinity') >= ${from}::date and (archived_at is null or "from" < (archived_at at time zone 'Europe/Rome')::date)`,
    )
    .$if(to !== null, (query) => query.where('from', '<=', to))
    .orderBy('id')
    .limit(MOST_READ)
    .execute();
  return rows.map((row) => ({ ...valuesIn(commissionRuleFields, row), key: keyOf(row.id) }) as Rule);
}

/** The rules that the plans of these persons are. */
export async function planRules({ db, user }: Ctx, ids: readonly number[]): Promise<Rule[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'commissions'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', [0, ...ids])
    .execute();
  return rows.flatMap(({ id, commissions }) => rulesOfPlans(id, commissions as CommissionPlan[]));
}

/** The rules that may pay these persons on a day. */
export const rulesFor = async (ctx: Ctx, ids: readonly number[], day: string): Promise<Rule[]> => [
  ...(await companyRules(ctx, { from: day, to: day })),
  ...(await planRules(ctx, ids)),
];
