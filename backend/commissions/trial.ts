/** Which rules pay a person for a contract and why; nothing is written. */
import { sql } from 'kysely';
import { partOf, pays, splitBy, WHOLE, type Part } from '#domain/commissions/earning.ts';
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import { judge, type Judged, type Person, type Rule, type Sale } from '#domain/commissions/matching.ts';
import type { TargetGate } from '#domain/commissions/target-gates.ts';
import { saleKinds, type Trigger } from '#domain/commissions/terms.ts';
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

/** The person as rules see them: who shares the sale sells it, unless asked for what their role earns; anybody else may have a role at its place. */
async function personOf(
  ctx: Ctx,
  sold: SoldContract,
  split: readonly Split[],
  { id, earns, rules }: { id: number; earns: Person['earns']; rules: readonly Rule[] },
) {
  const sharer = earns === 'seller' ? split.find((one) => one.id === id) : undefined;
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

/** What a rule pays of what is tried, before the split; null: nothing. */
const partFor = ({ rule, verdict }: Judged, sale: Sale, trigger: Trigger | undefined): Part | null =>
  pays(verdict) && [undefined, rule.trigger].includes(trigger) ? partOf(rule, sale) : null;

/** Says of each rule whether it pays this person for this contract, by the rules of its approval, or of today. */
export const trying =
  (targets: Targets): VerbOf<Table, 'GET /commissions/trial'> =>
  async (ctx, { query: { earns = 'seller', trigger, ...query } }) => {
    const [sold] = await readSales(ctx, [query.contractId ?? (await idOf(ctx, query.number ?? ''))]);
    if (!sold) throw new Failure('not_found');
    const split = await sharersOf(ctx, sold);
    const userId = triedOf(ctx, split, query.userId);
    const day = query.day ?? sold.reached.approved ?? ctx.today;
    // Those that begin later are told, too.
    const rules = [...(await companyRules(ctx, { from: day, to: null })), ...(await planRules(ctx, [userId]))].filter(
      (rule) => rule.userId === null || rule.userId === userId,
    );
    const person: Person = await personOf(ctx, sold, split, { id: userId, earns, rules });
    const seesBases = userId === ctx.user.id || holds(ctx, p.seeMargin);
    const gates = gatesOf(ctx, targets);
    const { locationId } = sold.sale;
    const whose = person.earns === 'seller' ? { sellerId: userId } : locationId === null ? null : { locationId };
    const standsOf = async (objective: TargetGate | null) =>
      objective === null || whose === null ? null : await gates(objective, day, whose);
    const stands = new Map<TargetGate | null, Reached | null>();
    for (const { target } of rules) stands.set(target, await standsOf(target));
    const reached = [...stands.keys()].filter((target) => target !== null && isReached(stands.get(target)!));
    const judged = judge(rules, sold.sale, { ...person, reached: reached as TargetGate[] }, day).map((one) => ({
      ...one,
      part: partFor(one, sold.sale, trigger),
    }));
    const shares = split.map(({ share }) => share);
    const at = person.earns === 'seller' ? split.findIndex(({ id }) => id === userId) : -1;
    // Each trigger is a line of its own, and is split by itself.
    const wholes = [...Map.groupBy(judged, ({ rule }) => rule.trigger).values()].map((of) =>
      of.reduce((sum, { part }) => sum + (part?.amount ?? 0), 0),
    );
    const { id: contractId, number, vehicle } = sold;
    return {
      contractId,
      number,
      vehicle,
      facts: await factsOf(ctx, sold, person),
      person: { id: userId, name: (await userNames(ctx, [userId])).get(userId)! },
      day,
      share: at < 0 ? WHOLE : shares[at]!,
      rules: judged.map(({ rule, verdict, part }) => ({
        key: rule.key,
        name: rule.name,
        trigger: rule.trigger,
        verdict,
        objective: rule.target,
        stands: stands.get(rule.target) ?? null,
        part: part && { ...part, base: seesBases ? part.base : null },
      })),
      whole: wholes.reduce((sum, whole) => sum + whole, 0),
      amount: wholes.reduce((sum, whole) => sum + (at < 0 ? whole : splitBy(whole, shares)[at]!), 0),
    };
  };
