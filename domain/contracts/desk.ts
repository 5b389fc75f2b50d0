import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { atPlace } from '../record/records.ts';
import { seers } from '../record/rights.ts';
import { contractRights } from './rights.ts';

const cents = z.int();

/** What was signed in some days; amounts in cents. */
const signed = z.object({
  signed: z.int(),
  total: cents,
  /** Of these, how many with a financing, and how many with a car that was taken in. */
  financed: z.int(),
  tradeIns: z.int(),
});
export type SignedFigures = z.output<typeof signed>;

/** Figures of contracts on the dashboard: those that the caller sees. */
const contractsDesk = z.object({
  /** First days of this month and of this week. */
  from: z.object({ month: z.string(), week: z.string() }),
  month: signed,
  /** The month before, up to the same day. */
  monthBefore: signed,
  week: signed,
  weekBefore: signed,
  /** What goes on, by where it waits. */
  waiting: z.object({
    incomplete: z.int(),
    commercial: z.int(),
    backOffice: z.int(),
    approved: z.int(),
    billed: z.int(),
    /** Those that lack something for their next move. */
    lacking: z.int(),
    /** Approved and billed ones that are not paid, and how much of them is open, in cents. */
    owing: z.int(),
    owed: cents,
    /** Cars to hand over in the next seven days, and those whose day is over. */
    handovers: z.int(),
    overdue: z.int(),
  }),
  /** Who signed this month, the most first; only for callers who see everybody's. */
  sellers: z
    .array(z.object({ sellerId: z.int(), seller: z.string(), signed: z.int(), before: z.int(), total: cents }))
    .nullable(),
});
export type ContractsDesk = z.output<typeof contractsDesk>;

export const contractDeskCalls = {
  'GET /contracts/desk': endpoint({
    summary: 'Figures of the dashboard: what was signed, beside the month and the week before, and what waits where',
    privileges: seers(contractRights),
    query: atPlace,
    answer: contractsDesk,
  }),
};
