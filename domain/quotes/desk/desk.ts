import { z } from 'zod';
import { endpoint } from '#domain/endpoint.ts';
import { atPlace } from '#domain/record/records.ts';
import { anyOf } from '#domain/record/rights.ts';
import { quoteRights } from '../rights.ts';
import { quoteRow } from '../schema.ts';

/** What was issued in some days, in cents; the mean discount in percent of what was listed. */
const issuedFigures = z.object({
  issued: z.int(),
  value: z.int(),
  margin: z.int().nullable(),
  discountPercent: z.number().nullable(),
});
export type IssuedFigures = z.output<typeof issuedFigures>;

/**
 * Open work on the dashboard of people who make or follow quotes: their own quotes, or all quotes if they may see all.
 */
export const desk = z.object({
  expiring: z.array(
    quoteRow.extend({
      readAt: z.iso.datetime({ offset: true }).nullable().describe('Last read by a private link'),
      silent: z.boolean().describe('The customer has asked not to be contacted'),
    }),
  ),
  /** The caller's own drafts, the last changed first. */
  drafts: z.array(quoteRow),
  /**
   * Accepted quotes without a contract, and recently accepted wholesale offers (`keysInHand` is their total) for
   * callers who deal with traders.
   */
  accepted: z.array(
    quoteRow
      .pick({ id: true, number: true, state: true, customer: true, vehicle: true, href: true, expiresOn: true })
      .extend({ keysInHand: z.int(), isB2b: z.boolean(), acceptedAt: z.iso.datetime({ offset: true }).nullable() }),
  ),
  /** Questions of customers, sent by private links, that nobody has answered with a message. */
  questions: z.array(
    z.object({
      id: z.int(),
      number: z.string().nullable(),
      customer: z.string().nullable(),
      vehicle: z.string(),
      href: z.string(),
      seller: z.string(),
      text: z.string().describe('Its beginning, where it is long'),
      at: z.iso.datetime({ offset: true }),
    }),
  ),
  /**
   * Commission on the caller's acceptances of this month by the plan in force; null: no plan. `open`: a margin is
   * unknown.
   */
  commission: z
    .object({
      total: z.int(),
      sales: z.array(
        z.object({
          id: z.int(),
          customer: z.string().nullable(),
          vehicle: z.string(),
          href: z.string(),
          amount: z.int(),
          open: z.boolean(),
        }),
      ),
    })
    .nullable(),
  /** Only for callers who may see margins. */
  lead: z
    .object({
      /** Number of open quotes with a negative margine II. */
      losses: z.int(),
      /** Number of open wholesale offers at a loss; only for callers who deal with traders. */
      b2bLosses: z.int().optional(),
      /** What was issued since `from`, and in the week before up to the same weekday. */
      now: issuedFigures,
      before: issuedFigures,
      /** Monday. */
      from: z.string(),
      /** What each seller issued since `from`; amounts in cents, the discount in percent of the list. */
      week: z.array(
        z.object({
          sellerId: z.int(),
          seller: z.string(),
          issued: z.int(),
          value: z.int(),
          losses: z.int(),
          discountPercent: z.number().nullable(),
          margin: z.int().nullable(),
        }),
      ),
    })
    .nullable(),
});
export type Desk = z.output<typeof desk>;

export const deskCalls = {
  'GET /quotes/desk': endpoint({
    summary:
      'What waits on the dashboard: expiring quotes, drafts, acceptances, questions; for who sees margins the week by seller',
    privileges: anyOf(quoteRights.see),
    query: atPlace,
    answer: desk,
  }),
};
