import { z } from 'zod';
import { vatNumberIssue } from '../customers/rules.ts';
import { answerOf, schemaOf } from '../schema.ts';
import { phone } from '../users/schema.ts';
import { companyFields } from './fields.ts';
import { colourIssues } from './rules.ts';

/** Company info of the specification §3, with the province that new quotes start from and the ordinary VAT rate of the day in percent. */
export const company = z.object({ id: z.int(), name: z.string(), province: z.string(), taxRate: z.number() });

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const span = z.object({ from: clock, to: clock }).refine(({ from, to }) => from < to);
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** When a location is open, by weekday, in Rome; a day that is missing is closed. */
export const hours = z.partialRecord(z.enum(weekdays), z.array(span).max(4));

/** A place where a company works (screens.md §9). */
export const location = z.object({
  id: z.int(),
  name: z.string(),
  address: z.string(),
  cap: z.string(),
  city: z.string(),
  province: z.string(),
  phone: z.string(),
  hours,
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
