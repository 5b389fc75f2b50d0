/** How an issued quote stands: its car of the stock, and what is still open before a contract (rules.md §20, 3). */
import { z } from 'zod';
import { endpoint } from '#domain/endpoint.ts';
import { anyOf } from '#domain/record/rights.ts';
import { quoteRights } from '../rights.ts';
import { quoteMachine } from '../rules.ts';

const instant = z.iso.datetime({ offset: true });

export const quoteNext = z.object({
  /** Path of the car's page; null when the caller may not see the stock. */
  car: z.string().nullable(),
  /** Who holds the car: this quote, somebody else, or this quote until it lapsed; null: nobody. */
  hold: z.object({ by: z.string(), until: instant, state: z.enum(['own', 'other', 'lapsed']) }).nullable(),
  /** Whether the quote is for a car of the stock. */
  isStock: z.boolean(),
  /** Whether its car is sold to its own customer. */
  isBought: z.boolean(),
  /** Days for which an accepted quote holds its car. */
  holdDays: z.int(),
  /** Other open and accepted quotes and offers of the car; `href` null: the caller may not see it. */
  rivals: z.array(
    z.object({ number: z.string(), seller: z.string(), isAccepted: z.boolean(), href: z.string().nullable() }),
  ),
  /** What a contract still lacks, in words; `href`: where it is entered. Only for an accepted quote. */
  missing: z.array(z.object({ what: z.string(), href: z.string().nullable() })),
  /** The receipt of the acceptance; null when none was written because the customer has no mail address. */
  receipt: z.object({ to: z.string(), sentAt: instant.nullable(), failedAt: instant.nullable() }).nullable(),
});
export type QuoteNext = z.output<typeof quoteNext>;

const { acts } = quoteMachine;
export const nextStepCalls = {
  'GET /quotes/:id/next-step': endpoint({
    summary:
      'Its car of the stock: sold, held, wanted by others; and what an accepted quote still lacks for a contract',
    privileges: anyOf(quoteRights.see),
    answer: quoteNext,
  }),
  'POST /quotes/:id/hold': endpoint({
    summary: 'Hold the car of an accepted quote for the days of the company from today; somebody else’s is 409',
    privileges: anyOf(acts.hold.may),
    answer: quoteNext,
  }),
  'DELETE /quotes/:id/hold': endpoint({
    summary: 'Hold the car no longer; the quote stays accepted',
    privileges: anyOf(acts.letGo.may),
    answer: quoteNext,
  }),
};
