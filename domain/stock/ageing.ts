import { daysBetween } from '../dates.ts';
import { keysOf } from '../machine.ts';
import { ageBands, ownedStates, papers, type AgeBand, type Paper, type UsedState } from './terms.ts';

interface Aged {
  state: UsedState;
  acquiredOn: string | null;
}

/** Is the car in the yard and the company's? Those have an age and count in the value of the stock. */
export const isOwned = (state: UsedState): boolean => (ownedStates as readonly UsedState[]).includes(state);

/** Days in stock on a day: since the car was acquired; null for one that is not in the stock. */
export const daysOf = ({ state, acquiredOn }: Aged, today: string): number | null =>
  isOwned(state) && acquiredOn !== null ? Math.max(0, daysBetween(acquiredOn, today)) : null;

/** The band of that many days in stock. */
export const bandOf = (days: number): AgeBand =>
  keysOf(ageBands).find((band) => ageBands[band].to === null || days <= ageBands[band].to)!;

/** Papers that a car needs before it can be handed over, and lacks (domain.md §2.6, §2.20). */
export function missingPapers(car: { state: UsedState; purchaseType: string; papers: readonly string[] }): Paper[] {
  const { state, purchaseType, papers: held } = car;
  if (!isOwned(state) && state !== 'consignment' && state !== 'sold') return [];
  // A car that the dealer registered itself came without a change of ownership.
  const own = purchaseType === 'km0' || purchaseType === 'demo';
  const needed: Paper[] =
    state === 'consignment'
      ? ['registration', 'mandate']
      : ['registration', 'invoice', ...(own ? [] : ['transfer' as const])];
  return keysOf(papers).filter((paper) => needed.includes(paper) && !held.includes(paper));
}
