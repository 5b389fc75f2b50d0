import { z } from 'zod';
import { isDay } from '../dates.ts';
import { phone } from '../users/schema.ts';
import { customerTypes, legalForms } from './terms.ts';
import { taxCodeIssue, vatNumberIssue } from './rules.ts';

const text = (max: number) => z.string().trim().max(max, `Al massimo ${max} caratteri`);
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
    firstName: optional(text(60)),
    lastName: optional(text(60)),
    companyName: optional(text(160)),
    legalForm: optional(z.enum(legalForms)),
    taxCode: optional(checked(taxCodeIssue, 16)),
    vatNumber: optional(checked(vatNumberIssue, 11)),
    sdi: optional(upper(7).pipe(z.string().regex(/^[A-Z0-9]{6,7}$/, 'Inserire un codice SDI di 6 o 7 caratteri'))),
    pec: optional(z.email('Inserire una PEC valida').max(254)),
    email: optional(z.email('Inserire un indirizzo e-mail valido').max(254)),
    phone: optional(phone),
    birthDate: optional(z.string().refine(isDay, 'Inserire una data valida')),
    birthPlace: optional(text(80)),
    sex: optional(z.enum(['M', 'F'])),
    address: optional(text(160)),
    cap: optional(
      z
        .string()
        .trim()
        .regex(/^\d{5}$/, 'Inserire un CAP di 5 cifre'),
    ),
    city: optional(text(80)),
    province: optional(upper(2).pipe(z.string().regex(/^[A-Z]{2}$/, 'Scegliere la provincia'))),
  })
  .superRefine((customer, ctx) => {
    const need = (field: keyof typeof customer, message: string) => {
      if (!customer[field]) ctx.addIssue({ code: 'custom', path: [field], message });
    };
    if (customer.type === 'fleet') {
      need('companyName', 'Inserire la ragione sociale');
      need('legalForm', 'Scegliere la forma giuridica');
      need('vatNumber', 'Inserire la partita IVA');
    } else {
      need('firstName', 'Inserire il nome');
      need('lastName', 'Inserire il cognome');
      if (customer.type === 'vat') need('vatNumber', 'Inserire la partita IVA');
    }
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
