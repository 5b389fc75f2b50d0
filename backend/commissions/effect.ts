/** What another share of a sale would change for everybody who sells it; nothing is written. */
import { withShare } from '#domain/commissions/earning.ts';
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import { liveOf } from '#domain/commissions/entries.ts';
import { triggers } from '#domain/commissions/terms.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import { userNames } from '../lib/people/people.ts';
import type { Targets } from '../lib/ports/targets.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds } from '../lib/work/context.ts';
import { monthsFor } from './entries.ts';
import { earnedBy, linesOf, ofThen } from './ledger.ts';
import { rulesFor } from './rules-in-force.ts';
import { readRoles, readSales } from './sales.ts';
import { sharersOf } from './sharers.ts';

/** As splitting the sale so would write it: nothing before its approval. A seller tries only the own share, and learns of no colleague's. Throws `not_found`, `forbidden`. */
export const effecting =
  (targets: Targets): VerbOf<typeof table, 'GET /commissions/contracts/:id/effect'> =>
  async (ctx, { params, query: { userId, share } }) => {
    const seesAll = holds(ctx, p.seeAllCommissions);
    if (!seesAll && userId !== ctx.user.id) throw new Failure('forbidden');
    const [sold] = await readSales(ctx, [params.id]);
    if (!sold) throw new Failure('not_found');
    const day = sold.reached.approved ?? ctx.today;
    const now = await sharersOf(ctx, sold);
    // Whose sale it is not learns nothing of it.
    if (!seesAll && !now.some(({ id }) => id === userId)) throw new Failure('not_found');
    const roleName = (await readRoles(ctx, [userId])).get(userId);
    if (roleName === undefined) throw new Failure('not_found');
    const sellers = withShare(now, { id: userId, share, roleName, byHand: true });
    const rules = await rulesFor(ctx, sellers.map(({ id }) => id), day); // prettier-ignore
    const live = liveOf(await linesOf(ctx, sold.id)).filter(({ earns }) => earns === 'seller');
    const joined = now.some(({ id }) => id === userId) ? [] : [userId];
    const terms = { rules, people: { sellers, team: [] }, at: { day, locationId: sold.sale.locationId } };
    const reckoned = { triggers: keysOf(triggers), joined, isSplit: true } as const;
    const earned = await earnedBy(ctx, targets, { sold, live, reckoned }, terms);
    const ids = seesAll ? [...new Set([...now, ...sellers].map(({ id }) => id))] : [userId];
    const names = await userNames(ctx, ids);
    const [isOfThen, monthFor] = [await ofThen(ctx, ids), await monthsFor(ctx, ids)];
    return ids.map((id) => {
      const of = <T extends { userId: number; amount: number }>(ones: readonly T[]) =>
        ones.reduce((sum, one) => sum + (one.userId === id ? one.amount : 0), 0);
      const is = of(live);
      const { trigger = null } = [...live, ...earned].find((one) => one.userId === id) ?? {};
      const fell = (trigger && sold.reached[trigger]) ?? day;
      return {
        userId: id,
        name: names.get(id) ?? '',
        amount: is,
        more: of(earned.filter(({ trigger }) => sold.reached[trigger])) - is,
        // What was never written of a trigger falls on its own day, as `dueOf` writes it.
        month: monthFor(id, isOfThen(id, fell) || !live.some((one) => one.trigger === trigger) ? fell : ctx.today),
      };
    });
  };
