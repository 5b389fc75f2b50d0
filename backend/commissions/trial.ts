/** Which rules pay a person for a contract and why; nothing is written. */
import { sql } from 'kysely';
import { partOf, pays, splitBy, WHOLE } from '#domain/commissions/earning.ts';
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import { judge, type Judged, type Person, type Rule, type Sale } from '#domain/commissions/matching.ts';
import type { Trial } from '#domain/commissions/rule-schema.ts';
import type { TargetGate } from '#domain/commissions/target-gates.ts';
import { saleKinds } from '#domain/commissions/terms.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import { userNames } from '../lib/people/people.ts';
import type { Reached, Targets } from '../lib/ports/targets.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { gatesOf, isReached } from './gates.ts';
import { companyRules, planRules } from './rules-in-force.ts';
import { readRoles, readSales, type SoldContract } from './sales.ts';
import { sharersOf, type Split } from './sharers.ts';
import { keptTeam, teamNow } from './team.ts';

type Table = typeof table;

/** The contract with a number; 0: none. */
async function idOf({ db, user }: Ctx, number: string): Promise<number> {
  const found = await db
    .selectFrom('contracts')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('number', '=', number)
    .executeTakeFirst();
  return found?.id ?? 0;
}

/** Whose earning is tried, by default that of who sold first; a seller tries only the own. Throws as reading it does. */
function triedOf(ctx: Ctx, split: readonly Split[], asked: number | undefined): number {
  if (holds(ctx, p.seeAllCommissions)) return asked ?? split[0]!.id;
  if (asked !== undefined && asked !== ctx.user.id) throw new Failure('forbidden');
  return ctx.user.id;
}

/** The person as rules see them: who shares the sale sells it, anybody else may have a role at its place. */
async function personOf(ctx: Ctx, sold: SoldContract, split: readonly Split[], id: number, rules: readonly Rule[]) {
  const sharer = split.find((one) => one.id === id);
  if (sharer) return { id, roleName: sharer.roleName, earns: 'seller' as const };
  const team = sold.reached.approved ? await keptTeam(ctx, sold.id) : await teamNow(ctx, rules, sold.sale.locationId);
  const member = team.find((one) => one.id === id);
  if (member) return { ...member, earns: 'role' as const };
  // Whose sale it is not, and who earns nothing of it, learns nothing of it.
  if (!holds(ctx, p.seeAllCommissions)) throw new Failure('not_found');
  const roleName = (await readRoles(ctx, [id])).get(id);
  if (roleName === undefined) throw new Failure('not_found');
  return { id, roleName: '', earns: 'role' as const };
}

/** What the conditions of rules see of a sale and a person, in words. */
async function factsOf({ db, user }: Ctx, { sale }: SoldContract, { roleName }: Person): Promise<string[]> {
  const { rows } = await sql<Record<'place' | 'maker' | 'model', string | null>>`select
    (select l.name from locations l where l.company_id = ${user.companyId} and l.id = ${sale.locationId}) as place,
    (select m.name from makers m where m.id = ${sale.makerId}) as maker,
    (select m.name from models m where m.id = ${sale.modelId}) as model`.execute(db);
  const { place, maker, model } = rows[0]!;
  const car = [maker, model].filter(Boolean).join(' ');
  return [place, car, saleKinds[sale.kind], saleChannels[sale.channel], roleName].flatMap((fact) => fact || []);
}

/** A rule with its verdict, and what it pays before the split. */
function shownOf(
  { rule, verdict }: Judged,
  sale: Sale,
  { seesBases, stands }: { seesBases: boolean; stands: Reached | null },
): Trial['rules'][number] {
  const paid = pays(verdict) ? partOf(rule, sale) : null;
  const part = paid && { ...paid, base: seesBases ? paid.base : null };
  const { key, name, trigger, target: objective } = rule;
  return { key, name, trigger, verdict, objective, stands, part };
}

/** Says of each rule whether it pays this person for this contract, by the rules of its approval, or of today. */
export const trying =
  (targets: Targets): VerbOf<Table, 'GET /commissions/trial'> =>
  async (ctx, { query }) => {
    const [sold] = await readSales(ctx, [query.contractId ?? (await idOf(ctx, query.number ?? ''))]);
    if (!sold) throw new Failure('not_found');
    const split = await sharersOf(ctx, sold);
    const userId = triedOf(ctx, split, query.userId);
    const day = query.day ?? sold.reached.approved ?? ctx.today;
    // Those that begin later are told, too.
    const rules = [...(await companyRules(ctx, { from: day, to: null })), ...(await planRules(ctx, [userId]))].filter(
      (rule) => rule.userId === null || rule.userId === userId,
    );
    const person: Person = await personOf(ctx, sold, split, userId, rules);
    const seesBases = userId === ctx.user.id || holds(ctx, p.seeMargin);
    const gates = gatesOf(ctx, targets);
    const { locationId } = sold.sale;
    const whose = person.earns === 'seller' ? { sellerId: userId } : locationId === null ? null : { locationId };
    const standsOf = async (objective: TargetGate | null) =>
      objective === null || whose === null ? null : await gates(objective, day, whose);
    const stands = new Map<TargetGate | null, Reached | null>();
    for (const { target } of rules) stands.set(target, await standsOf(target));
    const reached = [...stands.keys()].filter((target) => target !== null && isReached(stands.get(target)!));
    const shown = judge(rules, sold.sale, { ...person, reached: reached as TargetGate[] }, day).map((one) =>
      shownOf(one, sold.sale, { seesBases, stands: stands.get(one.rule.target) ?? null }),
    );
    const whole = shown.reduce((sum, { part }) => sum + (part?.amount ?? 0), 0);
    const at = split.findIndex(({ id }) => id === userId);
    const shares = split.map(({ share }) => share);
    const { id: contractId, number, vehicle } = sold;
    return {
      contractId,
      number,
      vehicle,
      facts: await factsOf(ctx, sold, person),
      person: { id: userId, name: (await userNames(ctx, [userId])).get(userId)! },
      day,
      share: at < 0 ? WHOLE : shares[at]!,
      rules: shown,
      whole,
      amount: at < 0 ? whole : splitBy(whole, shares)[at]!,
    };
  };
