import { z } from 'zod';
import { endpoint, listQuery, pageOf } from '../endpoint.ts';
import { archiving, exportQuery, flag, importing, repricing } from '../reference.ts';
import { timeline } from '../timeline.ts';
import { tyre, tyreInput } from './schema.ts';

const filters = {
  season: tyreInput.shape.season.optional(),
  rim: z.coerce.number().int().min(0).max(99).optional(),
  brand: z.string().max(80).optional(),
  inStock: flag.optional(),
  archived: flag.optional(),
};
const view = { privileges: [7, 8] };
const manage = { privileges: [8] };

export const tyres = {
  'GET /tyres': endpoint({
    summary: 'Tyres: filtered, sorted, paged; the search finds sizes however they are typed',
    ...view,
    query: listQuery.extend(filters),
    answer: pageOf(tyre),
  }),
  'GET /tyres/export': endpoint({
    summary: 'The filtered tyres as CSV or XLSX',
    ...view,
    query: exportQuery(filters),
    answer: 'file',
  }),
  'GET /tyres/brands': endpoint({ summary: 'Brands of the list', ...view, answer: z.array(z.string()) }),
  'POST /tyres': endpoint({ summary: 'Create a tyre', ...manage, body: tyreInput, answer: tyre, creates: true }),
  'GET /tyres/:id': endpoint({ summary: 'One tyre', ...view, answer: tyre }),
  'GET /tyres/:id/timeline': endpoint({ summary: 'Who changed what', ...view, answer: timeline }),
  'PUT /tyres/:id': endpoint({
    summary: 'Change a tyre',
    ...manage,
    body: tyreInput,
    answer: tyre,
    versioned: true,
  }),
  'PUT /tyres/:id/archived': endpoint({ ...archiving, ...manage, answer: tyre }),
  'POST /tyres/reprice': endpoint({ ...repricing, ...manage }),
  'POST /tyres/import': endpoint({ ...importing, ...manage }),
};
