import type { contractMachine } from '#domain/contracts/rules.ts';
import type { ContractState } from '#domain/contracts/terms.ts';
import type { MoveOf } from '#domain/record/machine.ts';

/** The natural next step by state. */
export const natural: Readonly<Record<ContractState, MoveOf<typeof contractMachine> | null>> = {
  incomplete: 'submit',
  waiting_commercial_approvation: 'validate',
  waiting_approvation: 'approve',
  approved: 'bill',
  billed: 'complete',
  completed: null,
};
