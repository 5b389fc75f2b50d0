import { z } from 'zod';
import { csvOf, endpoint, forManufacturer, id } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { recordCalls } from '#domain/record/calls.ts';
import { keysOf } from '#domain/record/machine.ts';
import { flag } from '#domain/record/records.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { dayIn } from '#domain/text.ts';
import { stageFields } from './fields.ts';
import { stageFilter } from './stage-calls.ts';
import { countedBy, MOST_STAGE_DAYS, stagedWords } from './terms.ts';

const daysInStage = z.coerce.number().int().min(0).max(MOST_STAGE_DAYS).optional();
const entity = z.enum(keysOf(stagedWords));

export const stageInput = schemaOf(stageFields);
export type StageInput = z.output<typeof stageInput>;
export const stage = answerOf(stageFields).extend({
  id: z.int(),
  version: z.int(),
  archived: z.boolean(),
  movesTo: z.int().nullable().describe('Of a retired one, the stage in which its open negotiations are to go on'),
  movesOn: z.iso.date().nullable().describe('From which day'),
});
export type Stage = z.output<typeof stage>;

const counting = {
  entity: entity.default('quote'),
  by: z.enum(keysOf(countedBy)).default('company'),
  makerId: id.optional().describe('Quotes of its models; leads are of no maker'),
  companyId: id.optional(),
  modelId: id.optional().describe('Leads are of no model'),
  province: z
    .string()
    .max(2)
    .regex(/^[A-Z]{2}$/)
    .optional(),
  stageId: stageFilter.stageId.describe('0: in none'),
  minDays: daysInStage.describe('Those that have been in their stage for so many days, or more'),
  maxDays: daysInStage.describe('The same, or fewer'),
};
const counted = z.object({ stageId: z.int().nullable(), count: z.int() });

/** Calls about the stages that the manufacturer writes, and what it counts by them. */
export const negotiations = forManufacturer({
  ...recordCalls('negotiation-stages', {
    names: ['a stage of negotiations', 'stages of negotiations'],
    see: [],
    manage: [p.managePreferences],
    filters: { entity: csvOf(entity).optional(), archived: flag.optional() },
    input: stageInput,
    answer: stage,
  }),
  'POST /negotiation-stages/:id/move': endpoint({
    summary:
      'Let the open negotiations that a retired stage has go on in another one, in all companies, by a job: at once, or on a day of which the companies are told before. A negotiation that was put into another stage until the job reaches it stays there; whoever holds one as it was before gets 412',
    privileges: [p.managePreferences],
    body: z.object({
      toId: id,
      on: dayIn('planned').optional().describe('At 0:00 in Rome, within a year; absent or today: at once'),
    }),
    answer: stage,
    versioned: true,
  }),
  'POST /negotiation-stages/:id/place': endpoint({
    summary: 'Put a stage one place before or after, among those of its kind that are offered; at an end it stays',
    privileges: [p.managePreferences],
    body: z.object({ by: z.union([z.literal(-1), z.literal(1)]) }),
    answer: z.array(stage).describe('Those of its kind that are offered, in their new order'),
    versioned: true,
  }),
  'GET /network/negotiations/export': endpoint({
    summary: 'Open negotiations by company, model or province, stage and days in it, as CSV or XLSX',
    privileges: [],
    query: z.object({ ...counting, format: z.enum(['csv', 'xlsx']) }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /network/negotiations': endpoint({
    summary:
      'Open negotiations of the network by stage and days in it, for each company, model or province: no persons, no prices',
    query: z.object(counting),
    answer: z.object({
      of: z
        .array(z.string())
        .describe(
          'Names of the company, the model and the province that alone are counted, as far as they are asked for',
        ),
      rows: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          stages: z.array(counted),
          open: z.int(),
          still: z.int().describe('Longer than 30 days in their stage'),
        }),
      ),
      ages: z.array(
        z.object({
          stageId: z.int().nullable(),
          bands: z.array(z.int()).describe('Days in the stage: 0–7, 8–14, 15–30, 31–60, more'),
        }),
      ),
      used: z.array(counted).describe('All negotiations that have the stage, also those that are over'),
    }),
  }),
});
