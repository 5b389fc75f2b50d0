import { z } from 'zod';
import { keysOf } from '#domain/record/machine.ts';
import { periodInOrder, periodWrong } from '#domain/record/offered.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { dayIn } from '#domain/text.ts';
import { cellFields, futureTableFields } from './fields.ts';
import { tableStates } from './terms.ts';

/** The input of a table of future values; a draft may still hold values that cannot be published. */
export const futureTableInput = schemaOf(futureTableFields)
  .refine(periodInOrder, periodWrong)
  .refine(({ audience, companyIds }) => audience === 'all' || companyIds.length > 0, {
    path: ['companyIds'],
    message: 'Scegliere almeno una concessionaria: così non la leggerebbe nessuno',
  })
  .transform((input) => ({ ...input, ...(input.audience === 'all' && { companyIds: [] }) }));
export type FutureTableInput = z.output<typeof futureTableInput>;

const state = z.enum(keysOf(tableStates));
const cells = z.array(answerOf(cellFields));

export const futureTable = answerOf(futureTableFields).extend({
  id: z.int(),
  version: z.int(),
  /** The first edition, by which plans name the table, and the number of this one. */
  series: z.int(),
  edition: z.int(),
  state,
  draft: z.boolean(),
  /** The last day in force: its own, or the one before the next edition. */
  until: z.string().nullable(),
  basket: z.string().nullable(),
  archived: z.boolean(),
});
export type FutureTable = z.output<typeof futureTable>;

/** A table with what its page shows beside it. */
export const futureTablePage = z.object({
  /** The published edition before it, which it is compared with. */
  before: z.object({ edition: z.int(), validFrom: z.string(), cells }).nullable(),
  editions: z.array(
    z.object({
      id: z.int(),
      edition: z.int(),
      state,
      validFrom: z.string(),
      until: z.string().nullable(),
    }),
  ),
  uses: z
    .array(
      z.object({
        companyId: z.int(),
        company: z.string(),
        plans: z.int().describe('Its plans that name the table'),
        quotes: z.int().describe('Its quotes that are issued or accepted, financed by one of them'),
      }),
    )
    .describe('By company, most open quotes first'),
});
export type FutureTablePage = z.output<typeof futureTablePage>;

const named = z.array(z.object({ id: z.int(), name: z.string() }));
export const futureTableChoices = z.object({ baskets: named, companies: named, lenders: z.array(z.string()) });
export type FutureTableChoices = z.output<typeof futureTableChoices>;

export const endInput = z.object({ validTo: dayIn('period') });

/** A table as a dealer's plan reads it: what is in force on the day. */
export const tableInForce = z.object({
  /** Its first edition. */
  id: z.int(),
  name: z.string(),
  lender: z.string(),
  basis: answerOf(futureTableFields).shape.basis,
  basketId: z.int().nullable(),
  betweenMonths: z.boolean(),
  until: z.string().nullable(),
  cells,
});
export type TableInForce = z.output<typeof tableInForce>;
