import { z } from 'zod';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { homologationFields } from './fields.ts';

export const homologationInput = schemaOf(homologationFields);
export type HomologationInput = z.output<typeof homologationInput>;

const answered = answerOf(homologationFields);

export const homologation = answered.extend({
  id: z.int(),
  version: z.int(),
  /** Make, model and version of the car. */
  vehicle: z.string(),
  archived: z.boolean(),
});
export type Homologation = z.output<typeof homologation>;

/** The approval of a version on a day, as its price sheet has it. */
export const homologationOfDay = answered.omit({ versionId: true, validFrom: true, validTo: true });
