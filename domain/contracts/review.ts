/** What somebody who validates a contract looks at of what was agreed; cents. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CAR_LIMIT } from '../money.ts';
import { privileges as p } from '../privileges.ts';
import { timelineEvent } from '../record/timeline.ts';
import { contract } from './schema.ts';

const cents = z.int();

/** What the offer itself says of its price and its loan, whoever asks. */
export const examined = z.object({
  /** Null: the offer has no list price, such as a wholesale one. */
  price: z
    .object({
      list: cents,
      /** Everything that reduces it, row by row. */
      discounts: z.array(z.object({ label: z.string(), amount: cents })),
      /** The seller's own discount with what trade-ins are valued above their quotation, and the part that those are. */
      own: cents,
      overValued: cents,
      /** The same in percent of the list, and up to how many percent the seller may go alone; null: no limit. */
      percent: z.number(),
      cap: z.number().nullable(),
      /** Who granted more, with the reason for which it was asked; null: nobody was asked, or nobody has said yes. */
      grant: z
        .object({ percent: z.number(), by: z.string().nullable(), at: z.string().nullable(), reason: z.string() })
        .nullable(),
    })
    .nullable(),
  loan: z
    .object({
      plan: z.string(),
      company: z.string(),
      months: z.int(),
      instalment: cents,
      taeg: z.number(),
    })
    .nullable(),
  /** What each car that is taken in is worth by its quotation, in the order of the contract; null: it has none. */
  quotations: z.array(cents.nullable()),
});
export type Examined = z.output<typeof examined>;

/** The valuation of a car that is taken in, with the photos of its damages. */
const valued = z.object({
  number: z.string(),
  /** Null: the caller may not open it. */
  href: z.string().nullable(),
  offer: cents.nullable(),
  km: z.int().nullable(),
  photos: z.array(z.int()),
});
export type Valued = z.output<typeof valued>;

export const review = examined.extend({
  /** Whether the seller's own discount is within the limit, or granted. */
  withinCap: z.boolean(),
  /** By the cars that are taken in, in the order of the contract; null: none with this plate. */
  valuations: z.array(valued.nullable()),
  /** What was changed since this step last gave the contract away; null: it comes for the first time. */
  changes: z.array(timelineEvent).nullable(),
  /** What came to the same step next after this one, of what the caller has no part in, and how many wait beside it; after the last one, the first. */
  next: z.object({ id: z.int(), number: z.string(), customer: z.string().nullable(), left: z.int() }).nullable(),
});
export type Review = z.output<typeof review>;

export const reviewCalls = {
  'GET /contracts/:id/review': endpoint({
    summary:
      'What is looked at before a contract is validated: prices, discounts with limit and grant, cars taken in, the loan, what changed since the last time',
    privileges: [p.approveContracts, p.validateContracts],
    answer: review,
  }),
  'POST /contracts/:id/recheck': endpoint({
    summary:
      'Say that the cars taken in were looked at again, with the values that were read; never by who sells or made the contract while somebody else may',
    privileges: [p.approveContracts],
    body: z.object({ values: z.array(z.int().min(0).max(CAR_LIMIT)).min(1).max(3) }),
    answer: contract,
    versioned: true,
  }),
};
