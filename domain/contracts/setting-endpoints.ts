import { z } from 'zod';
import { customerTypes } from '../customers/terms.ts';
import { datedAnswer, datedCalls, datedInput } from '../dated.ts';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../machine.ts';
import { privileges as p } from '../privileges.ts';
import { flag } from '../records.ts';
import { saleChannels } from '../stock/terms.ts';
import { contractSettingFields, requirableWords, stages } from './setting-fields.ts';
import { documentTypes } from './terms.ts';

/** Calls about what a company sets for its contracts (screens.md §9, contract_schema). */
export const contractSettingCalls = {
  ...datedCalls('contracts/settings', {
    what: 'its contracts',
    input: datedInput(contractSettingFields),
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
};
