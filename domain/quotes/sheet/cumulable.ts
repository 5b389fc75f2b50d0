import { money } from '#domain/italian.ts';
import { percentOf } from '#domain/money.ts';
import { reduce, stateAid } from './discounts.ts';
import { incentiveAmount, incentiveIssue } from './incentives.ts';
import type { Lines } from './lines.ts';
import type { Issue } from './priced.ts';
import type { Incentive, PriceSheet, QuoteDraft } from '../schema.ts';

/** The most combinations that are tried: 20 chosen incentives in groups of three make 1,458. */
const MOST_TRIED = 2_000;

const priorityOf = ({ campaign }: Incentive) => campaign?.priority ?? 0;
const whyOf = (equal: boolean) => (equal ? 'che ha la precedenza' : 'che vale di più per il cliente');

/** Every way to choose one incentive of each group, ordered by the priority of campaigns, then by id. */
function ways(groups: Incentive[][]): Incentive[][] {
  return groups.reduce<Incentive[][]>(
    (found, group) => found.flatMap((chosen) => group.map((one) => [...chosen, one])),
    [[]],
  );
}

/**
 * The sets that may stand together: a campaign that goes alone by itself, all others together; what counts always is in
 * each set.
 */
function together(eligible: readonly Incentive[]): Incentive[][] {
  const sideOf = ({ campaign }: Incentive) =>
    !campaign || campaign.stacking === 'always' ? null : campaign.stacking === 'others' ? 0 : campaign.id;
  const sides = new Set(eligible.map(sideOf).filter((side) => side !== null));
  if (sides.size < 2) return [[...eligible]];
  return [...sides].map((side) => eligible.filter((one) => [null, side].includes(sideOf(one))));
}

/**
 * When more incentives than this exceed one campaign's budget, they are paid in their order instead of trying every
 * way.
 */
const MOST_OF_ONE = 8;

/** Every subset that `left` cents can pay and to which no other incentive can be added, earlier ones first. */
function affordable(all: readonly Incentive[], left: number, taken: (one: Incentive) => number): Incentive[][] {
  const [first, ...rest] = all;
  if (!first) return [[]];
  const cost = taken(first);
  const without = affordable(rest, left, taken);
  if (cost > left) return without;
  const sumOf = (set: readonly Incentive[]) => set.reduce((sum, one) => sum + taken(one), 0);
  return [
    ...affordable(rest, left - cost, taken).map((set) => [first, ...set]),
    ...without.filter((set) => sumOf(set) + cost > left),
  ];
}

/** Every subset of a set that the campaigns can pay within their budgets. */
function withinBudgets(set: readonly Incentive[], taken: (one: Incentive) => number): Incentive[][] {
  const byCampaign = [...Map.groupBy(set, ({ campaign }) => campaign?.id ?? null).values()];
  return byCampaign
    .reduce<Incentive[][]>(
      (found, own) => {
        const left = own[0]!.campaign?.left ?? null;
        if (left === null) return found.map((paid) => [...paid, ...own]);
        const ways = own.length > MOST_OF_ONE ? [inOrder(own, left, taken)] : affordable(own, left, taken);
        return found.flatMap((paid) => ways.map((way) => [...paid, ...way]));
      },
      [[]],
    )
    .map((paid) => set.filter((one) => paid.includes(one)));
}

/** The incentives that `left` cents can pay when each is taken in turn. */
function inOrder(all: readonly Incentive[], left: number, taken: (one: Incentive) => number): Incentive[] {
  let rest = left;
  return all.filter((one) => {
    const fits = taken(one) <= rest;
    if (fits) rest -= taken(one);
    return fits;
  });
}

/**
 * Of all combinations the one that reduces the price most, the first of equal ones; and why an incentive is not in it.
 */
function bestOf(
  eligible: readonly Incentive[],
  alone: (one: Incentive) => number,
  taken: (one: Incentive) => number,
  worth: (set: readonly Incentive[]) => number,
): { set: Incentive[]; whyLost: (lost: Incentive) => string } {
  const sides = together(eligible).map((side) => [...Map.groupBy(side, ({ id, group }) => group ?? id).values()]);
  const combinations = sides.map((groups) => groups.reduce((product, group) => product * group.length, 1));
  const tried = combinations.reduce((sum, each) => sum + each, 0) <= MOST_TRIED;
  const greatest = (group: Incentive[]) => group.reduce((a, b) => (alone(b) > alone(a) ? b : a));
  const chosen = sides.map((groups) => (tried ? ways(groups) : [groups.map(greatest)]));
  const paid = chosen.map((own) => own.flatMap((set) => withinBudgets(set, taken)));
  // Too many to try: of each combination only the first subset that its campaigns can pay.
  const sets =
    paid.flat().length <= MOST_TRIED ? paid : chosen.map((own) => own.map((set) => withinBudgets(set, taken)[0]!));
  const weigh = sets.flat().length > 1 ? worth : () => 0;
  const best = sets.map((own) =>
    own.map((set) => ({ set, worth: weigh(set) })).reduce((a, b) => (b.worth > a.worth ? b : a)),
  );
  const won = best.reduce((a, b) => (b.worth > a.worth ? b : a));
  /** What the other incentives leave of the campaign's budget, in cents; null: no budget. */
  const leftOf = ({ campaign }: Incentive) =>
    campaign?.left == null
      ? null
      : won.set
          .filter((one) => one.campaign?.id === campaign.id)
          .reduce((left, one) => left - taken(one), campaign.left);
  const whyLost = (lost: Incentive) => {
    const rival = won.set.find(({ group }) => group !== null && group === lost.group);
    if (rival) return `non cumulabile con ${rival.name}, ${whyOf(alone(lost) === alone(rival))}`;
    const other = won.set.find(({ campaign }) => campaign && campaign.id !== lost.campaign?.id)?.campaign;
    const left = leftOf(lost);
    if (left !== null && taken(lost) > left)
      return `della campagna ${lost.campaign!.name} gli altri incentivi lasciano ${money(left)}`;
    // Without this incentive the discounts already reach their limit.
    if (!other) return 'non riduce di più il prezzo';
    const equal = best.some((one) => one !== won && one.set.includes(lost) && one.worth === won.worth);
    return `la campagna ${lost.campaign!.name} non si cumula con ${other.name}, ${whyOf(equal)}`;
  };
  return { set: won.set, whyLost };
}

/**
 * The chosen incentives that count: known, eligible, one of each cumulability group, and either those of campaigns that
 * stack or those of one campaign that goes alone. Of all combinations, the one that leaves the customer of
 * this quote the most after every limit counts (ties: higher priority of the campaign, then lower id); of a campaign
 * with a budget, the subset that is best for the customer within what is left. The others become warnings (rules.md §17, §3, 3).
 *
 * @param due cents with VAT of all rows before any discount, as far as state aid can reduce them
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
  const alone = (one: Incentive) => incentiveAmount(one, draft, lines);
  /** The most that an incentive can take from its campaign, in cents: state aid is limited by everything due. */
  const taken = (one: Incentive) => {
    const ofAll = one.payer === 'state' && one.basis === 'total' && !one.bands && one.percent !== null;
    return ofAll ? percentOf(due, one.percent!) : alone(one);
  };
  const worth = (paid: readonly Incentive[]) => {
    const given = reduce(paid, draft, lines).discounts.reduce((sum, { amount }) => sum + amount, 0);
    return given + stateAid(paid, draft, lines, due - given).reduce((sum, { amount }) => sum + amount, 0);
  };
  const { set, whyLost } = bestOf(eligible, alone, taken, worth);
  for (const lost of eligible.filter((one) => !set.includes(one))) warn(`${lost.name}: ${whyLost(lost)}`);
  return { counted: set, issues };
}
