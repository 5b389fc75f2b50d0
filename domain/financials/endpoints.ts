import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pricedCalls } from '../record/priced-calls.ts';
import { privileges as p } from '../privileges.ts';
import { flag } from '../record/records.ts';
import { basket, planInput, planRecord } from './plan-schema.ts';
import { taxParams } from './schema.ts';
import { tableInForce } from './tables/schema.ts';
import { planTypes } from './terms.ts';

const see = [p.seeFinancials, p.manageFinancials];

/** Calls about financing plans. Their price change adds percentage points to the TAN. */
export const financials = {
  'GET /financials/lenders': endpoint({
    summary: 'Financing companies of the list',
    privileges: see,
    answer: z.array(z.string()),
  }),
  'GET /financials/baskets': endpoint({
    summary: 'Baskets of versions that a table of future values may be for',
    privileges: see,
    answer: z.array(basket),
  }),
  'GET /financials/tables': endpoint({
    summary: 'The manufacturer’s tables of future values in force today, which a plan may name',
    privileges: see,
    answer: z.array(tableInForce),
  }),
  'GET /financials/taxes': endpoint({
    summary: 'What plans are taxed with today',
    privileges: see,
    answer: taxParams,
  }),
  ...pricedCalls('financials', {
    names: ['a financing plan', 'financing plans'],
    see,
    manage: [p.manageFinancials],
    filters: {
      type: z.enum(planTypes).optional(),
      lender: z.string().max(120).optional(),
      valid: flag.optional().describe('Sold today, by its dates'),
      archived: flag.optional(),
    },
    input: planInput,
    answer: planRecord,
  }),
};
