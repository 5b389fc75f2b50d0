/** What the sales of this month would pay more if every target that rules ask for were reached. */
import { earningsOf } from '#domain/commissions/earning.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Targets } from '../lib/ports/targets.ts';
import { askedBy, gatesOf, withReached, withTargets, type People } from './gates.ts';
import { salesSince } from './monthly.ts';
import { companyRules, planRules } from './rules-in-force.ts';
import { readRoles, readSales } from './sales.ts';
import { readSplits, sellersOf } from './sharers.ts';
import { readTeam, teamAt } from './team.ts';

/**
 * What is at stake, in cents, by the id of each contract that was approved this month; nothing where no rule pays by a
 * target. A rule that ended within the month counts for its days. By today's team, which is stored with an approval only
 * for rules that were in force then.
 */
export async function readAtStake(ctx: Ctx, targets: Targets): Promise<Map<number, number>> {
  const first = `${ctx.today.slice(0, 7)}-01`;
  const company = await companyRules(ctx, { from: first, to: ctx.today });
  const asked = askedBy(company);
  if (asked.length === 0) return new Map();
  const sales = await readSales(ctx, await salesSince(ctx, first));
  const splits = await readSplits(ctx, sales.map(({ id }) => id)); // prettier-ignore
  const roles = await readRoles(ctx, sales.flatMap(({ sellerId, partnerId }) => [sellerId, partnerId ?? 0])); // prettier-ignore
  const sharers = new Map(sales.map((sold) => [sold.id, splits.get(sold.id) ?? sellersOf(sold, roles)]));
  const ids = new Set([...sharers.values()].flatMap((split) => split.map(({ id }) => id)));
  const plans = Map.groupBy(await planRules(ctx, [...ids]), ({ userId }) => userId);
  const team = await readTeam(ctx, company);
  const gates = gatesOf(ctx, targets);
  const stakes = new Map<number, number>();
  for (const { id, sale, reached } of sales) {
    const sellers = sharers.get(id)!;
    const rules = [...company, ...sellers.flatMap((seller) => plans.get(seller.id) ?? [])];
    const at = { day: reached.approved!, locationId: sale.locationId };
    const people = { sellers, team: teamAt(team, at.locationId) };
    const sumOf = (of: People) => earningsOf(rules, sale, of, at.day).reduce((sum, { amount }) => sum + amount, 0);
    const more = sumOf(withReached(people, asked)) - sumOf(await withTargets(gates, rules, people, at));
    if (more > 0) stakes.set(id, more);
  }
  return stakes;
}
