import { z } from 'zod';
import { datedAnswer, datedCalls, datedInput } from '../dated.ts';
import { fiscalFields } from './fiscal.ts';

const fiscalAnswer = datedAnswer(fiscalFields).extend({
  /** Of each parameter in force: since when, and whether the company set it itself. */
  since: z.array(z.object({ key: z.string(), from: z.string(), own: z.boolean() })),
});
export type FiscalAnswer = z.output<typeof fiscalAnswer>;

/** What a company sets for everything that it does. */
export const preferences = {
  ...datedCalls('preferences/fiscal', {
    what: 'fiscal parameters',
    input: datedInput(fiscalFields),
    answer: fiscalAnswer,
  }),
};
