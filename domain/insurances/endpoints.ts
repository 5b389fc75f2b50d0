import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pricedCalls } from '../record/priced-calls.ts';
import { privileges as p } from '../privileges.ts';
import { flag } from '../record/records.ts';
import { insurance, insuranceInput } from './schema.ts';

const see = [p.seeInsurances, p.manageInsurances];

export const insurances = {
  'GET /insurances/insurers': endpoint({
    summary: 'Insurance companies of the list',
    privileges: see,
    answer: z.array(z.string()),
  }),
  ...pricedCalls('insurances', {
    names: ['an insurance product', 'insurance products'],
    see,
    manage: [p.manageInsurances],
    filters: {
      type: insuranceInput.shape.type.optional(),
      insurer: z.string().max(120).optional(),
      valid: flag.optional().describe('Sold today, by its dates'),
      archived: flag.optional(),
    },
    input: insuranceInput,
    answer: insurance,
  }),
};
