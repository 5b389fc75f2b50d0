import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { duplicates, erasureInput, erasurePlan, looks, merge, mergeInput, mergePreview, retention } from './schema.ts';

const manage = [p.manageCustomers] as const;
/** Privilege of people who are responsible for the company's privacy. */
const answers = [p.managePreferences] as const;

export const persons = {
  'GET /persons/duplicates': endpoint({
    summary:
      'Customers who may be the same person, by what they have in common, or those like one customer; at most 200 groups',
    privileges: manage,
    query: z.object({ customerId: z.coerce.number().int().positive().optional() }),
    answer: duplicates,
  }),
  'GET /persons/merges': endpoint({
    summary: 'Merges that can still be undone, newest first',
    privileges: manage,
    answer: z.array(merge),
  }),
  'GET /persons/merges/preview': endpoint({
    summary: 'What merging two customers would do: where they differ and what moves',
    privileges: manage,
    query: z.object({ keptId: z.coerce.number().int().positive(), goneId: z.coerce.number().int().positive() }),
    answer: mergePreview,
  }),
  'POST /persons/merges': endpoint({
    summary: 'Merge two customers field by field; all that hangs on the one moves to the other',
    privileges: manage,
    body: mergeInput,
    answer: merge,
    creates: true,
  }),
  'POST /persons/merges/:id/undo': endpoint({
    summary: 'Undo a merge within 7 days; what was changed since stays',
    privileges: manage,
    keyed: true,
  }),
  'GET /persons/:id/export': endpoint({
    summary:
      'Everything that is held about a customer, as a ZIP: a page to read, CSV, JSON and documents (art. 15 and 20 GDPR)',
    privileges: manage,
    answer: 'file',
    heavy: 'long',
  }),
  'GET /persons/:id/erasure': endpoint({
    summary: 'What erasing a customer would erase, what the law keeps, why and until when',
    privileges: answers,
    answer: erasurePlan,
  }),
  'POST /persons/:id/erasure': endpoint({
    summary: 'Erase the personal data of a customer (art. 17 GDPR); it cannot be undone',
    privileges: answers,
    body: erasureInput,
    answer: erasurePlan,
    versioned: true,
  }),
  'GET /persons/retention': endpoint({
    summary: 'Customers who are past the time for which their data are kept: how many, and the first of them',
    privileges: answers,
    answer: retention,
  }),
  'POST /persons/retention': endpoint({
    summary: 'Erase customers who are past their time; others among them are left alone',
    privileges: answers,
    body: z.object({ ids: z.array(z.int().positive()).min(1).max(50) }),
    answer: z.object({ erased: z.int(), looks }),
    keyed: true,
  }),
};
