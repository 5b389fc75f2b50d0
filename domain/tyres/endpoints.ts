import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pricedCalls } from '../record/priced-calls.ts';
import { privileges as p } from '../privileges.ts';
import { amountRange, flag } from '../record/records.ts';
import { tyre, tyreInput } from './schema.ts';

const see = [p.seeTyres, p.manageTyres];

/** Calls about tyres. The search finds sizes however they are typed. */
export const tyres = {
  'GET /tyres/brands': endpoint({ summary: 'Brands of the list', privileges: see, answer: z.array(z.string()) }),
  ...pricedCalls('tyres', {
    names: ['a tyre', 'tyres'],
    see,
    manage: [p.manageTyres],
    filters: {
      season: tyreInput.shape.season.optional(),
      rim: z.coerce.number().int().min(0).max(99).optional(),
      brand: z.string().max(80).optional(),
      ...amountRange('price'),
      inStock: flag.optional(),
      archived: flag.optional(),
    },
    input: tyreInput,
    answer: tyre,
  }),
};
