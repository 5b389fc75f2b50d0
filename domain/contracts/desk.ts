import { z } from 'zod';
import { addDays } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { countsOf } from '../record/counts.ts';
import { atPlace } from '../record/records.ts';
import { seers } from '../record/rights.ts';
import { contractRights } from './rights.ts';
import type { ContractState } from './terms.ts';

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

/** Days ahead of which deliveries are counted. */
const AHEAD = 7;
/** Filters of the list of contracts. */
interface Filters {
  state?: ContractState[];
  lacking?: 'true';
  owing?: 'true';
  deliveryFrom?: string;
  deliveryTo?: string;
}
const inState =
  (...state: ContractState[]) =>
  (): Filters => ({ state });
/** Cars that are to be handed over. */
const ready: Filters = { state: ['approved', 'billed'] };

/** Where contracts wait, by the filters of the list behind each number: one more is a line here and its tile. */
export const waitingCounts = {
  incomplete: inState('incomplete'),
  commercial: inState('waiting_commercial_approvation'),
  backOffice: inState('waiting_approvation'),
  approved: inState('approved'),
  billed: inState('billed'),
  /** Those that lack something for their next move. */
  lacking: () => ({ lacking: 'true' }),
  /** Approved and billed ones that are not paid. */
  owing: () => ({ owing: 'true' }),
  /** Cars to hand over in the next seven days, and those whose day is over. */
  handovers: (today) => ({ ...ready, deliveryFrom: today, deliveryTo: addDays(today, AHEAD) }),
  overdue: (today) => ({ ...ready, deliveryTo: addDays(today, -1) }),
} satisfies Record<string, (today: string) => Filters>;

/** Figures of contracts on the dashboard: those that the caller sees. */
const contractsDesk = z.object({
  /** First days of this month and of this week. */
  from: z.object({ month: z.string(), week: z.string() }),
  month: signed,
  /** The month before, up to the same day. */
  monthBefore: signed,
  week: signed,
  weekBefore: signed,
  /** What goes on, by where it waits; `owed`: how much of those that owe is open. */
  waiting: countsOf(waitingCounts).extend({ owed: cents }),
  /** Who signed this month, the most first; only for callers who see everybody's. */
  sellers: z
    .array(
      z.object({
        sellerId: z.int(),
        seller: z.string(),
        signed: z.int(),
        before: z.int(),
        total: cents,
        /** Margine II of those whose margin is known; null: of none. Absent for who may not see margins. */
        margin: cents.nullable().optional(),
        /** What was given, in percent of the list to two decimals; null: nothing is known. */
        discountPercent: z.number().nullable().optional(),
      }),
    )
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
