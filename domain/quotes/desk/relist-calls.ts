import { z } from 'zod';
import { endpoint } from '#domain/endpoint.ts';
import { anyOf } from '#domain/record/rights.ts';
import { quoteMachine } from '../rules.ts';
import { quote } from '../schema.ts';
import { MOST_RELISTED } from '../limits.ts';

const { acts } = quoteMachine;

/** Ids in an address, as many as one answer tells. */
const ids = z
  .string()
  .max(400)
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .pipe(z.array(z.int().positive()).min(1, 'Scegliere i preventivi').max(MOST_RELISTED));

/** Calls by which quotes give up the list that they keep after an edition. */
export const relistCalls = {
  'GET /quotes/relist': endpoint({
    summary: 'What today’s list makes of some quotes, in cents keys in hand, or why one does not take it',
    privileges: anyOf(acts.save.may),
    heavy: 'short',
    query: z.object({ ids }),
    answer: z.object({
      quotes: z.array(z.object({ id: z.int(), refused: z.string().nullable(), from: z.int(), to: z.int() })),
    }),
  }),
  'POST /quotes/:id/relist': endpoint({
    summary: 'Price a draft by today’s list, though it could keep the one before',
    privileges: anyOf(acts.save.may),
    answer: quote,
    versioned: true,
  }),
  'DELETE /quotes/:id/relist': endpoint({
    summary: 'Give a draft the list back that it gave up, for as long as it was not saved since',
    privileges: anyOf(acts.save.may),
    answer: quote,
    versioned: true,
  }),
};
