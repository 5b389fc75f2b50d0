import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { assigning } from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { quoteMachine } from './rules.ts';

const { may } = quoteMachine.acts.assign;

/** Calls that pass quotes from one seller to another. */
export const assigningCalls = {
  'GET /quotes/assignees': endpoint({
    summary: 'Colleagues to whom quotes may be given: active ones who make quotes',
    privileges: anyOf(may),
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'POST /quotes/assign': endpoint({
    summary: 'Give quotes, each with all its revisions, to other sellers, who are told: a result for each',
    privileges: anyOf(may),
    ...assigning(z.int().positive(), 'preventivo', 'preventivi'),
  }),
};
