import { z } from 'zod';
import { datedAnswer, datedCalls, datedInput } from '../dated.ts';
import { fiscalFields } from './fiscal.ts';

const fiscalAnswer = datedAnswer(fiscalFields).extend({
  /** For each parameter in force: the day it began, and whether the company set it itself. */
  since: z.array(z.object({ key: z.string(), from: z.string(), own: z.boolean() })),
});
export type FiscalAnswer = z.output<typeof fiscalAnswer>;

/** Calls about a company's general settings. */
export const preferences = {
  ...datedCalls('preferences/fiscal', {
    what: 'fiscal parameters',
    input: datedInput(fiscalFields),
    answer: fiscalAnswer,
  }),
};
