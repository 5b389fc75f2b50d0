/** What a rule as it is typed would have paid for the contracts of the last quarter; nothing is written. */
import { sql } from 'kysely';
import { addDays, addMonths } from '#domain/dates.ts';
import { earningsOf } from '#domain/commissions/earning.ts';
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import type { Rule } from '#domain/commissions/matching.ts';
import { quarterOf } from '#domain/commissions/month.ts';
import { userNames } from '../lib/people/people.ts';
import type { Targets } from '../lib/ports/targets.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { gatesOf, withTargets, type Gates } from './gates.ts';
import { heldRule } from './rules.ts';
import { companyRules, planRules } from './rules-in-force.ts';
import { readRoles, readSales, type SoldContract } from './sales.ts';
import { readSplits, sellersOf } from './sharers.ts';
import { readTeam, teamAt } from './team.ts';

type Table = typeof table;

/** What people earn, in cents, by person: as it is, and as it would be. */
type Sums = Map<number, { today: number; tried: number }>;
type Rules = Record<'today' | 'tried', readonly Rule[]>;

/** The key of what is no rule of the company. */
const TYPED = 'typed';

/** Contracts that are reckoned at once. */
const BATCH = 5000;

/** Contracts that were approved in a span of days and not cancelled since; history earns nothing. */
async function idsOf({ db, user }: Ctx, { from, to }: { from: string; to: string }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select c.id from contracts c where c.company_id = ${user.companyId}
    and c.approved_on between ${from} and ${to} and c.canceled_at is null and c.withdrawn_at is null and c.origin <> 'history' order by c.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Adds to the sums what a batch of contracts pays by both sets of rules. */
async function reckon(
  ctx: Ctx,
  batch: readonly SoldContract[],
  { by, gates, sums }: { by: Rules; gates: Gates; sums: Sums },
): Promise<void> {
  const splits = await readSplits(ctx, batch.map(({ id }) => id)); // prettier-ignore
  const roles = await readRoles(ctx, batch.flatMap(({ sellerId, partnerId }) => [sellerId, partnerId ?? 0])); // prettier-ignore
  const sharers = new Map(batch.map((sold) => [sold.id, splits.get(sold.id) ?? sellersOf(sold, roles)]));
  const ids = new Set([...sharers.values()].flatMap((split) => split.map(({ id }) => id)));
  const plans = Map.groupBy(await planRules(ctx, [...ids]), ({ userId }) => userId);
  for (const key of ['today', 'tried'] as const) {
    const team = await readTeam(ctx, by[key]);
    for (const { id, sale, reached } of batch) {
      const sellers = sharers.get(id)!;
      const rules = [...by[key], ...sellers.flatMap((seller) => plans.get(seller.id) ?? [])];
      const { locationId } = sale;
      const at = { day: reached.approved!, locationId };
      const people = await withTargets(gates, rules, { sellers, team: teamAt(team, locationId) }, at);
      for (const { userId, amount } of earningsOf(rules, sale, people, at.day)) {
        const known = sums.get(userId) ?? { today: 0, tried: 0 };
        sums.set(userId, { ...known, [key]: known[key] + amount });
      }
    }
  }
}

/**
 * What the contracts of the last quarter pay by the rules of today, and with the typed one. Both it and the rule whose place
 * it takes hold all the time, whatever their days: the difference is what was changed, not since when it holds.
 */
export const simulating =
  (targets: Targets): VerbOf<Table, 'POST /commissions/simulation'> =>
  async (ctx, { body: { rule, replaces } }) =>
    ctx.inside(async (inner) => {
      const first = addMonths(quarterOf(inner.today), -3);
      const span = { from: first, to: addDays(addMonths(first, 3), -1) };
      const ids = await idsOf(inner, span);
      const held = typeof replaces === 'number' ? await heldRule(inner, replaces) : replaces && { ...replaces, key: TYPED }; // prettier-ignore
      const others = (await companyRules(inner, span)).filter(({ key }) => key !== held?.key);
      const always = { ...span, isTried: true } as const;
      const rules: Rules = {
        today: held ? [...others, { ...held, ...always }] : others,
        tried: [...others, { ...rule, ...always, key: held?.key ?? TYPED }],
      };
      const sums: Sums = new Map();
      const gates = gatesOf(inner, targets);
      for (let at = 0; at < ids.length; at += BATCH)
        await reckon(inner, await readSales(inner, ids.slice(at, at + BATCH)), { by: rules, gates, sums });
      const names = await userNames(inner, [...sums.keys()]);
      const people = [...sums]
        .map(([id, amounts]) => ({ id, name: names.get(id) ?? '', ...amounts }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'it'));
      const sum = (of: 'today' | 'tried') => people.reduce((total, one) => total + one[of], 0);
      return { ...span, contracts: ids.length, today: sum('today'), tried: sum('tried'), people };
    });
