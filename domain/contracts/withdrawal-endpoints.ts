import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { tokenQuery } from '../signatures/schema.ts';
import { email } from '../auth/schema.ts';
import { inputOf, schemaOf } from '../record/schema.ts';
import { contract } from './schema.ts';
import { creditNoteFields, withdrawalFields } from './withdrawal-fields.ts';

const anybody = { audience: 'public', link: true } as const;
const letter = schemaOf(withdrawalFields).extend({ email });
const { sentOn: _sentOn, ...said } = letter.shape;

/** The withdrawal as its customer sees it on the private page. */
const withdrawalPage = z.object({
  number: z.string(),
  /** Whether there is a right to withdraw today. */
  offered: z.boolean(),
  /** Where the contract was concluded, and within how many days one may withdraw from it. */
  right: z.string(),
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
    body: letter,
    answer: contract,
    versioned: true,
  }),
  'POST /contracts/:id/withdrawal/close': endpoint({
    summary: 'Close a contract that was withdrawn from: delivery and invoice are taken back, the contract is cancelled',
    privileges: staff,
    body: inputOf(creditNoteFields, {}),
    answer: contract,
    versioned: true,
  }),
};
