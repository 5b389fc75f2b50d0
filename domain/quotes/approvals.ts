import { z } from 'zod';
import { keysOf } from '../machine.ts';
import { lines } from '../text.ts';
import { approvalStates, askReasons, refuseReasons } from './approval-terms.ts';

const cents = z.int();
const person = z.object({ id: z.int(), name: z.string() });

/** A discount past the cap, as its quote or wholesale offer shows it. */
export const approval = z.object({
  id: z.int(),
  version: z.int(),
  /** Of one of both. */
  quoteId: z.int().nullable(),
  b2bQuoteId: z.int().nullable(),
  state: z.enum(keysOf(approvalStates)),
  /** What was asked. */
  facts: z.object({
    discount: cents,
    listTotal: cents,
    discounts: cents,
    versionId: z.int(),
    stockId: z.int().nullable(),
    customerId: z.int().nullable(),
    /** Snapshots of before know none. */
    overValued: cents.default(0),
  }),
  /** Of a wholesale offer: its cars that need consent, each at its price without VAT. */
  lines: z.array(z.object({ carId: z.int(), net: cents })).nullable(),
  percent: z.number(),
  /** Of who asked, then. */
  cap: z.number(),
  reason: z.enum(keysOf(askReasons)),
  note: z.string().nullable(),
  askedBy: person,
  askedAt: z.iso.datetime({ offset: true }),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime({ offset: true }).nullable(),
  refusal: z.enum(keysOf(refuseReasons)).nullable(),
  /** What was said with the refusal, or why it fell. */
  sentence: z.string().nullable(),
});
export type Approval = z.output<typeof approval>;

/** The same with its quote, for those who decide. */
export const approvalRow = approval.extend({
  customer: z.string().nullable(),
  vehicle: z.string(),
  href: z.string(),
  keysInHand: cents,
  /** Margine II, of a wholesale offer the net one; null for who may not see it. */
  margin: cents.nullable(),
  /** The lowest price of a used car, where the discount goes below it. */
  floor: cents.nullable(),
  /** May the caller decide? What keeps them from it, where it is their own cap. */
  decidable: z.boolean(),
  hindered: z.string().nullable(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

export const askInput = z
  .object({
    reason: z.enum(keysOf(askReasons), 'Scegliere il motivo'),
    note: lines.max(500, 'Al massimo 500 caratteri').optional(),
  })
  .refine(({ reason, note }) => reason !== 'other' || Boolean(note), { message: 'Scrivere il motivo', path: ['note'] });
