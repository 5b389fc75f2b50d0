import { z } from 'zod';
import { keysOf, saysWhy } from '#domain/record/machine.ts';
import { lines } from '#domain/text.ts';
import { approvalStates, askReasons, refuseReasons } from './terms.ts';

const cents = z.int();
const person = z.object({ id: z.int(), name: z.string() });

/** A discount above the cap, as its quote or wholesale offer shows it. */
export const approval = z.object({
  id: z.int(),
  version: z.int(),
  /** Exactly one of the two ids is set. */
  quoteId: z.int().nullable(),
  b2bQuoteId: z.int().nullable(),
  state: z.enum(keysOf(approvalStates)),
  /** What was asked for. */
  facts: z.object({
    discount: cents,
    listTotal: cents,
    discounts: cents,
    versionId: z.int(),
    stockId: z.int().nullable(),
    customerId: z.int().nullable(),
    /** Older snapshots do not have this value. */
    overValued: cents.default(0),
  }),
  /** For a wholesale offer, the cars that need consent, each with its price without VAT in cents; null for a quote. */
  lines: z.array(z.object({ carId: z.int(), net: cents })).nullable(),
  percent: z.number(),
  /** The asker's cap at that time, in percent. */
  cap: z.number(),
  reason: z.enum(keysOf(askReasons)),
  note: z.string().nullable(),
  askedBy: person,
  /** The seller of the quote or offer, who decides nothing about it. */
  sellerId: z.int(),
  askedAt: z.iso.datetime({ offset: true }),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime({ offset: true }).nullable(),
  refusal: z.enum(keysOf(refuseReasons)).nullable(),
  /** The sentence of the refusal, or why the request lapsed. */
  sentence: z.string().nullable(),
  /** Names of the people who may decide an open request; empty when it is decided, or when nobody may. */
  deciders: z.array(z.string()),
});
export type Approval = z.output<typeof approval>;

/** A request with its quote, for those who decide. */
export const approvalRow = approval.extend({
  customer: z.string().nullable(),
  vehicle: z.string(),
  href: z.string(),
  keysInHand: cents,
  /** Margine II in cents, or the net margin of a wholesale offer; null for a reader who may not see margins. */
  margin: cents.nullable(),
  /** The lowest price of a used car in cents, if the discount goes below it. */
  floor: cents.nullable(),
  /** Whether the caller may decide, and if not, why (the request exceeds the caller's own cap). */
  decidable: z.boolean(),
  hindered: z.string().nullable(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

export const askInput = z
  .object({
    reason: z.enum(keysOf(askReasons), 'Scegliere il motivo'),
    note: lines.max(500, 'Al massimo 500 caratteri').optional(),
  })
  .refine(({ reason, note }) => reason !== 'other' || saysWhy(note), { message: 'Scrivere il motivo', path: ['note'] });
