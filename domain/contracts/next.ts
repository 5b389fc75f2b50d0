import type { Missing } from '../errors.ts';
import { goesOn, type ContractFacts } from './facts.ts';
import { contractMachine } from './rules.ts';
import type { Stage } from './setting-fields.ts';
import type { ContractSection, ContractState } from './terms.ts';

/** The natural next move of each state. */
export const nextMoves = {
  incomplete: 'submit',
  waiting_commercial_approvation: 'validate',
  waiting_approvation: 'approve',
  approved: 'bill',
  billed: 'complete',
  completed: null,
} as const satisfies Record<ContractState, keyof typeof contractMachine.moves | null>;

/** The stage of the company's schema that comes next; null: none. */
export const nextStages = {
  incomplete: 'submit',
  waiting_commercial_approvation: 'approve',
  waiting_approvation: 'approve',
  approved: 'bill',
  billed: 'complete',
  completed: null,
} as const satisfies Record<ContractState, Stage | null>;

/** Everything that a contract lacks for its next move; nothing once it is completed, cancelled or withdrawn from. */
export function nextLacks(facts: ContractFacts, today: string): readonly Missing[] {
  const next = nextMoves[facts.state];
  return next === null || !goesOn(facts) ? [] : contractMachine.moves[next].lacks(facts, today);
}

/** The sections in which it lacks something. */
export const lackingSections = (facts: ContractFacts, today: string): ContractSection[] => [
  ...new Set(nextLacks(facts, today).flatMap(({ section }) => (section ? [section as ContractSection] : []))),
];
