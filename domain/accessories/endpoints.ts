import { z } from 'zod';
import { endpoint, listQuery, pageOf } from '../endpoint.ts';
import { archiving, exportQuery, flag, importing, repricing } from '../reference.ts';
import { timeline } from '../timeline.ts';
import { accessory, accessoryInput } from './schema.ts';

const filters = {
  makerId: z.coerce.number().int().optional(),
  inStock: flag.optional(),
  archived: flag.optional(),
};
const view = { privileges: [3, 4] };
const manage = { privileges: [4] };

export const accessories = {
  'GET /accessories': endpoint({
    summary: 'Accessories: filtered, sorted, paged',
    ...view,
    query: listQuery.extend(filters),
    answer: pageOf(accessory),
  }),
  'GET /accessories/export': endpoint({
    summary: 'The filtered accessories as CSV or XLSX',
    ...view,
    query: exportQuery(filters),
    answer: 'file',
  }),
  'POST /accessories': endpoint({
    summary: 'Create an accessory',
    ...manage,
    body: accessoryInput,
    answer: accessory,
    creates: true,
  }),
  'GET /accessories/:id': endpoint({ summary: 'One accessory', ...view, answer: accessory }),
  'GET /accessories/:id/timeline': endpoint({ summary: 'Who changed what', ...view, answer: timeline }),
  'PUT /accessories/:id': endpoint({
    summary: 'Change an accessory',
    ...manage,
    body: accessoryInput,
    answer: accessory,
    versioned: true,
  }),
  'PUT /accessories/:id/archived': endpoint({ ...archiving, ...manage, answer: accessory }),
  'POST /accessories/reprice': endpoint({ ...repricing, ...manage }),
  'POST /accessories/import': endpoint({ ...importing, ...manage }),
};
