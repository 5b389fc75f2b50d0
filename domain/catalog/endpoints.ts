import { z } from 'zod';
import { endpoint, forEveryCompany, onBehalf } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { editions } from './editions/endpoints.ts';
import { simulations } from './simulation/endpoints.ts';
import { uploadSize } from '../uploads/schema.ts';
import { maker, model, version } from './schema.ts';

const image = z.int().nullable().describe('Its first picture');

/** People who make quotes or see lists whose records may be for one make. */
const readers = [
  ...[p.seeAccessories, p.manageAccessories, p.seeServices, p.manageServices, p.seeInsurances, p.manageInsurances],
  ...[p.seeFinancials, p.manageFinancials, p.createQuotes],
] as const;

export const catalog = {
  ...editions,
  ...simulations,
  // The pages of a dealer's own lists show them, too.
  ...onBehalf(['prices', 'finance'], {
    'GET /catalog/makers': endpoint({
      summary: 'Makers on sale with number of models and lowest list price',
      privileges: readers,
      answer: z.array(maker),
    }),
    'GET /catalog/makers/:id': endpoint({
      summary: 'One maker with its models',
      privileges: readers,
      answer: z.object({ maker, models: z.array(model.extend({ image })) }),
    }),
  }),
  'GET /catalog/models/:id': endpoint({
    summary: 'One model with its versions at the list price of the day',
    privileges: readers,
    answer: z.object({ maker, model, versions: z.array(version.extend({ image })) }),
  }),
  ...forEveryCompany({
    'GET /catalog/images/:id': endpoint({
      summary: 'A picture of a version in one of its two sizes; of a draft for the manufacturer alone',
      query: z.object({ size: uploadSize }),
      answer: 'file',
      lasting: true,
    }),
  }),
};
