import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { contract } from './schema.ts';

export const revaluationCalls = {
  'POST /contracts/:id/revaluation': endpoint({
    summary:
      'Decide on a car taken in that was valued above what was validated: agree, or put the validated value back; never by who sells or made the contract while somebody else may',
    privileges: [p.approveContracts],
    body: z.object({ agrees: z.boolean() }),
    answer: contract,
    versioned: true,
  }),
};
