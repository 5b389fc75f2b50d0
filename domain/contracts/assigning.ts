/** Contracts that pass from one seller to another. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { assigning } from '../record/records.ts';
import type { ContractState } from './terms.ts';

const privileges = [p.manageAllContracts] as const;

export const assigningCalls = {
  'GET /contracts/assignees': endpoint({
    summary: 'Colleagues to whom contracts may be given: active ones who make contracts',
    privileges,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'POST /contracts/assign': endpoint({
    summary: 'Give contracts to other sellers; the former and the new one are told: a result for each',
    privileges,
    ...assigning(z.int().positive(), 'contratto', 'contratti'),
  }),
};

interface AssignableContract {
  state: ContractState;
  canceledAt: string | null;
  partnerId: number | null;
  /** Whoever stands behind the accounts that validated it. */
  validators: readonly number[];
}

/** Why a contract does not go to this seller, in Italian; null: it does. Who has validated it never gets it. */
export function assignRefusal(contract: AssignableContract, sellerId: number): string | null {
  const { state, canceledAt, partnerId, validators } = contract;
  if (canceledAt !== null) return 'Il contratto è annullato.';
  if (state === 'completed') return 'Il contratto è completato.';
  if (partnerId === sellerId) return 'È già il secondo venditore.';
  if (validators.includes(sellerId)) return 'L’ha validato: chi segue un contratto non lo valida.';
  return null;
}
