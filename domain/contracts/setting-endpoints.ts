import { z } from 'zod';
import { customerTypes } from '../customers/terms.ts';
import { datedAnswer, datedCalls, datedInput } from '../record/dated.ts';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { reasonCalls } from '../record/reasons.ts';
import { flag } from '../record/records.ts';
import { saleChannels } from '../stock/terms.ts';
import { firstReasons } from './rules.ts';
import { requirableWords, stages } from './setting-fields.ts';
import { contractSettingFields } from './setting-standards.ts';
import { documentTypes } from './terms.ts';

/** Who offers the advanced signature has conditions and is insured (DPCM 22 February 2013, art. 57). */
const settingInput = datedInput(contractSettingFields).superRefine((of, ctx) => {
  if (!of.advancedSignature) return;
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (of.advancedInsurance === '') issue('advancedInsurance', 'Indicare compagnia, polizza e massimale');
  if (of.advancedConditions === '') issue('advancedConditions', 'Scrivere le condizioni che il cliente accetta');
});
/** Calls about what a company sets for its contracts. */
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
      /** Only of those that take a car in. */
      tradeIn: flag.optional(),
    }),
    answer: z.object({ blocked: z.int() }),
  }),
  ...reasonCalls('contracts', { what: 'a contract', moves: keysOf(firstReasons) }),
};
