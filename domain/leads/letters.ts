/** One mail to several leads, filled in with each of them. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MOST_AT_ONCE } from '../record/list.ts';
import { anyOf } from '../record/rights.ts';
import { keysOf } from '../record/machine.ts';
import { schemaOf } from '../record/schema.ts';
import { letterFields } from './fields.ts';
import { letterRefusals, MOST_LETTERS } from './letter-terms.ts';
import { handles } from './rights.ts';
import { TEMPLATE_TEXT, UNKNOWN_VARIABLE } from './variables.ts';

const template = { pattern: TEMPLATE_TEXT, invalid: UNKNOWN_VARIABLE } as const;
const { subject, text } = letterFields;
const typed = schemaOf({ subject: { ...subject, ...template }, text: { ...text, ...template } });

const letters = typed.extend({
  rows: z
    .array(z.object({ id: z.int().positive(), version: z.int() }))
    .min(1, 'Scegliere almeno un lead')
    .max(MOST_LETTERS, `Al massimo ${MOST_LETTERS} lead`),
  /** Leads that the parts before have written to, when more are chosen than one call takes: whoever has an address of theirs gets no second one. */
  earlier: z.array(z.int().positive()).max(MOST_AT_ONCE).optional(),
  dryRun: z.boolean().optional(),
});

const lettersAnswer = z.object({
  /** To how many it goes, or would go. */
  sent: z.int(),
  /** Which these are: what the next part takes as `earlier`. */
  to: z.array(z.int()),
  /** Why the others get none, the most frequent first. */
  refused: z.array(z.object({ why: z.enum(keysOf(letterRefusals)), count: z.int() })),
  /** Variables of the text that have no value on some lead. */
  missing: z.array(z.string()),
});
export type Letters = z.output<typeof lettersAnswer>;

export const letterCalls = {
  'POST /leads/messages': endpoint({
    summary:
      'Write one mail to several leads, each filled in with its own values and logged there: only to whom consent to marketing by e-mail allows it. A dry run only counts',
    privileges: anyOf(handles),
    body: letters,
    answer: lettersAnswer,
    keyed: true,
  }),
};
