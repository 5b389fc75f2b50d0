import { z } from 'zod';
import { csvOf, endpoint, forEveryCompany } from '#domain/endpoint.ts';
import { keysOf } from '#domain/record/machine.ts';
import { moveEndpoints } from '#domain/record/moves.ts';
import { recordCalls } from '#domain/record/calls.ts';
import { flag } from '#domain/record/records.ts';
import { anyOf } from '#domain/record/rights.ts';
import { campaignMachine } from './machine.ts';
import { campaign, campaignChoices, campaignInput, trial, trialInput } from './schema.ts';
import { campaignStates, usages } from './terms.ts';

const { rights } = campaignMachine;
const see = { privileges: anyOf(rights.see) };
const change = { privileges: anyOf(rights.change) };

/**
 * Calls about incentives and campaigns. Every company has its own; the manufacturer's are read by all, and written by
 * the same calls.
 */
export const campaignEndpoints = forEveryCompany({
  'GET /campaigns/choices': endpoint({
    summary: 'Makes, models, baskets and lenders that a campaign may be for',
    ...see,
    answer: campaignChoices,
  }),
  'GET /campaigns/cars': endpoint({
    summary: 'Versions of the catalogue, or cars of the stock, by name; at most 20',
    ...see,
    query: z.object({ q: z.string().trim().max(100).optional(), kind: z.enum(['version', 'new', 'used']) }),
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  ...recordCalls('campaigns', {
    names: ['a campaign', 'campaigns with their incentives'],
    see: see.privileges,
    manage: change.privileges,
    filters: {
      state: csvOf(z.enum(keysOf(campaignStates))).optional(),
      whose: z.enum(['own', 'theirs']).optional().describe('The company’s own, or the manufacturer’s'),
      usage: z.enum(keysOf(usages)).optional(),
      archived: flag.optional(),
    },
    input: campaignInput,
    answer: campaign,
  }),
  'POST /campaigns/:id/copy': endpoint({
    summary: 'A draft with the values of a campaign, also of the manufacturer’s',
    ...change,
    answer: campaign,
    creates: true,
  }),
  'POST /campaigns/:id/trial': endpoint({
    summary: 'What a sample quote shows with these values and without; they may be activated afterwards',
    ...change,
    body: trialInput,
    answer: trial,
  }),
  ...moveEndpoints(campaignMachine, campaign, {
    activate: 'From now on it counts in quotes, within its days; only values that were tried',
    stop: 'It no longer counts, with the reason; issued quotes keep theirs',
    resume: 'It counts again',
  }),
});
