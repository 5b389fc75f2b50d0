/** The stock in figures, as its home shows them. */
import { z } from 'zod';
import { countsOf } from '../record/counts.ts';
import { newLacking, usedLacking } from './counted.ts';
import { newStateKeys } from './new-terms.ts';
import { ageBands, usedStateKeys } from './terms.ts';

const cents = z.int();

/** Number of cars whose days in stock lie in a band, both ends included; the last band has no end. */
const bandCount = z.object({
  band: z.enum(Object.keys(ageBands) as (keyof typeof ageBands)[]),
  from: z.int(),
  to: z.int().nullable(),
  count: z.int(),
});

/** The figures on the home of the stock. */
export const stockSummary = z.object({
  /** Number of cars that the company owns in its yard. */
  count: z.int(),
  /** The sum of their retail prices, and their cost with VAT, which only callers who may see costs get; cents. */
  retail: cents,
  cost: cents.optional(),
  /** Average days in stock of these cars; null when there are none. */
  averageDays: z.int().nullable(),
  /** Each with what its cars are offered at, in cents with VAT. */
  bands: z.array(bandCount.extend({ retail: cents })),
  states: z.array(z.object({ state: z.enum(usedStateKeys), count: z.int() })),
  /** Makes, those with most cars first. */
  makers: z.array(z.object({ name: z.string(), count: z.int() })),
  /** `margin` only for callers who may see costs. */
  attention: countsOf(usedLacking).extend({ aged: z.int(), margin: z.int().optional() }),
});

/** The figures of new cars on the home of the stock. */
export const newSummary = z.object({
  /**
   * Unsold cars in the yard: their number, the sum of their prices, and their cost with VAT, which only callers who may
   * see costs get.
   */
  count: z.int(),
  value: cents,
  cost: cents.optional(),
  averageDays: z.int().nullable(),
  bands: z.array(bandCount),
  states: z.array(z.object({ state: z.enum(newStateKeys), count: z.int() })),
  makers: z.array(z.object({ id: z.int(), name: z.string(), count: z.int() })),
  attention: countsOf(newLacking),
});
