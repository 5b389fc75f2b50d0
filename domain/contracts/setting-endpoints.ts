import { z } from 'zod';
import { customerTypes } from '../customers/terms.ts';
import { datedAnswer, datedCalls, datedInput } from '../dated.ts';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../machine.ts';
import { privileges as p } from '../privileges.ts';
import { flag } from '../records.ts';
import { schemaOf } from '../schema.ts';
import { saleChannels } from '../stock/terms.ts';
import { reasonedMoves, reasonFields } from './reason-fields.ts';
import { requirableWords, stages } from './setting-fields.ts';
import { contractSettingFields } from './setting-standards.ts';
import { documentTypes } from './terms.ts';

const move = z.enum(reasonedMoves);
const reasonInput = schemaOf(reasonFields)
  .extend({ move })
  .superRefine(({ reasons }, ctx) => {
    const issue = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message });
    if (reasons.length === 0) issue(['reasons'], 'Lasciare almeno un motivo: senza, nessuno può fare il passaggio');
    for (const [at, { label }] of reasons.entries())
      if (reasons.findIndex((one) => one.label === label) < at)
        issue(['reasons', at, 'label'], 'Questo motivo c’è già');
  });
/** Who offers the advanced signature has conditions and is insured (DPCM 22 February 2013, art. 57). */
const settingInput = datedInput(contractSettingFields).superRefine((of, ctx) => {
  if (!of.advancedSignature) return;
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (of.advancedInsurance === '') issue('advancedInsurance', 'Indicare compagnia, polizza e massimale');
  if (of.advancedConditions === '') issue('advancedConditions', 'Scrivere le condizioni che il cliente accetta');
});
const reasonAnswer = z.object({
  version: z.int(),
  /** `label`: as the move is called. */
  moves: z.array(
    z.object({
      move,
      label: z.string(),
      reasons: z.array(z.object({ label: z.string(), needsNote: z.boolean() })),
    }),
  ),
});
export type ReasonAnswer = z.output<typeof reasonAnswer>;

/** Calls about what a company sets for its contracts (screens.md §9, contract_schema). */
export const contractSettingCalls = {
  ...datedCalls('contracts/settings', {
    what: 'its contracts',
    input: settingInput,
    answer: datedAnswer(contractSettingFields),
  }),
  'GET /contracts/settings/blocked': endpoint({
    summary: 'How many open contracts lack a field or a document now that may become required before a move',
    privileges: [p.managePreferences],
    query: z.object({
      field: z.enum(keysOf(requirableWords)).optional(),
      document: z.enum(keysOf(documentTypes)).optional(),
      stage: z.enum(keysOf(stages)),
      channel: z.enum(keysOf(saleChannels)).optional(),
      customerType: z.enum(customerTypes).optional(),
      /** Only of financed contracts. */
      financed: flag.optional(),
    }),
    answer: z.object({ blocked: z.int() }),
  }),
  'GET /contracts/settings/reasons': endpoint({
    summary: 'The reasons that the company offers for the moves of a contract; to begin with those of the product',
    privileges: [p.managePreferences],
    answer: reasonAnswer,
  }),
  'PUT /contracts/settings/reasons': endpoint({
    summary: 'Set the reasons of a move in their order; what was said with one that is left out stays readable',
    privileges: [p.managePreferences],
    body: reasonInput,
    answer: reasonAnswer,
    versioned: true,
  }),
};
