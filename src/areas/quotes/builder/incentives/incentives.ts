import { incentiveAmount, incentiveIssue } from '#domain/quotes/incentives.ts';
import { linesOf } from '#domain/quotes/lines.ts';
import type { Incentive, PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';

/** How an incentive stands with a draft. */
export interface Standing {
  incentive: Incentive;
  /** Why it does not count. */
  why: string | null;
  /** Cents. */
  worth: number;
}

/** Every incentive of the sheet with this draft. */
export function standings(draft: QuoteDraft, sheet: PriceSheet): Standing[] {
  const lines = linesOf(draft, sheet);
  return sheet.incentives.map((incentive) => ({
    incentive,
    why: incentiveIssue(incentive, draft, sheet, lines),
    worth: incentiveAmount(incentive, draft, sheet, lines),
  }));
}

/** What a change did to the incentives. */
export interface Turned {
  /** The section where the change was made. */
  section: string;
  /** Not chosen yet, and possible only now. */
  possible: Standing[];
  /** Chosen, and possible no more; worth what they were. */
  lost: Standing[];
}

/** Those that a change made possible, and of the chosen ones those that it took away. */
export function turnedOf(
  before: readonly Standing[],
  now: readonly Standing[],
  chosen: readonly number[],
): Omit<Turned, 'section'> {
  const was = new Map(before.map((one) => [one.incentive.id, one]));
  const others = now.filter(
    ({ incentive, why }) => was.has(incentive.id) && (was.get(incentive.id)!.why === null) !== (why === null),
  );
  const isChosen = ({ incentive }: Standing) => chosen.includes(incentive.id);
  return {
    possible: others.filter((one) => one.why === null && !isChosen(one)),
    lost: others
      .filter((one) => one.why !== null && isChosen(one))
      .map(({ incentive, why }) => ({ incentive, why, worth: was.get(incentive.id)!.worth })),
  };
}
