import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { maker, model, version } from './schema.ts';

const readers = [3, 4, 13] as const;

export const catalog = {
  'GET /catalog/makers': endpoint({
    summary: 'Makers on sale with number of models and lowest list price',
    privileges: readers,
    answer: z.array(maker),
  }),
  'GET /catalog/makers/:id': endpoint({
    summary: 'One maker with its models',
    privileges: readers,
    answer: z.object({ maker, models: z.array(model) }),
  }),
  'GET /catalog/models/:id': endpoint({
    summary: 'One model with its versions at the list price of the day',
    privileges: readers,
    answer: z.object({ maker, model, versions: z.array(version) }),
  }),
};
