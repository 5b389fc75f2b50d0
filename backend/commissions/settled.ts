/** Targets of a month that no longer pay and take back: for its sales they count as they were paid. */
import { pays, type Sharer } from '#domain/commissions/earning.ts';
import { judge, type Person } from '#domain/commissions/matching.ts';
import type { Trigger } from '#domain/commissions/terms.ts';
import { addMonths } from '#domain/dates.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Entry } from './entries.ts';
import { askedBy, withTargets, type Gates, type People, type Terms } from './gates.ts';
import type { SoldContract } from './sales.ts';

/** What of a sale is reckoned. */
export interface Reckoned {
  triggers: readonly Trigger[];
  /** Which of them may fall due by this for the first time. */
  first?: readonly Trigger[];
  /** Who has a share by this for the first time. */
  joined?: readonly number[];
  /** It is split anew: its corrections stand on the day of the sale, in the statement of that month, while it is open or can be begun in time. */
  isSplit?: true;
}

/** The first day whose sales targets still pay and take back: a month's until the end of the one after it. */
export const openSince = (today: string): string => addMonths(`${today.slice(0, 7)}-01`, -1);

/** Whether the targets of a sale's month stay as they were paid. */
export const isSettled = (approved: string, today: string): boolean => approved < openSince(today);

/**
 * The people of a sale whose month is settled, with the targets that count for them: those by which the sale has paid
 * them, and none by which it could have paid before and did not. Others are asked for as ever: what falls due for the
 * first time, and who only now has a share.
 */
export async function withSettled(
  gates: Gates,
  sold: SoldContract,
  live: readonly Entry[],
  { rules, people, at }: Terms,
  { first = [], joined = [] }: Reckoned,
): Promise<People> {
  const asked = askedBy(rules);
  const before = keysOf(sold.reached).filter(
    (trigger) => !first.includes(trigger) || live.some((line) => line.trigger === trigger),
  );
  const countedFor = <P extends Omit<Sharer, 'share'>>(person: P, earns: Person['earns']): P => {
    const { id, roleName, reached = [] } = person;
    const lines = live.filter((line) => line.userId === id && line.earns === earns);
    const paid = before.flatMap((trigger) => lines.findLast((line) => line.trigger === trigger)?.parts ?? []);
    const payable = joined.includes(id)
      ? []
      : // Each alone: of two reached at once the wider one would seem to pay nothing.
        asked.filter((target) =>
          judge(rules, sold.sale, { id, roleName, earns, reached: [target] }, at.day).some(
            ({ rule, verdict }) => rule.target === target && pays(verdict) && before.includes(rule.trigger),
          ),
        );
    const hasPaid = rules.flatMap(({ key, target }) => (paid.some(({ rule }) => rule === key) ? [target] : []));
    const counts = asked.filter(
      (target) => hasPaid.includes(target) || (!payable.includes(target) && reached.includes(target)),
    );
    return { ...person, reached: counts };
  };
  const { sellers, team } = await withTargets(gates, rules, people, at);
  return {
    sellers: sellers.map((one) => countedFor(one, 'seller')),
    team: team.map((one) => countedFor(one, 'role')),
  };
}
