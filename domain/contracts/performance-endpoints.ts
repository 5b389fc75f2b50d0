import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { seers } from '../record/rights.ts';
import { commissionStates } from './performance.ts';
import { contractRights } from './rights.ts';
import { correctedMargins } from './terms.ts';

const cents = z.int();

const performance = z.object({
  /** The margins with their corrections; null: the caller may not see them, or a cost is not known. */
  steps: z
    .array(
      z.object({
        key: z.enum(keysOf(correctedMargins)),
        label: z.string(),
        amount: cents,
        rows: z.array(z.object({ label: z.string(), amount: cents })),
      }),
    )
    .nullable(),
  /** VAT of the sale, and VAT that the margin scheme owes; only for callers who may see margins. */
  vat: cents.nullable(),
  marginVat: cents.nullable(),
  /** Of everybody for callers who may see that, else the own one. */
  commissions: z.array(
    z.object({
      name: z.string(),
      amount: cents,
      open: z.boolean(),
      state: z.enum(keysOf(commissionStates)),
      on: z.string().nullable(),
    }),
  ),
});
export type Performance = z.output<typeof performance>;

export const contractPerformanceCalls = {
  'GET /contracts/:id/performance': endpoint({
    summary: 'Margins row by row (privilege 33) and commissions (31, or the own one) of a contract',
    privileges: seers(contractRights),
    answer: performance,
  }),
};
