/** Who is writing in which section of a contract, so that two people do not write the same. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { GONE_SECONDS } from '../record/presence.ts';
import { seers } from '../record/rights.ts';
import { contractRights } from './rights.ts';
import { contractSections } from './terms.ts';

const section = z.enum(keysOf(contractSections));

export const presenceCalls = {
  'GET /contracts/:id/presence': endpoint({
    summary: `Who else is writing in the contract now, and where, and how it stands; notes in which section the caller is, for ${GONE_SECONDS} seconds`,
    privileges: seers(contractRights),
    query: z.object({ section: section.optional() }),
    answer: z.object({
      people: z.array(z.object({ name: z.string(), section })),
      /** Differs once somebody, the customer included, has changed what the contract's answer says. */
      stamp: z.string(),
      version: z.int(),
    }),
  }),
};
