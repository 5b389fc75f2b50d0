/** Reminders of what customers owe: whom they go to. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { reports } from './reports.ts';

/** The most customers who are reminded by one press. */
export const MOST_REMINDED = 200;

/** For how long something is late: columns of the report. */
export const lateBands = [
  'late30',
  'late60',
  'late90',
  'lateMore',
] as const satisfies readonly (keyof typeof reports.paymentFlowReport.columns)[];
export type LateBand = (typeof lateBands)[number];

const debtor = z.object({
  customerId: z.int(),
  customer: z.string(),
  contracts: z.array(z.object({ id: z.int(), number: z.string() })),
  /** Cents that are late, of all these contracts. */
  amount: z.int(),
  /** The day of the oldest of them. */
  since: z.string(),
  to: z.string(),
  /** Has asked not to be contacted: whoever sends decides. */
  quiet: z.boolean(),
  /** Why they are not reminded. */
  refused: z.string().nullable(),
  /** When they were last. */
  lastAt: z.string().nullable(),
  /** They were since what is late the longest was due: the next one says so. */
  again: z.boolean(),
});
export type Debtor = z.output<typeof debtor>;

const { privileges } = reports.paymentFlowReport;

/** Calls about reminders; what is owed comes from the contracts, never from the caller. */
export const reminderCalls = {
  'GET /reports/paymentFlowReport/reminders': endpoint({
    summary: 'The customers whose instalments are late, whom a reminder would go to, and why some get none',
    privileges,
    /** Only who owes something that is late for so long. */
    query: z.object({ band: z.enum(lateBands).optional() }),
    answer: z.array(debtor),
  }),
  'POST /reports/paymentFlowReport/reminders': endpoint({
    summary: 'Remind customers of what is late by mail, each once a day; says who was not, and why',
    privileges,
    peopleOnly: true,
    keyed: true,
    body: z.object({
      customerIds: z
        .array(z.int())
        .min(1, 'Scegliere almeno un cliente')
        .max(MOST_REMINDED, `Al massimo ${MOST_REMINDED} clienti alla volta`),
    }),
    answer: z.object({ sent: z.int(), refused: z.array(z.object({ customer: z.string(), why: z.string() })) }),
  }),
};
