/** Calls about the cash of a till, over all contracts. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { given } from '../record/fields.ts';
import { inputOf } from '../record/schema.ts';
import { calendarDay, dayIn } from '../text.ts';
import { closingFields } from './money-fields.ts';
import { paymentKinds, paymentMethods } from './terms.ts';

const office = [p.validateContracts] as const;
const cents = z.int();
const name = z.string().nullable();

const entry = {
  id: z.int(),
  contractId: z.int(),
  contract: z.string(),
  customer: name,
  number: z.string(),
  on: z.string(),
  amount: cents,
};

const cashReceipt = z.object({
  ...entry,
  kind: z.enum(keysOf(paymentKinds)),
  method: z.enum(keysOf(paymentMethods)),
  reference: z.string(),
  isReversal: z.boolean(),
  by: z.string(),
});

const closing = z.object({
  id: z.int(),
  day: z.string(),
  opening: cents,
  taken: cents,
  counted: cents,
  banked: cents,
  note: z.string(),
  by: z.string(),
  at: z.iso.datetime({ offset: true }),
});

/** The cash book of a till on a day. */
const cashBook = z.object({
  day: z.string(),
  /** 0: receipts without a location. */
  locationId: z.int(),
  tills: z.array(z.object({ id: z.int(), name: z.string() })),
  receipts: z.array(cashReceipt),
  /** Whether there are more than are listed. */
  more: z.boolean(),
  /** Sums of the day by method. */
  sums: z.array(z.object({ method: z.enum(keysOf(paymentMethods)), count: z.int(), amount: cents })),
  /** Cash at the last closing before, and what came in or went out since then, this day included. */
  opening: cents,
  taken: cents,
  /** The last closing of the till up to today. */
  closed: closing.nullable(),
});
export type CashBook = z.output<typeof cashBook>;

const closingInput = inputOf({ ...closingFields, counted: given(closingFields.counted) }, {}).extend({
  locationId: z.int().min(0),
  day: dayIn('past'),
});

export const contractAccountCalls = {
  'GET /contracts/cash': endpoint({
    summary: 'The cash book of a till on a day: its receipts, their sums by method, the cash that must be there',
    privileges: office,
    query: z.object({ day: calendarDay.optional(), locationId: z.coerce.number().int().min(0).optional() }),
    answer: cashBook,
  }),
  'POST /contracts/cash/closings': endpoint({
    summary: 'Close the cash of a till up to a day, with what was counted and what goes to the bank',
    privileges: office,
    body: closingInput,
    answer: cashBook,
    creates: true,
  }),
  'POST /contracts/cash/closings/:id/reopen': endpoint({
    summary: 'Open the last closing of a till again',
    privileges: office,
    answer: cashBook,
    keyed: true,
  }),
};
