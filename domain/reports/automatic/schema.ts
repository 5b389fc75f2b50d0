import { z } from 'zod';
import { keysOf } from '#domain/record/machine.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { MOST_ADDRESSES, automaticFields, choicesFor } from './fields.ts';
import { lastStates, mailingStates, mailingWays } from './terms.ts';

/** Checked as a whole: each report has days, groups and rows of its own, and somebody gets it. */
export const automaticInput = schemaOf(automaticFields).superRefine((input, ctx) => {
  const refuse = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message });
  const choices = choicesFor(input.report);
  for (const key of ['basis', 'groupBy', 'filter'] as const)
    if (input[key] !== null && !keysOf(choices[key]).includes(input[key]))
      refuse([key], 'Questo rapporto non la prevede: scegliere tra le sue');
  if (input.every === 'week' && input.weekday === null) refuse(['weekday'], 'Scegliere il giorno');
  if (input.every === 'month' && input.monthday === null) refuse(['monthday'], 'Scegliere il giorno del mese');
  for (const [at, { address }] of input.addresses.slice(0, MOST_ADDRESSES).entries()) {
    const first = input.addresses.findIndex((one) => one.address.toLowerCase() === address.toLowerCase());
    if (address === '') refuse(['addresses', at, 'address'], 'Inserire un indirizzo e-mail');
    else if (first < at) refuse(['addresses', at, 'address'], 'Questo indirizzo c’è già');
  }
  if (input.userIds.length === 0 && input.addresses.length === 0)
    refuse(['userIds'], 'Scegliere almeno un destinatario');
});

export const automaticReport = answerOf(automaticFields).extend({
  id: z.int(),
  version: z.int(),
  archived: z.boolean(),
  /** Whose rights it has. */
  ownerId: z.int(),
  owner: z.string(),
  /** The owner works here no more. */
  isLeft: z.boolean(),
  location: z.string().nullable(),
  /** Names of the colleagues. */
  users: z.array(z.string()),
  /** How many get it. */
  recipients: z.int(),
  state: z.enum(['active', 'paused', 'left']),
  /** When it is sent, in words. */
  times: z.string(),
  /** The next time; null while it rests. */
  dueAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  lastState: z.enum(keysOf(lastStates)).nullable(),
  lastRows: z.int().nullable(),
});
export type AutomaticReport = z.output<typeof automaticReport>;

/** One time that it was made, the newest first. */
export const mailing = z.object({
  id: z.int(),
  at: z.string(),
  how: z.enum(keysOf(mailingWays)),
  /** Who pressed. */
  by: z.string().nullable(),
  state: z.enum(keysOf(mailingStates)),
  from: z.string().nullable(),
  to: z.string().nullable(),
  rows: z.int().nullable(),
  /** Of the largest of its files. */
  bytes: z.int().nullable(),
  failure: z.string().nullable(),
  mails: z.array(
    z.object({
      to: z.string(),
      state: z.enum(['waiting', 'sent', 'failed', 'skipped']),
      failure: z.string().nullable(),
      sentAt: z.string().nullable(),
    }),
  ),
});
export type Mailing = z.output<typeof mailing>;

/** The mailings of all reports in the last days, the newest first. */
export const mailings = z.object({
  rows: z.array(mailing.extend({ reportId: z.int(), report: z.string().describe('Its name') })),
  all: z.int(),
  failed: z.int().describe('Of all: not made, or not arrived at somebody'),
});
export type Mailings = z.output<typeof mailings>;
