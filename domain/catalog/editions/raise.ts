/** List prices that all change by the same percentage. Pure. */
import { z } from 'zod';
import { keysOf } from '#domain/record/machine.ts';
import { MOST_PRICE } from './tables.ts';

/** Which prices of a model change together. */
export const raisedPrices = {
  versions: 'Versioni',
  options: 'Optional',
  all: 'Versioni e optional',
} as const;

/** Full euros to which prices are rounded. */
export const roundings = ['1', '10', '50', '100'] as const;

const percentIn = <N extends z.ZodNumber | z.ZodCoercedNumber>(number: N) =>
  number.min(-50, 'Almeno −50').max(50, 'Al massimo 50');

export const raise = z.object({
  modelId: z.int().positive(),
  prices: z.enum(keysOf(raisedPrices)).describe('Which prices of the model change'),
  percent: percentIn(z.number('Inserire un numero')).describe('To two digits; where it is negative prices fall'),
  rounding: z.enum(roundings).describe('To full steps of so many euros'),
});
export type Raise = z.output<typeof raise>;
/** The same in an address, which writes numbers as text. */
export const raiseQuery = raise.extend({
  modelId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  percent: percentIn(z.coerce.number('Inserire un numero')),
});

/** What a preview said of all prices together; what was seen is what is saved. */
export const raisedSum = z.object({
  count: z.int().min(0).max(1_000_000).describe('Prices that change'),
  before: z
    .int()
    .min(0)
    .max(1_000_000 * MOST_PRICE)
    .describe('Their sum'),
  after: z
    .int()
    .min(0)
    .max(1_000_000 * MOST_PRICE),
});
export type RaisedSum = z.output<typeof raisedSum>;

/** The most prices that a preview names one by one. */
export const MOST_RAISED_SHOWN = 200;
export const raisedPreview = z.object({
  sum: raisedSum,
  rows: z.array(z.object({ label: z.string(), before: z.int(), after: z.int() })).describe('The first of them'),
});

/**
 * A price in cents by so many percent (to two digits) more, or less where they are negative, rounded to full steps of
 * euros: half a step goes up, and nothing falls below one step. What costs nothing goes on costing nothing.
 */
export function raisedPrice(cents: number, { percent: by, rounding }: Pick<Raise, 'percent' | 'rounding'>): number {
  if (cents === 0) return 0;
  const step = Number(rounding) * 100;
  // Whole numbers as long as possible: 2.3 % of a price is no binary fraction.
  const wanted = cents * (10_000 + Math.round(by * 100));
  return Math.max(1, Math.round(wanted / (10_000 * step))) * step;
}
