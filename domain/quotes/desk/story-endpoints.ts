import { z } from 'zod';
import { commentCalls } from '#domain/record/comments.ts';
import { endpoint } from '#domain/endpoint.ts';
import { keysOf } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { anyOf } from '#domain/record/rights.ts';
import type { Repriced } from '../sheet/changes.ts';
import type { Difference } from './difference.ts';
import { quoteRights } from '../rights.ts';
import { storyEvents } from '#domain/documents/sending.ts';
import { SESSION_QUOTES } from './session.ts';
import { quoteStates } from '../terms.ts';

const repriced = z.object({
  from: z.int(),
  to: z.int(),
  changes: z.array(z.object({ label: z.string(), from: z.int().nullable(), to: z.int().nullable() })),
}) satisfies z.ZodType<Repriced>;

const difference = repriced.extend({
  words: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
}) satisfies z.ZodType<Difference>;

const story = z.object({
  events: storyEvents,
  revisions: z.array(
    z.object({
      id: z.int(),
      revision: z.int(),
      state: z.enum(keysOf(quoteStates)),
      superseded: z.boolean(),
      keysInHand: z.int(),
      createdAt: z.string(),
      href: z.string(),
    }),
  ),
});
export type Story = z.output<typeof story>;

/** The ids of the quotes to compare, at most as many as a comparison has columns. */
const compared = z
  .string()
  .max(100)
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .pipe(z.array(z.int().positive()).min(1, 'Scegliere i preventivi').max(SESSION_QUOTES, 'Al massimo 3 preventivi'));

/** Calls about the history of a quote, and about what has changed since it was issued. */
export const storyEndpoints = {
  'GET /quotes/comparison': endpoint({
    summary: 'Up to three quotes side by side as PDF/A, on a landscape page',
    privileges: [p.createQuotes],
    query: z.object({ ids: compared }),
    answer: 'file',
    heavy: 'short',
  }),
  ...commentCalls('quotes', anyOf(quoteRights.see)),
  'GET /quotes/:id/timeline': endpoint({
    summary: 'Activity of all revisions with what was written to the customer and back, and the revisions',
    privileges: anyOf(quoteRights.see),
    answer: story,
  }),
  'GET /quotes/:id/difference': endpoint({
    summary: 'What this revision says otherwise than the issued one before it; null for the first',
    privileges: anyOf(quoteRights.see),
    answer: z.object({
      difference: difference.extend({ revision: z.int().describe('The one before it') }).nullable(),
    }),
  }),
  'GET /quotes/:id/today': endpoint({
    summary:
      'What a quote costs otherwise at the prices of today than when it was issued, or a draft than when it was saved; null where it is nothing',
    privileges: anyOf(quoteRights.see),
    answer: z.object({
      repriced: repriced.nullable(),
      /** Everything that the customer would owe today, in cents; only of an expired quote. */
      total: z.int().nullable(),
    }),
  }),
};
