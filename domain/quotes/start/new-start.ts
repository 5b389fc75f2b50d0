/** New cars of the stock that a quote may start from. */
import { z } from 'zod';
import { endpoint } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { reserved } from './used-start.ts';

const foundNewCar = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  body: z.string(),
  fuel: z.enum(keysOf(fuels)),
  gearbox: z.enum(keysOf(gearboxes)),
  kw: z.int(),
  /** Its paint as a colour of the catalogue. */
  paint: z.string().nullable(),
  location: z.string().nullable(),
  /** Gross cents; null while nobody has set it. */
  price: z.int().nullable(),
  arrivedOn: z.string().nullable(),
  expectedOn: z.string().nullable(),
  reserved,
  /** Path of the builder for this car. */
  href: z.string(),
});
export type FoundNewCar = z.output<typeof foundNewCar>;

export const newStartCalls = {
  'GET /quotes/new-cars': endpoint({
    summary: 'New cars of the stock that can be offered, those like the car of a quote first',
    privileges: [p.createQuotes],
    query: z.object({
      like: z.coerce.number().int().describe('The car that the others shall be like; itself left out'),
      limit: z.coerce.number().int().min(1).max(100).default(24),
    }),
    answer: z.array(foundNewCar),
  }),
};
