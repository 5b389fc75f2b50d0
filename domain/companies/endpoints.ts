import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Company info of the specification §3, with the province that new quotes start from. */
export const company = z.object({ id: z.int(), name: z.string(), province: z.string() });

export const companies = {
  'GET /companies/:company_id': endpoint({ summary: 'Own company', audience: 'user', answer: company }),
  'GET /companies/network': endpoint({
    summary: 'Figures of the network for the manufacturer: no personal data',
    audience: 'fms',
    answer: z.object({
      dealers: z.array(
        z.object({ id: z.int(), name: z.string(), province: z.string(), users: z.int(), quotesThisMonth: z.int() }),
      ),
      makers: z.int(),
      models: z.int(),
      versions: z.int(),
    }),
  }),
};
