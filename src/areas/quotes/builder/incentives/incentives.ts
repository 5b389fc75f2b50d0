import { incentiveAmount, incentiveIssue } from '#domain/quotes/sheet/incentives.ts';
import { linesOf } from '#domain/quotes/sheet/lines.ts';
import type { Incentive, PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';

/** An incentive with its effect on a draft. */
export interface WeighedIncentive {
  incentive: Incentive;
  /** Why it does not count; null when it does. */
  why: string | null;
  /** In cents. */
  worth: number;
}

/** Every incentive of the sheet with its effect on this draft. */
export function weighIncentives(draft: QuoteDraft, sheet: PriceSheet): WeighedIncentive[] {
  const lines = linesOf(draft, sheet);
  return sheet.incentives.map((incentive) => ({
    incentive,
    why: incentiveIssue(incentive, draft, sheet, lines),
    worth: incentiveAmount(incentive, draft, lines),
  }));
}

export interface Turned {
  section: string;
  /** Newly possible and not chosen yet. */
  possible: WeighedIncentive[];
  /** Chosen and no longer possible, with their worth before the change. */
  lost: WeighedIncentive[];
}

/** The incentives that a change made possible, and the chosen ones that it made impossible. */
export function turnedOf(
  before: readonly WeighedIncentive[],
  now: readonly WeighedIncentive[],
  chosen: readonly number[],
): Omit<Turned, 'section'> {
  const was = new Map(before.map((one) => [one.incentive.id, one]));
  const others = now.filter(
    ({ incentive, why }) => was.has(incentive.id) && (was.get(incentive.id)!.why === null) !== (why === null),
  );
  const isChosen = ({ incentive }: WeighedIncentive) => chosen.includes(incentive.id);
  return {
    possible: others.filter((one) => one.why === null && !isChosen(one)),
    lost: others
      .filter((one) => one.why !== null && isChosen(one))
      .map(({ incentive, why }) => ({ incentive, why, worth: was.get(incentive.id)!.worth })),
  };
}
