import { reduce, stateAid } from './discounts.ts';
import { budgetIssue, incentiveAmount, incentiveIssue } from './incentives.ts';
import type { Lines } from './lines.ts';
import type { Issue } from './priced.ts';
import type { Incentive, PriceSheet, QuoteDraft } from './schema.ts';

/** More combinations than these are not tried: 20 chosen incentives in groups of three make 1,458. */
const MOST_TRIED = 2_000;

const priorityOf = ({ campaign }: Incentive) => campaign?.priority ?? 0;
const whyOf = (equal: boolean) => (equal ? 'che ha la precedenza' : 'che vale di più per il cliente');

/** One of each group: every way to choose, in the order of their campaigns' priority, then of their ids. */
function ways(groups: Incentive[][]): Incentive[][] {
  return groups.reduce<Incentive[][]>(
    (found, group) => found.flatMap((chosen) => group.map((one) => [...chosen, one])),
    [[]],
  );
}

/**
 * The chosen incentives that count: known, eligible, and of each cumulability group the one that, with all others and after every
 * limit, leaves most to the customer of this quote (a tie goes to the campaign of higher priority, then to the lowest id); of a
 * campaign with a budget no more than is left of it. The others are told as warnings (domain.md §2.21, §5.1).
 *
 * @param due VAT-inclusive cents of all rows before any discount, as far as state aid can reach
 */
export function countedIncentives(
  draft: QuoteDraft,
  sheet: PriceSheet,
  lines: Lines,
  due: number,
): { counted: Incentive[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const warn = (message: string) => issues.push({ level: 'warning', path: 'incentiveIds', message });
  const ids = new Set(draft.incentiveIds);
  const chosen = sheet.incentives
    .filter((incentive) => ids.has(incentive.id))
    .sort((a, b) => priorityOf(b) - priorityOf(a) || a.id - b.id);
  if (chosen.length < ids.size) warn('Un incentivo scelto non è più in vigore e non è contato');
  const eligible = chosen.filter((incentive) => {
    const why = incentiveIssue(incentive, draft, sheet, lines);
    if (why) warn(`${incentive.name}: ${why}`);
    return why === null;
  });
  const groups = [...Map.groupBy(eligible, ({ id, group }) => group ?? id).values()];
  const worth = (set: readonly Incentive[]) => {
    const given = reduce(set, draft, sheet, lines).discounts.reduce((sum, { amount }) => sum + amount, 0);
    return given + stateAid(set, draft, sheet, lines, due - given).reduce((sum, { amount }) => sum + amount, 0);
  };
  const tried = groups.reduce((product, group) => product * group.length, 1) <= MOST_TRIED;
  const alone = (one: Incentive) => incentiveAmount(one, draft, sheet, lines);
  const sets = tried ? ways(groups) : [groups.map((group) => group.reduce((a, b) => (alone(b) > alone(a) ? b : a)))];
  let [counted] = sets as [Incentive[], ...Incentive[][]];
  if (sets.length > 1) {
    let best = worth(counted);
    for (const set of sets.slice(1)) {
      const own = worth(set);
      if (own > best) [counted, best] = [set, own];
    }
  }
  for (const [i, group] of groups.entries())
    for (const lost of group.filter((one) => one !== counted[i]))
      warn(`${lost.name}: non cumulabile con ${counted[i]!.name}, ${whyOf(alone(lost) === alone(counted[i]!))}`);
  const left = new Map(counted.map(({ campaign }) => [campaign?.id, campaign?.left ?? null]));
  const paid = counted.filter((one) => {
    const own = left.get(one.campaign?.id) ?? null;
    if (own === null) return true;
    if (alone(one) > own) warn(`${one.name}: ${budgetIssue(one.campaign!.name, own)}`);
    else left.set(one.campaign!.id, own - alone(one));
    return alone(one) <= own;
  });
  return { counted: paid, issues };
}
