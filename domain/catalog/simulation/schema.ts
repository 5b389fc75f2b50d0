import { z } from 'zod';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { comparedSides } from '../editions/schema.ts';
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
