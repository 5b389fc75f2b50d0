import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { customer, customerInput, customerMatch } from './schema.ts';

export const customers = {
  'GET /customers/matches': endpoint({
    summary: 'Find customers while typing: name, tax code, VAT number, e-mail or phone; at most 10',
    privileges: [13, 20, 21, 22],
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    answer: z.array(customerMatch),
  }),
  'POST /customers': endpoint({
    summary: 'Create a customer',
    privileges: [21, 22],
    body: customerInput,
    answer: customer,
    creates: true,
  }),
  'GET /customers/:id': endpoint({ summary: 'One customer', privileges: [13, 20, 21, 22], answer: customer }),
  'PUT /customers/:id': endpoint({
    summary: 'Change a customer',
    privileges: [21],
    body: customerInput,
    answer: customer,
    versioned: true,
  }),
};
