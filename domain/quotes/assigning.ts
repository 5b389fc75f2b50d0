import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { integer } from '../italian.ts';
import { MOST_AT_ONCE } from '../list.ts';
import { outcomes } from '../records.ts';
import { anyOf } from '../rights.ts';
import { quoteMachine } from './rules.ts';

const { may } = quoteMachine.acts.assign;

/** Quotes that go from one seller to another. */
export const assigningCalls = {
  'GET /quotes/assignees': endpoint({
    summary: 'Colleagues to whom quotes may be given: active ones who make quotes',
    privileges: anyOf(may),
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'POST /quotes/assign': endpoint({
    summary: 'Give quotes, each with all its revisions, to other sellers, who are told: a result for each',
    privileges: anyOf(may),
    body: z.object({
      rows: z
        .array(z.object({ id: z.int().positive(), version: z.int(), sellerId: z.int().positive() }))
        .min(1, 'Scegliere almeno un preventivo')
        .max(MOST_AT_ONCE, `Al massimo ${integer(MOST_AT_ONCE)} preventivi`),
    }),
    answer: z.object({
      results: z.array(
        z.object({
          id: z.int(),
          outcome: z
            .enum([...outcomes, 'refused', 'nobody'])
            .describe('refused: its state is against it; nobody: the seller makes no quotes here'),
          version: z.int().nullable(),
          from: z.int().nullable().describe('The seller before, for the way back'),
          why: z.string().nullable().describe('The sentence of a refusal'),
        }),
      ),
    }),
    keyed: true,
  }),
};
export type Assigned = z.output<(typeof assigningCalls)['POST /quotes/assign']['answer']>['results'][number];
