/** The stage of a negotiation, beside the state of its record: the calls of each kind that has one. */
import { z } from 'zod';
import { endpoint } from '#domain/endpoint.ts';
import { MOST_STAGE_REASON } from './terms.ts';
import { line } from '#domain/text.ts';
import { under } from '#domain/record/under.ts';

const offered = z.object({
  id: z.int(),
  label: z.string(),
  colour: z.string(),
  probability: z.int().describe('Percent'),
  asksReason: z.boolean(),
});
export type OfferedStage = z.output<typeof offered>;

const place = z.object({
  version: z.int(),
  stage: offered.nullable(),
  since: z.string().nullable().describe('A day in Rome'),
  /** What can be chosen; empty where the caller may not, or the negotiation is over. */
  offered: z.array(offered),
});
export type StagePlace = z.output<typeof place>;

/** What a list asks: one stage, or 0 for rows in none. */
export const stageFilter = { stageId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() };

/** `GET /quotes/:id/stage` and its kind: `see` reads it, `change` chooses another one. */
export const stageCalls = <const Area extends string>(
  area: Area,
  { see, change }: { see: readonly number[]; change: readonly number[] },
) =>
  under(area, {
    'GET /:id/stage': endpoint({
      summary: 'The stage of the negotiation, and those that can be chosen',
      privileges: see,
      answer: place,
    }),
    'PUT /:id/stage': endpoint({
      summary: 'Choose the stage of the negotiation; some ask for a reason',
      privileges: change,
      body: z.object({
        stageId: z.int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
        reason: line.max(MOST_STAGE_REASON, `Al massimo ${MOST_STAGE_REASON} caratteri`).default(''),
      }),
      answer: place,
      versioned: true,
    }),
    'GET /stages': endpoint({
      summary: 'The stages by which the list is asked, also those that are not offered any more',
      privileges: see,
      answer: z.array(z.object({ id: z.int(), label: z.string(), retired: z.boolean() })),
    }),
  });
