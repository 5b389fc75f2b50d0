/** What the manufacturer finds of its network by a few letters. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { hit } from '../search/endpoints.ts';

export const searchCalls = {
  'GET /network/search': endpoint({
    summary:
      'Find companies of the network by name; tickets by subject, asker or number, for who answers them: no customer of a dealer',
    audience: 'fms',
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    answer: z.array(hit),
  }),
};
