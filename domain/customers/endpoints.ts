import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { customer, customerInput, customerMatch, municipality } from './schema.ts';

export const customers = {
  'GET /customers/matches': endpoint({
    summary: 'Find customers while typing: name, tax code, VAT number, e-mail or phone; at most 10',
    privileges: [p.createQuotes, p.seeCustomers, p.manageCustomers, p.registerAccesses],
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    answer: z.array(customerMatch),
  }),
  'GET /customers/municipalities': endpoint({
    summary: 'The municipalities of a postal code, or the one that a cadastral code names',
    privileges: [p.manageCustomers, p.registerAccesses],
    query: z.object({
      cap: z
        .string()
        .max(5)
        .regex(/^\d{5}$/)
        .optional(),
      code: z
        .string()
        .max(4)
        .regex(/^[A-Z]\d{3}$/)
        .optional(),
    }),
    answer: z.array(municipality),
  }),
  'POST /customers': endpoint({
    summary: 'Create a customer',
    privileges: [p.manageCustomers, p.registerAccesses],
    body: customerInput,
    answer: customer,
    creates: true,
  }),
  'GET /customers/:id': endpoint({
    summary: 'One customer',
    privileges: [p.createQuotes, p.seeCustomers, p.manageCustomers, p.registerAccesses],
    answer: customer,
  }),
  'PUT /customers/:id': endpoint({
    summary: 'Change a customer',
    privileges: [p.manageCustomers, p.registerAccesses],
    body: customerInput,
    answer: customer,
    versioned: true,
  }),
};
