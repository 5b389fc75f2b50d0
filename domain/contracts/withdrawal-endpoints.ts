import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { tokenQuery } from '../signatures/schema.ts';
import { email } from '../auth/schema.ts';
import { dayIn, line } from '../text.ts';
import { contract } from './schema.ts';

const anybody = { audience: 'public', link: true } as const;
const said = {
  name: line.min(2, 'Inserire nome e cognome').max(120, 'Al massimo 120 caratteri'),
  /** Where the receipt goes. */
  email,
};

/** The withdrawal as its customer sees it on the private page. */
const withdrawalPage = z.object({
  number: z.string(),
  /** Whether there is a right to withdraw today. */
  offered: z.boolean(),
  /** The last day; null: it runs from the delivery, which has not come yet. */
  until: z.string().nullable(),
  at: z.iso.datetime({ offset: true }).nullable(),
  refundBy: z.string().nullable(),
  name: z.string(),
  email: z.string(),
});
export type WithdrawalPage = z.output<typeof withdrawalPage>;

const staff = [p.makeContracts, p.validateContracts, p.manageAllContracts] as const;

/** Calls about withdrawals from contracts. */
export const withdrawalCalls = {
  'GET /withdrawal': endpoint({
    ...anybody,
    summary: 'Whether the signer of a contract may withdraw from it, by private link',
    query: tokenQuery,
    answer: withdrawalPage,
  }),
  'POST /withdrawal': endpoint({
    ...anybody,
    summary: 'Withdraw from a contract, by private link; it counts at once, and its receipt is sent',
    body: tokenQuery.extend(said),
    answer: withdrawalPage,
  }),
  'POST /contracts/:id/withdrawal': endpoint({
    summary: 'Record a withdrawal that came by letter or mail, with the day on which it was sent',
    privileges: staff,
    body: z.object({ ...said, sentOn: dayIn('past') }),
    answer: contract,
    versioned: true,
  }),
  'POST /contracts/:id/withdrawal/close': endpoint({
    summary: 'Close a contract that was withdrawn from: delivery and invoice are taken back, the contract is cancelled',
    privileges: staff,
    body: z.object({
      number: line.max(30, 'Al massimo 30 caratteri').default(''),
      day: dayIn('past').nullable().default(null),
    }),
    answer: contract,
    versioned: true,
  }),
};
