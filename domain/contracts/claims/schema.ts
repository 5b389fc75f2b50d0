/** What crosses the wire about claims; amounts in cents, days in Rome. */
import { z } from 'zod';
import { keysOf } from '#domain/record/machine.ts';
import { integer } from '#domain/italian.ts';
import { MOST_AT_ONCE } from '#domain/record/list.ts';
import { rowAnswer } from '#domain/record/row-schema.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { claimFields, handFields } from './fields.ts';
import { claimRowFields } from './row.ts';
import { claimKinds, claimPayers, claimStates, claimTypes, refusals } from './terms.ts';

export const claimInput = schemaOf(claimFields);
export const handInput = schemaOf(handFields);

export const claim = answerOf(claimFields).extend({
  id: z.int(),
  version: z.int(),
  state: z.enum(keysOf(claimStates)),
  kind: z.enum(keysOf(claimKinds)),
  type: z.enum(keysOf(claimTypes)),
  payer: z.enum(keysOf(claimPayers)),
  name: z.string(),
  campaign: z.string().nullable(),
  contractId: z.int(),
  /** Number of the contract, and its car. */
  number: z.string(),
  vehicle: z.string(),
  /** What is due, net. */
  amount: z.int(),
  claimedOn: z.string().nullable(),
  creditNote: z.string(),
  creditedOn: z.string().nullable(),
  creditedAmount: z.int().nullable(),
  /** What of the credit is to be given back; null: nothing. */
  owed: z.int().nullable(),
  returnedOn: z.string().nullable(),
  /** Why the payer refused it, while it is refused. */
  refusal: z.enum(keysOf(refusals)).nullable(),
  refusalNote: z.string(),
  /** Its contract is approved and goes on. */
  sold: z.boolean(),
  /** Name of the file of its proof. */
  proof: z.string().nullable(),
  /** The page of its contract; null for who may not open it. */
  href: z.string().nullable(),
  offered: z.array(z.string()),
  updatedAt: z.string(),
});
export type Claim = z.output<typeof claim>;

export const claimRow = rowAnswer(claimRowFields);
export type ClaimRow = z.output<typeof claimRow>;

/** Sums of the list by state, in cents; null when there are more rows than are counted. */
export const claimSums = z
  .array(
    z.object({
      state: z.enum(keysOf(claimStates)),
      count: z.int(),
      amount: z.int(),
      creditedAmount: z.int().nullable(),
      owed: z.int().nullable(),
    }),
  )
  .nullable();
export type ClaimSums = z.output<typeof claimSums>;

/** Claims of one payer that are asked for together, or taken back together, each at the version that the caller saw. */
export const bulkClaims = z.object({
  move: z.enum(['claim', 'takeBack']),
  rows: z
    .array(z.object({ id: z.int().positive(), version: z.int() }))
    .min(1, 'Scegliere almeno un rimborso')
    .max(MOST_AT_ONCE, `Al massimo ${integer(MOST_AT_ONCE)} rimborsi`),
});
export const bulkClaimed = z.object({
  id: z.int(),
  /** The version that it has now; null: it was left as it is, and `message` says why. */
  version: z.int().nullable(),
  message: z.string().nullable(),
});
export type BulkClaimed = z.output<typeof bulkClaimed>;
