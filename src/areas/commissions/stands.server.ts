/** How targets stand that rules of commissions pay for, in words. */
import { targetGates, type TargetGate } from '#domain/commissions/target-gates.ts';
import { integer, money, percent } from '#domain/italian.ts';
import { targetObjectives } from '#domain/stats/targets/objectives.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { statement as words } from '#site/messages/it/commissions.ts';

/** Writes an amount of a target in its unit. */
export const writerOf = (objective: TargetGate): ((amount: number) => string) =>
  ({ count: integer, money, percent: (amount: number) => percent(amount / 100) })[targetObjectives[objective].unit];

/** A target as a statement shows it. */
export interface ShownTarget {
  label: string;
  stands: string;
  note: string;
  isReached: boolean;
  href: string | undefined;
}

/** The targets of a statement's month; `opens`: the reader may see the sheet of targets. */
export function shownTargets(
  found: CallAnswer<'GET /commissions/statements/:id/targets'>,
  month: string,
  opens: boolean,
): ShownTarget[] {
  return found.map(({ objective, target, done, rules }) => {
    const write = writerOf(objective);
    const isReached = done >= target;
    const rule = rules.join(', ');
    return {
      label: targetGates[objective],
      stands: t(words.stands, { done: write(done), target: write(target) }),
      note: isReached ? t(words.reached, { rule }) : t(words.missing, { rule, n: write(target - done) }),
      isReached,
      href: opens ? `/dealer/stats/objectives?year=${month.slice(0, 4)}&objective=${objective}` : undefined,
    };
  });
}
