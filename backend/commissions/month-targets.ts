/** How the targets of a statement's month stand that rules pay whoever earns it for. */
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import { endOfMonth } from '#domain/record/figures.ts';
import type { Targets } from '../lib/ports/targets.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { askedBy, gatesOf } from './gates.ts';
import { companyRules } from './rules-in-force.ts';
import { readRoles } from './sales.ts';
import { statementCourse } from './statements.ts';

/** The own targets that rules of the month ask of who sells; one of nothing, or of which none is in force, is left out. */
export const monthTargets =
  (targets: Targets): VerbOf<typeof table, 'GET /commissions/statements/:id/targets'> =>
  async (ctx, { params: { id } }) => {
    const { userId, month } = await statementCourse.read(ctx, id);
    const roleName = (await readRoles(ctx, [userId])).get(userId) ?? '';
    const rules = (await companyRules(ctx, { from: month, to: endOfMonth(month) })).filter(
      (rule) =>
        rule.earner === 'seller' && [null, userId].includes(rule.userId) && [null, roleName].includes(rule.roleName),
    );
    const gates = gatesOf(ctx, targets);
    const found = [];
    for (const objective of askedBy(rules)) {
      const stands = await gates(objective, month, { sellerId: userId });
      const names = rules.filter(({ target }) => target === objective).map(({ name }) => name);
      if (stands !== null && stands.target > 0) found.push({ objective, ...stands, rules: names });
    }
    return found;
  };
