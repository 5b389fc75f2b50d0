/** Leads that pass to other colleagues, many at once. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { assigning } from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { leadMachine } from './rules.ts';

export const assigningCalls = {
  'POST /leads/assign': endpoint({
    summary: 'Give leads to colleagues, or to nobody; their deadlines stay, both are told: a result for each',
    privileges: anyOf(leadMachine.acts.assign.may),
    ...assigning(z.int().positive().nullable(), 'lead', 'lead'),
  }),
};
