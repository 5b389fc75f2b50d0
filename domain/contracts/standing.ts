/** How a contract stands for who looks at it: where it is in its course, or how it ended. */
import type { ContractFacts } from './facts.ts';
import { contractStates } from './terms.ts';

export const standings = {
  ...contractStates,
  withdrawn: { label: 'Recesso comunicato', tone: 'bad' },
  canceled: { label: 'Annullato', tone: 'mute' },
} as const;
export type Standing = keyof typeof standings;

export const standingOf = ({
  state,
  canceledAt,
  withdrawnAt,
}: Pick<ContractFacts, 'state' | 'canceledAt' | 'withdrawnAt'>): Standing =>
  canceledAt !== null ? 'canceled' : withdrawnAt !== null ? 'withdrawn' : state;
