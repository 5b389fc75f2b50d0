import { z } from 'zod';
import { vatNumberIssue } from '../customers/rules.ts';
import { answerOf, schemaOf } from '../schema.ts';
import { companyFields } from './fields.ts';
import { locationRecord } from './places.ts';
import { colourIssues } from './rules.ts';

/**
 * Company info of specification §3, with the default province of new quotes and the day's ordinary VAT rate in percent.
 */
export const company = z.object({ id: z.int(), name: z.string(), province: z.string(), taxRate: z.number() });

/** A location where a user may work. */
export const location = locationRecord
  .pick({ id: true, name: true, address: true, cap: true, city: true, province: true, phone: true, hours: true })
  .extend({
    /** The caller's default location, in which the caller's new records begin. */
    isDefault: z.boolean(),
  });

const orNone = <T extends z.ZodType<string, string>>(schema: T) => z.union([z.literal(''), schema]);

/** The company's data as a manager of the preferences sends them. */
export const companyInput = schemaOf(companyFields)
  .extend({
    email: orNone(z.email('Inserire un indirizzo e-mail valido').max(companyFields.email.maxLength)),
  })
  .superRefine((company, ctx) => {
    const issues = { ...colourIssues(company), ...(company.vatNumber && asIssue(vatNumberIssue(company.vatNumber))) };
    for (const [path, message] of Object.entries(issues)) ctx.addIssue({ code: 'custom', path: [path], message });
  });
const asIssue = (message: string | null) => message && { vatNumber: message };
export type CompanyInput = z.output<typeof companyInput>;

/** A company with its look; a separate call returns the bytes of the logo. */
export const companyProfile = answerOf(companyFields).extend({
  id: z.int(),
  version: z.int(),
  /** In pixels; `key` changes with the picture. */
  logo: z.object({ key: z.string(), width: z.int(), height: z.int() }).nullable(),
});
export type CompanyProfile = z.output<typeof companyProfile>;
