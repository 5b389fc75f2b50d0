/** Calls about the register for the accountant: what of sales went to their program, and by which accounts. */
import { z } from 'zod';
import { datedAnswer, datedCalls, datedInput } from '../record/dated.ts';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { calendarDay, dayIn } from '../text.ts';
import { accountingFields } from './accounting-fields.ts';
import { paymentMethods } from './terms.ts';

const office = [p.validateContracts] as const;
const cents = z.int();
const range = z.object({ from: calendarDay, to: calendarDay });

/** Every account and every journal is said once. */
const accountingInput = datedInput(accountingFields).superRefine((of, ctx) => {
  for (const key of ['accounts', 'journals'] as const)
    of[key].forEach(({ kind }, at) => {
      if (of[key].findIndex((row) => row.kind === kind) < at)
        ctx.addIssue({ code: 'custom', path: [key, at, 'kind'], message: 'È già in un’altra riga' });
    });
});

const run = z.object({
  id: z.int(),
  number: z.string(),
  from: z.string(),
  to: z.string(),
  documents: z.int(),
  receipts: z.int(),
  by: z.string(),
  at: z.iso.datetime({ offset: true }),
  /** When it was taken back; null: it holds. */
  takenBackAt: z.iso.datetime({ offset: true }).nullable(),
});

const register = z.object({
  /** Invoices less credit notes. */
  invoiced: cents,
  /** The same by rate and nature of VAT; `marginVat` null: the caller sees no margins. */
  byTax: z.array(z.object({ tax: z.string(), gross: cents, vat: cents, marginVat: cents.nullable() })),
  /** Money that came less what went back: without cars taken in and loans. */
  received: cents,
  byMethod: z.array(z.object({ method: z.enum(keysOf(paymentMethods)), amount: cents })),
  /** What of these days has not gone out yet, and the oldest day of what has not at all. */
  open: z.object({ documents: z.int(), receipts: z.int() }),
  oldest: z.string().nullable(),
  /** The files that went out, newest first. */
  runs: z.array(run),
});
export type Register = z.output<typeof register>;

export const registerCalls = {
  'GET /contracts/register': endpoint({
    summary:
      'Invoices, credit notes and receipts of a range of days by rate, nature and method, and what of them went out',
    privileges: office,
    query: range,
    answer: register,
  }),
  'POST /contracts/register/runs': endpoint({
    summary:
      'Mark what of a range of days has not gone out yet as the contents of one file, which nothing else will hold',
    privileges: office,
    body: z.object({ from: dayIn('past'), to: dayIn('past') }),
    answer: run,
    creates: true,
  }),
  'GET /contracts/register/runs/:id/file': endpoint({
    summary: 'What went out together as CSV or XLSX, by the accounts and journals of that day',
    privileges: office,
    query: z.object({ format: z.enum(['csv', 'xlsx']) }),
    answer: 'file',
    heavy: 'long',
  }),
  'POST /contracts/register/runs/:id/takeBack': endpoint({
    summary: 'Take back the last file that went out: its rows have not gone out then',
    privileges: office,
    answer: run,
    keyed: true,
  }),
  ...datedCalls('contracts/accounting', {
    what: 'the accountant: accounts, codes and journals',
    input: accountingInput,
    answer: datedAnswer(accountingFields),
  }),
};
