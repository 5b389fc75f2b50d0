import type { State } from '#domain/machine.ts';
import { quoteStates } from '../terms.ts';

const { converted: _, ...states } = quoteStates;
/**
 * States of a wholesale offer: those of a quote without the contract, because its cars are sold when it is accepted
 * (domain.md §4.4, U8).
 */
export const b2bStates = states satisfies Record<string, State>;
export type B2bState = keyof typeof b2bStates;

/**
 * The deed of the cars that the dealer sees to: an expense type of specification §3 (domain.md §2.6), or nothing.
 */
export const transfers = {
  b2b: 'Minivoltura',
  export: 'Radiazione per esportazione',
  none: 'A cura dell’acquirente',
} as const;
export type Transfer = keyof typeof transfers;

export const MOST_CARS = 30;
