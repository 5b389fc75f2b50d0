import { z } from 'zod';
import { applies, typed } from '../fields.ts';
import { calendarDay, line } from '../text.ts';
import { phone } from '../users/schema.ts';
import { customerFields as fields } from './fields.ts';
import { customerTypes, legalForms } from './terms.ts';
import { taxCodeIssue, vatNumberIssue } from './rules.ts';

const text = (max: number) => line.max(max, `Al massimo ${max} caratteri`);
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable().default(null));
const upper = (max: number) => text(max).transform((value) => value.toUpperCase().replace(/\s/g, ''));

const checked = (issue: (code: string) => string | null, max: number) =>
  upper(max).superRefine((code, ctx) => {
    const message = issue(code);
    if (message) ctx.addIssue({ code: 'custom', message });
  });

/** What a person types of a customer; which fields are required depends on the type (domain.md §2.7). */
export const customerInput = z
  .object({
    type: z.enum(customerTypes),
    firstName: optional(text(fields.firstName.maxLength)),
    lastName: optional(text(fields.lastName.maxLength)),
    companyName: optional(text(fields.companyName.maxLength)),
    legalForm: optional(z.enum(legalForms)),
    taxCode: optional(checked(taxCodeIssue, fields.taxCode.maxLength)),
    vatNumber: optional(checked(vatNumberIssue, fields.vatNumber.maxLength)),
    sdi: optional(
      upper(fields.sdi.maxLength).pipe(
        z.string().regex(/^[A-Z0-9]{6,7}$/, 'Inserire un codice SDI di 6 o 7 caratteri'),
      ),
    ),
    pec: optional(z.email('Inserire una PEC valida').max(fields.pec.maxLength)),
    email: optional(z.email('Inserire un indirizzo e-mail valido').max(fields.email.maxLength)),
    phone: optional(phone),
    birthDate: optional(calendarDay),
    birthPlace: optional(text(fields.birthPlace.maxLength)),
    sex: optional(z.enum(['M', 'F'])),
    address: optional(text(fields.address.maxLength)),
    cap: optional(
      z
        .string()
        .trim()
        .max(5, 'Inserire un CAP di 5 cifre')
        .regex(/^\d{5}$/, 'Inserire un CAP di 5 cifre'),
    ),
    city: optional(text(fields.city.maxLength)),
    province: optional(upper(fields.province.maxLength).pipe(z.string().regex(/^[A-Z]{2}$/, 'Scegliere la provincia'))),
  })
  .superRefine((customer, ctx) => {
    for (const [name, field] of typed(fields))
      if (field.required && applies(field, customer) && !customer[name as keyof typeof customer])
        ctx.addIssue({ code: 'custom', path: [name], message: field.required });
  });
export type CustomerInput = z.output<typeof customerInput>;

export const customer = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  type: z.enum(customerTypes),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  companyName: z.string().nullable(),
  legalForm: z.enum(legalForms).nullable(),
  taxCode: z.string().nullable(),
  vatNumber: z.string().nullable(),
  sdi: z.string().nullable(),
  pec: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  birthDate: z.string().nullable(),
  birthPlace: z.string().nullable(),
  sex: z.enum(['M', 'F']).nullable(),
  address: z.string().nullable(),
  cap: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
});
export type Customer = z.output<typeof customer>;

/** What the search while typing shows: enough to recognise a person, no more. */
export const customerMatch = customer.pick({
  id: true,
  name: true,
  type: true,
  taxCode: true,
  vatNumber: true,
  city: true,
  province: true,
});
export type CustomerMatch = z.output<typeof customerMatch>;

/** A municipality by its name and province (two letters). */
export const municipality = z.object({ name: z.string(), province: z.string() });
export type Municipality = z.output<typeof municipality>;
