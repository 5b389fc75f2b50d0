import { z } from 'zod';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { id } from '#domain/endpoint.ts';
import { comparedSides, optionsQuery } from '../editions/schema.ts';
import { optionKinds } from '../terms.ts';
import { sampleFields } from './fields.ts';

/** The most configurations that are kept: all of them are priced at once. */
export const MOST_SAMPLES = 30;

export const sampleInput = schemaOf(sampleFields);
export type SampleInput = z.output<typeof sampleInput>;
export const sample = answerOf(sampleFields).extend({
  id: z.int(),
  version: z.int(),
  vehicle: z.string().describe('The version in words'),
});
export type Sample = z.output<typeof sample>;

export const simulationQuery = z.object({ list: comparedSides.shape.to.describe('A day, or the id of an edition') });

/** What a quote shows of a configuration; cents. */
export const simulated = z.object({
  list: z.int(),
  discounts: z.int(),
  vat: z.int(),
  ipt: z.int(),
  registration: z.int(),
  stateAid: z.int(),
  keysInHand: z.int(),
  monthly: z.int().nullable().describe('Null: without a loan, or where none can be computed'),
  campaigns: z.array(z.object({ name: z.string(), amount: z.int() })),
  issues: z.array(z.string()).describe('What a seller would be told'),
});
export type Simulated = z.output<typeof simulated>;

export const simulation = z.object({
  name: z.string().describe('What the list is called'),
  day: z.iso.date().describe('The day whose taxes and campaigns count beside it'),
  skipped: z
    .array(z.string())
    .describe('Editions planned up to that day that would be refused, because the catalogue has changed'),
  rows: z.array(
    z.object({
      sample: sample.pick({ id: true, name: true, vehicle: true }),
      before: simulated.nullable().describe('Today; null: not on sale'),
      after: simulated.nullable(),
    }),
  ),
});

/** Options found of one answer, beside those that are on the car. */
export const CHOICE_SHOWN = 100;
const MOST_CHOSEN = sampleFields.optionIds.most;
export const choiceQuery = z.object({
  edition: id.optional(),
  q: optionsQuery.shape.q,
  chosen: z
    .string()
    .max(16 * MOST_CHOSEN)
    .regex(/^([1-9]\d{0,14}(,[1-9]\d{0,14})*)?$/)
    .default('')
    .transform((text) => [...new Set(text.split(',').filter(Boolean).map(Number))])
    .refine(({ length }) => length <= MOST_CHOSEN, `Al massimo ${MOST_CHOSEN} optional`)
    .describe('The options chosen so far, separated by commas'),
  press: id.optional().describe('One that is chosen, or let go, now'),
});
export const choice = z.object({
  sum: z.int().describe('Cents of the list price with what is chosen'),
  chosen: z.array(z.int()).describe('What is chosen now, without what packs bring'),
  added: z.array(z.string()).describe('Names of what the press has brought beside it'),
  removed: z.array(z.string()),
  refused: z.string().nullable().describe('Name of what cannot be chosen, because the rules do not allow it'),
  issues: z.array(z.string()).describe('What a seller would be told'),
  left: z.int().describe('How many are found beside those that are answered'),
  options: z
    .array(
      z.object({
        id: z.int(),
        code: z.string(),
        name: z.string(),
        kind: z.enum(optionKinds),
        standard: z.boolean(),
        price: z.int().nullable().describe('Cents; null: it has none yet, and nobody sells it'),
        on: z.enum(['chosen', 'included']).nullable().describe('Included: a pack brings it'),
      }),
    )
    .describe(`What is on the car, then what is found, at most ${CHOICE_SHOWN}`),
});
