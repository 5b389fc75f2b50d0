import { z } from 'zod';
import type { Priced } from './priced.ts';

const cents = z.int();
const issue = z.object({
  level: z.enum(['error', 'warning']),
  path: z.string(),
  message: z.string(),
});
const covered = z.object({ capital: cents, instalment: cents, lastInstalment: cents, totalDue: cents });
const offer = z.object({
  planId: z.int(),
  months: z.int(),
  amount: cents,
  capital: cents,
  instalments: z.int(),
  instalment: cents,
  lastInstalment: cents,
  balloon: cents,
  interest: cents,
  totalDue: cents,
  creditCost: cents,
  tan: z.number(),
  taeg: z.number(),
  monthly: cents,
  protection: cents,
  withProtection: covered.nullable(),
  secondStep: z
    .object({
      months: z.int(),
      tan: z.number(),
      capital: cents,
      instalment: cents,
      lastInstalment: cents,
      interest: cents,
      totalDue: cents,
    })
    .nullable(),
});
const amounts = z.array(z.object({ label: z.string(), amount: cents }));
const margin = z.object({
  amount: cents,
  percent: z.number(),
  steps: z.array(
    z.object({
      key: z.enum(['first', 'second', 'third']),
      label: z.string(),
      amount: cents,
      percent: z.number(),
      rows: amounts,
    }),
  ),
});

/** The engine's result for an issued quote (`Priced`). Amounts in cents, rates in percent. */
export const priced = z.object({
  rows: z.array(
    z.object({
      no: z.int(),
      key: z.string(),
      label: z.string(),
      amount: cents,
      kind: z.enum(['line', 'discount', 'sum', 'info']),
      tax: z.union([z.number(), z.enum(['N1', 'N4', 'N5'])]).nullable(),
    }),
  ),
  options: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      code: z.string(),
      kind: z.string(),
      price: cents,
      included: z.boolean(),
    }),
  ),
  listTotal: cents,
  discounts: cents,
  supply: cents,
  net: cents,
  vat: cents,
  ipt: cents,
  registration: cents,
  total: cents,
  stateAid: cents,
  keysInHand: cents,
  insurances: z.array(z.object({ tariffId: z.int(), label: z.string(), net: cents, tax: cents, gross: cents })),
  tradeIn: cents,
  deposit: cents,
  financed: cents,
  balance: cents,
  offer: offer.nullable(),
  alternatives: z.array(z.object({ offer: offer.nullable(), issues: z.array(issue) })),
  margin: margin.nullable(),
  annual: z.object({ bollo: cents, superbollo: cents }),
  issues: z.array(issue),
}) satisfies z.ZodType<Priced>;
