import { z } from 'zod';
import { bodies } from '#domain/catalog/bodies.ts';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { csvOf } from '#domain/endpoint.ts';
import { keysOf } from '#domain/record/machine.ts';
import { quoteStates } from '../terms.ts';

const cents = z.coerce.number().int().min(1).max(1_000_000_000);

/**
 * Filters for the used cars that a quote may start from; amounts in cents. With both price and instalment, both limits
 * apply.
 */
export const usedCarQuery = z.object({
  /** Words of make, model, plate, chassis or stock number. */
  q: z.string().max(100).optional(),
  price: cents.optional(),
  instalment: cents.optional(),
  deposit: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  fuel: csvOf(z.enum(keysOf(fuels))).optional(),
  gearbox: csvOf(z.enum(keysOf(gearboxes))).optional(),
  body: csvOf(z.enum(keysOf(bodies))).optional(),
  /** A car that the others shall be like: the most similar ones first, itself left out. */
  like: z.coerce.number().int().optional(),
  kmTo: z.coerce.number().int().min(0).max(2_000_000).optional(),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(24),
});

export const reserved = z.object({ by: z.string(), until: z.string() }).nullable();

/**
 * A car of the stock with a price; `instalment` in cents a month by the plan of the answer, null if the plan does not
 * allow it.
 */
export const foundUsedCar = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  plate: z.string(),
  body: z.string(),
  fuel: z.enum(keysOf(fuels)),
  gearbox: z.enum(keysOf(gearboxes)),
  kw: z.int().nullable(),
  km: z.int().nullable(),
  registeredOn: z.string().nullable(),
  colour: z.string(),
  location: z.string().nullable(),
  price: z.int(),
  instalment: z.int().nullable(),
  /** Not yet in the yard. */
  scheduled: z.boolean(),
  reserved,
  /** Number of the company's open quotes for it, without drafts. */
  quotes: z.int(),
});
export type FoundUsedCar = z.output<typeof foundUsedCar>;

export const foundUsedCars = z.object({
  plan: z.object({ name: z.string(), company: z.string(), months: z.int(), taeg: z.number().nullable() }).nullable(),
  /** The highest price in cents that was searched; null: any. */
  budget: z.int().nullable(),
  total: z.int(),
  found: z.array(foundUsedCar),
});

/** The current state of a car of the stock: whether it may be sold, who reserved it, and which quotes offer it. */
export const usedCarStanding = z.object({
  gone: z.string().nullable(),
  reserved,
  location: z.string().nullable(),
  days: z.int().nullable(),
  /** A quote that the caller may not see shows only its seller. */
  quotes: z.array(
    z.object({
      id: z.int(),
      number: z.string().nullable(),
      state: z.enum(keysOf(quoteStates)),
      seller: z.string(),
      customer: z.string().nullable(),
      expiresOn: z.string().nullable(),
      href: z.string().nullable(),
    }),
  ),
});
export type UsedCarStanding = z.output<typeof usedCarStanding>;
