import { z } from 'zod';
import { answerOf, schemaOf } from '../record/schema.ts';
import { keysOf } from '../record/machine.ts';
import { verdicts } from './matching.ts';
import { commissionRuleFields, ruleFaults } from './rule-fields.ts';
import { part } from './schema.ts';
import { targetGates } from './target-gates.ts';
import { triggers } from './terms.ts';

export const ruleInput = schemaOf(commissionRuleFields).superRefine((rule, ctx) => {
  for (const [field, message] of Object.entries(ruleFaults(rule)))
    ctx.addIssue({
      code: 'custom',
      path: field.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
      message,
    });
});
const name = z.string().nullable();
export const commissionRule = answerOf(commissionRuleFields).extend({
  id: z.int(),
  version: z.int(),
  archived: z.boolean(),
  user: name,
  model: name,
  basket: name,
  maker: name,
  location: name,
  /** The percentage of its first band; null: it pays none. */
  percent: z.number().nullable(),
});
export type CommissionRule = z.output<typeof commissionRule>;

/** Whose sale it is, and of each rule whether it pays, and why. */
export const trial = z.object({
  contractId: z.int(),
  number: z.string(),
  vehicle: z.string(),
  /** What rules ask of the sale and the person: place, car, kind, channel, role. */
  facts: z.array(z.string()),
  person: z.object({ id: z.int(), name: z.string() }),
  day: z.string(),
  /** Hundredths of a percent. */
  share: z.int(),
  rules: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      verdict: z.enum(keysOf(verdicts)),
      trigger: z.enum(keysOf(triggers)),
      /** How the month's target stands that it asks for: pieces, cents or hundredths of a percent; null: none is in force, or asked for. */
      stands: z.object({ target: z.int(), done: z.int() }).nullable(),
      objective: z.enum(keysOf(targetGates)).nullable(),
      /** What it pays before the split; null: nothing of what is tried. */
      part: part.nullable(),
    }),
  ),
  whole: z.int(),
  amount: z.int(),
});
export type Trial = z.output<typeof trial>;

/** What the contracts of the last quarter would have paid with a rule as it is typed, all the time; nothing is written. */
export const simulationInput = z.object({
  rule: ruleInput,
  /** What it replaces, which counts all the time, too: a rule by its id, or a part of a plan as the rule that it is; null: nothing. */
  replaces: z.union([z.int().positive(), ruleInput]).nullable(),
});
export const simulation = z.object({
  from: z.string(),
  to: z.string(),
  contracts: z.int(),
  today: z.int(),
  tried: z.int(),
  people: z.array(z.object({ id: z.int(), name: z.string(), today: z.int(), tried: z.int() })),
});
export type Simulation = z.output<typeof simulation>;
