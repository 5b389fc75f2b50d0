import { z } from 'zod';
import { given } from '../record/fields.ts';
import { keysOf, movesOf } from '../record/machine.ts';
import { rowAnswer } from '../record/row-schema.ts';
import { schemaOf } from '../record/schema.ts';
import { entryKinds, LINES_OF_PAGE } from './entries.ts';
import { lineFields } from './line-fields.ts';
import { statementRowFields } from './row.ts';
import { statementMachine, statementStates } from './statement.ts';
import { targetGates } from './target-gates.ts';
import { bandWays, bases, commissionTypes, earners, effectiveTypes, subjects, triggers } from './terms.ts';

const cents = z.int();
const person = z.object({ id: z.int(), name: z.string() });

/** What one rule paid, with its percentages of then. */
export const part = z.object({
  rule: z.string(),
  name: z.string(),
  subject: z.enum(keysOf(subjects)),
  count: z.int(),
  fixed: cents,
  basis: z.enum(keysOf(bases)).nullable(),
  /** Null: unknown, none, or of a colleague to who sees no margins. */
  base: cents.nullable(),
  variable: cents,
  bands: z.array(z.object({ from: cents, percent: z.number() })),
  bandsBy: z.enum(keysOf(bandWays)),
  capped: cents,
  amount: cents,
});

/** A line of a statement, which whoever earns it can check. */
export const statementLine = z.object({
  id: z.int(),
  kind: z.enum(keysOf(entryKinds)),
  contractId: z.int().nullable(),
  /** Number of the contract, and its car; never a customer. */
  number: z.string().nullable(),
  vehicle: z.string().nullable(),
  day: z.string(),
  trigger: z.enum(keysOf(triggers)).nullable(),
  earns: z.enum(keysOf(earners)),
  /** Hundredths of a percent. */
  share: z.int(),
  /** The names of who shares the sale with them, where it is split: of a draft now, else as it was confirmed. */
  sharedWith: z.array(z.string()),
  /** Before the split. */
  whole: cents,
  amount: cents,
  /** A share of an unknown margin is missing. */
  open: z.boolean(),
  parts: z.array(part),
  /** What its parts are; none of a line entered by hand. */
  types: z.array(z.enum(keysOf(commissionTypes))),
  reason: z.string(),
  madeBy: z.string().nullable(),
  /** The month of the line that this one takes back, or whose sale it reckons again; null: no other one. */
  reverses: z.string().nullable(),
});
export type StatementLine = z.output<typeof statementLine>;

/** A person's statement of a month; sums and hash are of all its lines. */
export const statement = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(keysOf(statementStates)),
  user: person,
  /** The first day of the month. */
  month: z.string(),
  earned: cents,
  taken: cents,
  total: cents,
  /** Of the total, what sales of each kind came to; the rest was entered by hand. */
  effective: z.partialRecord(z.enum(effectiveTypes), cents),
  /** The debt of a former statement that this one takes on; below zero or 0. */
  carried: cents,
  due: cents,
  /** Those of the page. */
  lines: z.array(statementLine).max(LINES_OF_PAGE),
  page: z.int(),
  /** Of all pages. */
  count: z.int(),
  /** Of the confirmed lines; null: a draft. */
  hash: z.string().nullable(),
  confirmedBy: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  paidBy: z.string().nullable(),
  paidOn: z.string().nullable(),
  /** The last comment is of who earns it: somebody has to answer. */
  disputed: z.boolean(),
  offered: z.array(z.enum(movesOf(statementMachine))),
  /** The person's statements of the months beside it that have one. */
  before: z.object({ id: z.int(), month: z.string() }).nullable(),
  after: z.object({ id: z.int(), month: z.string() }).nullable(),
  updatedAt: z.string(),
});
export type Statement = z.output<typeof statement>;

/** A target of the statement's month: pieces, cents or hundredths of a percent, and the names of the rules that pay for it. */
export const statementTarget = z.object({
  objective: z.enum(keysOf(targetGates)),
  target: z.int(),
  done: z.int(),
  rules: z.array(z.string()),
});

export const statementRow = rowAnswer(statementRowFields);
export type StatementRow = z.output<typeof statementRow>;

const line = schemaOf({ ...lineFields, userId: given(lineFields.userId) });
/** A spiff or a correction that somebody enters for somebody else. */
export const handLine = line.extend({
  amount: line.shape.amount.refine((amount) => amount !== 0, 'Inserire un importo'),
});

const sharer = z.object({ userId: z.int().positive(), share: z.int().min(1).max(10_000) });
/** Who shares a sale, the first one first; shares in hundredths of a percent. */
export const splitInput = z.object({ shares: z.array(sharer).min(1).max(4), reason: line.shape.reason });
export const split = z.object({
  /** The contract's. */
  version: z.int(),
  number: z.string(),
  shares: z.array(z.object({ userId: z.int(), name: z.string(), share: z.int() })),
  byHand: z.boolean(),
});

/** Of each who sells it what they have of a sale, and what they would have more or less; cents. */
export const effect = z.array(
  z.object({
    userId: z.int(),
    name: z.string(),
    amount: cents,
    more: cents,
    /** The statement into which the correction would go: the first day of its month. */
    month: z.string(),
  }),
);
export type Effect = z.output<typeof effect>;

/** Statements that are confirmed or paid together, each at the version that the caller saw. */
export const manyStatements = z.object({
  rows: z
    .array(z.object({ id: z.int().positive(), version: z.int() }))
    .min(1, 'Scegliere almeno un rendiconto')
    .max(1000, 'Al massimo 1.000 rendiconti'),
});
export const payMany = manyStatements.extend(schemaOf(statementMachine.moves.pay.takes).shape);
/** What became of each; `message`: why it is not done. */
export const manyDone = z.object({
  results: z.array(z.object({ id: z.int(), done: z.boolean(), message: z.string().nullable() })),
});
export type ManyDone = z.output<typeof manyDone>;
