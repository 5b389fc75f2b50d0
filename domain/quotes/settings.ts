import { z } from 'zod';
import { datedAnswer } from '../dated.ts';
import { answerOf, schemaOf } from '../schema.ts';
import { calendarDay } from '../text.ts';
import { quoteSettingFields } from './setting-fields.ts';

/** The first row that says the same as one before it, or -1. */
const repeated = <R>(rows: readonly R[], keyOf: (row: R) => string): number =>
  rows.findIndex((row, at) => rows.findIndex((other) => keyOf(other) === keyOf(row)) < at);

/** What who manages the preferences sets for the quotes of the company. */
export const quoteSettings = schemaOf(quoteSettingFields).superRefine(({ caps, charges }, ctx) => {
  const refuse = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message });
  const cap = repeated(caps, ({ role, makerId, usage }) => `${role} ${makerId} ${usage}`);
  if (cap >= 0) refuse(['caps', cap, 'role'], 'Per questo ruolo, questa marca e queste auto c’è già un limite');
  const charge = repeated(charges, ({ category }) => category);
  if (charge >= 0) refuse(['charges', charge, 'category'], 'Per questa categoria ci sono già degli importi');
});

/** Settings as they stand and as they will, with the brands that a cap may be for. */
export const quoteSettingsAnswer = datedAnswer(quoteSettingFields).extend({
  makers: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type QuoteSettingsAnswer = z.output<typeof quoteSettingsAnswer>;

/** What a new quote starts from: province of the company, deposit in cents, notes; and the order of the builder's sections. */
export const quoteStart = answerOf(quoteSettingFields)
  .pick({ deposit: true, notes: true, sections: true })
  .extend({ province: z.string() });
export type QuoteStart = z.output<typeof quoteStart>;

export const settingsInput = quoteSettings.extend({ from: calendarDay });
