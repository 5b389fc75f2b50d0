import { z } from 'zod';
import { datedAnswer } from '#domain/record/dated.ts';
import { answerOf, schemaOf } from '#domain/record/schema.ts';
import { dayIn } from '#domain/text.ts';
import { quoteSettingFields } from './fields.ts';

/** Index of the first row whose key repeats an earlier one, or -1. */
const repeated = <R>(rows: readonly R[], keyOf: (row: R) => string): number =>
  rows.findIndex((row, at) => rows.findIndex((other) => keyOf(other) === keyOf(row)) < at);

/** The quote settings as a manager of the preferences sends them. */
export const quoteSettings = schemaOf(quoteSettingFields).superRefine(({ caps, charges }, ctx) => {
  const refuse = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message });
  const cap = repeated(caps, ({ role, makerId, usage }) => `${role} ${makerId} ${usage}`);
  if (cap >= 0) refuse(['caps', cap, 'role'], 'Per questo ruolo, questa marca e queste auto c’è già un limite');
  const charge = repeated(charges, ({ category }) => category);
  if (charge >= 0) refuse(['charges', charge, 'category'], 'Per questa categoria ci sono già degli importi');
});

/** A real quote up to its keys in hand, on which a setting shows what it changes; amounts in signed cents. */
const quoteSample = z.object({
  /** Null: a draft. */
  number: z.string().nullable(),
  vehicle: z.string(),
  listTotal: z.int(),
  rows: z.array(z.object({ no: z.int(), key: z.string(), label: z.string(), amount: z.int(), isSum: z.boolean() })),
});
export type QuoteSample = z.output<typeof quoteSample>;

/** Current and future settings, with what they meet: brands, people, quotes. */
export const quoteSettingsAnswer = datedAnswer(quoteSettingFields).extend({
  /** The brands for which a cap can be set. */
  makers: z.array(z.object({ id: z.int(), name: z.string() })),
  /** How many people of each role make quotes. */
  roles: z.array(z.object({ role: z.string(), people: z.int() })),
  /** The roles of the company's own, with the role of the product whose caps hold where they have none. */
  ownRoles: z.array(z.object({ name: z.string(), base: z.string() })),
  /** What people of each role have given of late, in cents; null for who may not see discounts. */
  given: z
    .array(
      z.object({
        role: z.string(),
        makerId: z.int().nullable(),
        usage: z.enum(['new', 'used']),
        discount: z.int(),
        listTotal: z.int(),
      }),
    )
    .nullable(),
  /** Drafts take new settings when they are opened; issued quotes keep theirs. */
  drafts: z.int(),
  issued: z.int(),
  /** The newest quotes of a new and of a used car; null: there is none yet. */
  samples: z.object({ new: quoteSample.nullable(), used: quoteSample.nullable() }),
});
export type QuoteSettingsAnswer = z.output<typeof quoteSettingsAnswer>;

/**
 * The start of a new quote: province of the company, deposit in cents, notes; and the order of the builder's sections.
 */
export const quoteStart = answerOf(quoteSettingFields)
  .pick({ deposit: true, notes: true, sections: true })
  .extend({ province: z.string() });
export type QuoteStart = z.output<typeof quoteStart>;

export const settingsInput = quoteSettings.extend({ from: dayIn('period') });
