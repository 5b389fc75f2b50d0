import { z } from 'zod';
import { vatNumberIssue } from '../customers/rules.ts';
import { answerOf, schemaOf } from '../schema.ts';
import { phone } from '../users/schema.ts';
import { companyFields } from './fields.ts';
import { locationRecord } from './places.ts';
import { colourIssues } from './rules.ts';

/** Company info of the specification §3, with the province that new quotes start from and the ordinary VAT rate of the day in percent. */
export const company = z.object({ id: z.int(), name: z.string(), province: z.string(), taxRate: z.number() });

/** A place where somebody may work. */
export const location = locationRecord
  .pick({ id: true, name: true, address: true, cap: true, city: true, province: true, phone: true, hours: true })
  .extend({
    /** Where the caller works unless told otherwise: what they make begins there. */
    isDefault: z.boolean(),
  });

const orNone = <T extends z.ZodType<string, string>>(schema: T) => z.union([z.literal(''), schema]);

/** What who manages the preferences types of the company. */
export const companyInput = schemaOf(companyFields)
  .extend({
    phone: orNone(phone),
    email: orNone(z.email('Inserire un indirizzo e-mail valido').max(companyFields.email.maxLength)),
  })
  .superRefine((company, ctx) => {
    const issues = { ...colourIssues(company), ...(company.vatNumber && asIssue(vatNumberIssue(company.vatNumber))) };
    for (const [path, message] of Object.entries(issues)) ctx.addIssue({ code: 'custom', path: [path], message });
  });
const asIssue = (message: string | null) => message && { vatNumber: message };
export type CompanyInput = z.output<typeof companyInput>;

/** A company with its look; the logo's bytes are a call of their own. */
export const companyProfile = answerOf(companyFields).extend({
  id: z.int(),
  version: z.int(),
  /** In pixels; `key` is another for another picture. */
  logo: z.object({ key: z.string(), width: z.int(), height: z.int() }).nullable(),
});
export type CompanyProfile = z.output<typeof companyProfile>;
