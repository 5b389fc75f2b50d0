import { z } from 'zod';
import { bodies } from '#domain/catalog/bodies.ts';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { model, version } from '#domain/catalog/schema.ts';
import { csvOf } from '#domain/endpoint.ts';
import { keysOf } from '#domain/record/machine.ts';

const cents = z.coerce.number().int().min(1).max(1_000_000_000);
const kw = z.coerce.number().int().min(0).max(5000).optional();

/**
 * Filters for the versions that a quote may start from; amounts in cents. With both price and instalment, both limits
 * apply.
 */
export const versionQuery = z.object({
  price: cents.optional(),
  instalment: cents.optional(),
  deposit: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  fuel: csvOf(z.enum(keysOf(fuels))).optional(),
  gearbox: csvOf(z.enum(keysOf(gearboxes))).optional(),
  body: csvOf(z.enum(keysOf(bodies))).optional(),
  model: z.coerce.number().int().positive().optional(),
  kwFrom: kw,
  kwTo: kw,
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(24),
});

/**
 * A version with make and model; `instalment` in cents a month by the plan of the answer, null if the plan does not
 * allow it.
 */
export const foundVersion = z.object({
  maker: z.object({ id: z.int(), name: z.string() }),
  model: model.pick({ id: true, name: true, body: true }),
  version,
  instalment: z.int().nullable(),
});
export type FoundVersion = z.output<typeof foundVersion>;

export const foundVersions = z.object({
  /** The loan for the wanted instalment; null if none was asked for or none fits. */
  plan: z.object({ name: z.string(), company: z.string(), months: z.int(), taeg: z.number().nullable() }).nullable(),
  /** The highest list price in cents that was searched; null: any. */
  budget: z.int().nullable(),
  total: z.int(),
  found: z.array(foundVersion),
});
export type FoundVersions = z.output<typeof foundVersions>;
