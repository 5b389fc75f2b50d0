import { z } from 'zod';
import { commentCalls } from '../record/comments.ts';
import { csvOf, endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { assigning, bulk, exportQuery, flag, recordsPage, recordsQuery } from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { keepingAll } from '../record/schema.ts';
import { timeline } from '../record/timeline.ts';
import { calendarDay } from '../text.ts';
import { uploadSize } from '../uploads/schema.ts';
import { customerFields } from './fields.ts';
import { customerRights } from './rights.ts';
import {
  customer,
  customerInput,
  customerHit,
  customerRow,
  likeCustomer,
  municipality,
  newCustomer,
  relation,
  relationInput,
} from './schema.ts';
import { customerTypes } from './terms.ts';

const see = { privileges: anyOf(customerRights.see) };
const change = { privileges: anyOf(customerRights.change) };
const manage = { privileges: customerRights.change.all };

const filters = {
  type: csvOf(z.enum(customerTypes)).optional(),
  sellerId: z.coerce.number().int().optional().describe('Who follows them; 0: nobody does'),
  province: z
    .string()
    .max(2)
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** Only customers without any contact, or without a tax code. */
  lacks: z.enum(['contact', 'taxCode']).optional(),
  /** Only customers with an inspection or document that expires within `SOON` days or has expired. */
  due: z.enum(['inspection', 'document']).optional(),
  createdFrom: calendarDay.optional(),
  createdTo: calendarDay.optional(),
  archived: flag.optional(),
};

export const customers = {
  'GET /customers/matches': endpoint({
    summary: 'Find customers while typing: name, tax code, VAT number, e-mail, phone or plate; at most 10',
    privileges: [p.createQuotes, p.seeCustomers, p.manageCustomers, p.registerAccesses],
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    answer: z.array(customerHit),
  }),
  'GET /customers/duplicates': endpoint({
    summary:
      'Customers like one who is being entered: the same code, phone, e-mail or name, without those whose codes or birth differ and those who were told apart; at most 5',
    ...change,
    query: z.object({
      taxCode: z.string().trim().max(customerFields.taxCode.maxLength).optional(),
      vatNumber: z.string().trim().max(customerFields.vatNumber.maxLength).optional(),
      phone: z.string().trim().max(40).optional(),
      phone2: z.string().trim().max(40).optional(),
      email: z.string().trim().max(254).optional(),
      name: z.string().trim().max(160).optional(),
      birthDate: calendarDay.optional(),
      except: z.coerce.number().int().optional().describe('The customer itself, once it is there'),
    }),
    answer: z.array(likeCustomer),
  }),
  'GET /customers/municipalities': endpoint({
    summary:
      'The municipalities of a postal code, those of a name, or the one that a cadastral code names; births abroad: states',
    ...change,
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
      /** With a code: the day on which the place was there. */
      born: calendarDay.optional(),
      name: z.string().trim().min(2).max(80).optional(),
    }),
    answer: z.array(municipality),
  }),
  'GET /customers/provinces': endpoint({
    summary: 'The provinces of today, by name',
    ...see,
    answer: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  'GET /customers/followers': endpoint({
    summary: 'Colleagues who may follow customers: active ones who make quotes',
    ...see,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /customers': endpoint({
    summary: 'The customers: filtered, sorted, paged',
    ...see,
    query: recordsQuery(filters),
    answer: recordsPage(customerRow),
  }),
  'GET /customers/export': endpoint({
    summary: 'The filtered customers as CSV or XLSX',
    ...see,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'POST /customers': endpoint({
    summary:
      'Create a customer; who creates one follows it, if nobody else is to. With `distinctFrom`, one like others is refused (409 at `distinctFrom`) until all of them are named there as other people',
    ...change,
    body: keepingAll(customerFields, 'notes', newCustomer),
    answer: customer,
    creates: true,
  }),
  'GET /customers/:id': endpoint({ summary: 'One customer', ...see, answer: customer }),
  'GET /customers/:id/timeline': endpoint({
    summary: 'Everything that happened with the customer: changes, quotes, messages',
    ...see,
    answer: timeline,
  }),
  'GET /customers/:id/relations': endpoint({
    summary: 'Family and people of a company: what others are to the customer',
    ...see,
    answer: z.array(relation),
  }),
  'POST /customers/:id/relations': endpoint({
    summary: 'Say what another customer is to this one; it is seen from both sides',
    ...change,
    body: relationInput,
    answer: relation,
    creates: true,
  }),
  'DELETE /customers/:id/relations/:relationId': endpoint({ summary: 'Take a relation away', ...change }),
  'PUT /customers/:id/distinct/:otherId': endpoint({
    summary: 'Say that another customer is a different person: the two are no longer shown as doubles',
    ...change,
  }),
  'DELETE /customers/:id/distinct/:otherId': endpoint({
    summary: 'Take back that two customers are different people',
    ...change,
  }),
  'GET /customers/:id/scans/:scanId': endpoint({
    summary: 'The scan of one of the customer’s papers, in one of two sizes where it is a picture; each look is noted',
    ...see,
    query: z.object({ size: uploadSize }),
    answer: 'file',
  }),
  'PUT /customers/:id': endpoint({
    summary: 'Change a customer; those of others by who manages customers',
    ...change,
    body: keepingAll(customerFields, 'notes', customerInput),
    answer: customer,
    versioned: true,
  }),
  'POST /customers/assign': endpoint({
    summary: 'Have customers followed by other colleagues, who are told, or by nobody: a result for each',
    ...manage,
    ...assigning(z.int().positive().nullable(), 'cliente', 'clienti'),
  }),
  ...commentCalls('customers', see.privileges),
  'POST /customers/bulk': endpoint({ ...bulk, ...manage }),
};
