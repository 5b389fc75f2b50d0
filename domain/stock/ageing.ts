import { daysBetween } from '../dates.ts';
import { keysOf } from '../record/machine.ts';
import type { StockSettings } from './setting-fields.ts';
import { ageBands, ownedStates, papers, type AgeBand, type Paper, type UsedState } from './terms.ts';

interface Aged {
  state: UsedState;
  acquiredOn: string | null;
}

/** Whether the company owns the car in its yard: only such cars have an age and count in the value of the stock. */
export const isOwned = (state: UsedState): boolean => (ownedStates as readonly UsedState[]).includes(state);

/** Days in stock since the car was acquired; null when it is not in stock. */
export const daysOf = ({ state, acquiredOn }: Aged, today: string): number | null =>
  isOwned(state) && acquiredOn !== null ? Math.max(0, daysBetween(acquiredOn, today)) : null;

/** The last day of each band, as the company sets it; after the third the car is aged. */
export type Borders = Pick<StockSettings, 'freshDays' | 'normalDays' | 'slowDays'>;

/** The days of a band, both ends included; `to` is null for the last band. */
export interface Band {
  band: AgeBand;
  from: number;
  to: number | null;
}

/** The age bands (60 and 90 days at first; a company sets its own). */
export const bandsOf = ({ freshDays, normalDays, slowDays }: Borders): Band[] => {
  const ends = [freshDays, normalDays, slowDays, null];
  return keysOf(ageBands).map((band, i) => ({ band, from: i === 0 ? 0 : ends[i - 1]! + 1, to: ends[i]! }));
};

/** The band for a number of days in stock. */
export const bandOf = (days: number, borders: Borders): AgeBand =>
  bandsOf(borders).find(({ to }) => to === null || days <= to)!.band;

/** "31–60 giorni" */
export const bandLabel = ({ from, to }: Band): string =>
  from === 0
    ? `Fino a ${to} giorni`
    : to === null
      ? `Oltre ${from - 1} giorni`
      : `${from === to ? to : `${from}–${to}`} giorni`;
/** "31–60" */
export const bandShort = ({ from, to }: Band): string => (to === null ? `Oltre ${from - 1}` : `${from}–${to}`);

/** Papers that a car needs before it can be handed over, and lacks (rules.md §6, §16). */
export function missingPapers(car: { state: UsedState; purchaseType: string; papers: readonly string[] }): Paper[] {
  const { state, purchaseType, papers: held } = car;
  if (!isOwned(state) && state !== 'consignment' && state !== 'sold') return [];
  // A car that the dealer registered itself had no change of ownership.
  const own = purchaseType === 'km0' || purchaseType === 'demo';
  const needed: Paper[] =
    state === 'consignment'
      ? ['registration', 'mandate']
      : ['registration', 'invoice', ...(own ? [] : ['transfer' as const])];
  return keysOf(papers).filter((paper) => needed.includes(paper) && !held.includes(paper));
}
