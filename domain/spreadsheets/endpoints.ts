import { z } from 'zod';
import { endpoint, forEveryCompany } from '../endpoint.ts';
import { KEPT_DAYS } from './limits.ts';

export const spreadsheet = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(['waiting', 'ready', 'failed']),
  /** Why there is none. */
  failure: z.string().nullable(),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  createdAt: z.string(),
  /** When it is deleted. */
  until: z.string(),
});

export const spreadsheets = forEveryCompany({
  'GET /spreadsheets': endpoint({
    summary: `Own large spreadsheets of the last ${KEPT_DAYS} days, the newest first: an export with too many rows is made by a job`,
    answer: z.array(spreadsheet),
  }),
  'GET /spreadsheets/:id/file': endpoint({
    summary: 'The file of one that is ready, as far as the caller may still see all that its maker could',
    answer: 'file',
  }),
});
