import { z } from 'zod';
import { endpoint, forEveryCompany } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { recordCalls } from '#domain/record/calls.ts';
import { datedAnswer, datedCalls, datedInput } from '#domain/record/dated.ts';
import { keysOf } from '#domain/record/machine.ts';
import { flag } from '#domain/record/records.ts';
import { anyOf } from '#domain/record/rights.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { accessRights } from '../rights.ts';
import { waitingFields } from '../waiting.ts';
import { receptionWordFields, wordKinds } from './fields.ts';

export const receptionWordInput = schemaOf(receptionWordFields);
export type ReceptionWordInput = z.output<typeof receptionWordInput>;
export const receptionWord = answerOf(receptionWordFields).extend({
  id: z.int(),
  version: z.int(),
  archived: z.boolean(),
  theirs: z.boolean().describe('The manufacturer’s, as a dealer reads it'),
});
export type ReceptionWord = z.output<typeof receptionWord>;

const waits = datedAnswer(waitingFields).extend({
  network: answerOf(waitingFields).describe('What the manufacturer has set for its network'),
});
export type WaitingAnswer = z.output<typeof waits>;

const offered = z.object({ code: z.string(), label: z.string(), retired: z.boolean() });
const receptionWords = z.object({
  reasons: z.array(offered),
  questions: z.array(offered.extend({ answers: z.array(z.string()) })),
});
export type ReceptionWords = z.output<typeof receptionWords>;
export type Offered = z.output<typeof offered>;

/** Calls about what the reception asks and how long people may wait: a dealer's own, and the manufacturer's for its network. */
export const receptionEndpoints = {
  ...forEveryCompany({
    ...recordCalls('reception-words', {
      names: ['a reason of visits or a question of the reception', 'reasons of visits and questions of the reception'],
      see: [],
      manage: [p.managePreferences],
      filters: { kind: z.enum(keysOf(wordKinds)).optional(), archived: flag.optional() },
      input: receptionWordInput,
      answer: receptionWord,
    }),
    ...datedCalls('reception-waiting', {
      what: 'how long people may wait',
      input: datedInput(waitingFields),
      answer: waits,
    }),
  }),
  'GET /accesses/words': endpoint({
    summary:
      'Reasons and questions of visits as the reception shows them, the network’s beside the own: one of each code, retired ones marked',
    privileges: anyOf(accessRights.see),
    answer: receptionWords,
  }),
};
