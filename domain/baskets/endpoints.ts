import { z } from 'zod';
import { endpoint, forManufacturer } from '#domain/endpoint.ts';
import { campaignMachine } from '#domain/quotes/campaigns/machine.ts';
import { recordCalls } from '#domain/record/calls.ts';
import { flag } from '#domain/record/records.ts';
import { anyOf } from '#domain/record/rights.ts';
import { under } from '#domain/record/under.ts';
import { holdings } from './fields.ts';
import { basket, basketChange, basketChoices, basketInput, basketPage, networkBasketInput } from './schema.ts';
import { keysOf } from '#domain/record/machine.ts';

const { rights } = campaignMachine;
const manage = anyOf(rights.change);

const callsOf = <const Area extends string, Input extends z.ZodType>(
  area: Area,
  input: Input,
  see: readonly number[],
) => ({
  ...under(area, {
    'GET /choices': endpoint({
      summary: 'Makes, models and companies that a basket may hold',
      privileges: see,
      answer: basketChoices,
    }),
    'POST /preview': endpoint({
      summary: 'What a basket with these values would hold, what enters and leaves, and who uses it; nothing is saved',
      privileges: manage,
      body: z.object({ id: z.int().positive().nullable(), values: input }),
      answer: basketChange,
    }),
  }),
  ...recordCalls(area, {
    names: ['a basket', 'baskets'],
    see,
    manage,
    filters: {
      holds: z.enum(keysOf(holdings)).optional(),
      whose: z.enum(['own', 'theirs']).optional().describe('The company’s own, or the manufacturer’s'),
      archived: flag.optional(),
    },
    input,
    answer: basket,
  }),
  ...under(area, {
    'GET /:id/page': endpoint({
      summary: 'Who uses the basket, and what it held before',
      privileges: see,
      answer: basketPage,
    }),
  }),
});

/** Calls about baskets: a dealer's own beside the manufacturer's, which it reads; and those of the manufacturer. */
export const baskets = {
  ...callsOf('baskets', basketInput, anyOf(rights.see)),
  ...forManufacturer(callsOf('network/baskets', networkBasketInput, [])),
};
