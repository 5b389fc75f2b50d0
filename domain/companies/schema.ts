import { z } from 'zod';
import { ibanIssue, taxCodeIssue, vatNumberIssue } from '../customers/rules.ts';
import { answerOf, emailOr, schemaOf, WRONG_EMAIL } from '../record/schema.ts';
import { companyFields } from './fields.ts';
import { numbering } from './numbering.ts';
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
    closed: z.boolean().describe('It is archived: figures know it, nothing new belongs to it'),
  });

/** A code in capitals without spaces. */
const code = (most: number) =>
  z
    .string()
    .max(most + 20, `Al massimo ${most} caratteri`)
    .transform((text) => text.toUpperCase().replace(/\s/g, ''));

const account = z.object({
  iban: code(companyFields.accounts.fields.iban.maxLength),
  bank: schemaOf(companyFields.accounts.fields).shape.bank,
});
type Accounts = z.output<typeof account>[];

/** Why accounts are refused, by path. */
const accountIssues = (accounts: Accounts): Record<string, string> =>
  Object.fromEntries(
    accounts.flatMap(({ iban }, at) => {
      const twice = accounts.findIndex((one) => one.iban === iban) < at;
      const message = iban === '' ? 'Inserire l’IBAN' : (ibanIssue(iban) ?? (twice ? 'IBAN già presente' : null));
      return message ? [[`accounts.${at}.iban`, message]] : [];
    }),
  );

interface Codes {
  vatNumber: string;
  taxCode: string;
  capital: number | null;
  capitalPaid: number | null;
}
/** Why codes and capital are refused, by field. A company's tax code has 11 digits like a VAT number, a person's 16 signs. */
function legalIssues({ vatNumber, taxCode, capital, capitalPaid }: Codes): Record<string, string | null> {
  const isNumber = /^\d{11}$/.test(taxCode);
  return {
    vatNumber: vatNumber && vatNumberIssue(vatNumber),
    taxCode: taxCode && (isNumber ? vatNumberIssue(taxCode) : taxCodeIssue(taxCode)),
    capitalPaid:
      capitalPaid === null || (capital !== null && capitalPaid <= capital)
        ? null
        : 'Non può superare il capitale sociale',
  };
}

/** The company's data as a manager of the preferences sends them. */
export const companyInput = schemaOf(companyFields)
  .extend({
    email: emailOr(WRONG_EMAIL, ''),
    pec: emailOr('Inserire una PEC valida', ''),
    taxCode: code(companyFields.taxCode.maxLength),
    sdi: code(companyFields.sdi.maxLength).pipe(
      z.string().regex(/^([A-Z0-9]{7})?$/, 'Inserire un codice SDI di 7 lettere o cifre'),
    ),
    rea: code(companyFields.rea.maxLength)
      .transform((text) => text.replace(/^([A-Z]{2})-?(?=\d)/, '$1-'))
      .pipe(z.string().regex(/^([A-Z]{2}-\d{1,8})?$/, 'Inserire sigla e numero: MI-1234567')),
    website: schemaOf(companyFields)
      .shape.website.transform((text) => text.replace(/^https?:\/\//i, '').replace(/\/$/, ''))
      .pipe(z.string().regex(/^([a-z0-9-]+(\.[a-z0-9-]+)+(\/[\w./-]*)?)?$/i, 'Inserire un sito: www.autosalone.it')),
    accounts: z.array(account).max(companyFields.accounts.most, `Al massimo ${companyFields.accounts.most}`),
  })
  .superRefine((company, ctx) => {
    const issues = { ...colourIssues(company), ...legalIssues(company), ...accountIssues(company.accounts) };
    for (const [path, message] of Object.entries(issues))
      if (message)
        ctx.addIssue({
          code: 'custom',
          path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
          message,
        });
  });
export type CompanyInput = z.output<typeof companyInput>;

/** A company with its look; a separate call returns the bytes of the logo. */
export const companyProfile = answerOf(companyFields).extend({
  id: z.int(),
  version: z.int(),
  /** How each kind is numbered this year and the next. */
  numbers: z.array(numbering),
  /** In pixels; `key` changes with the picture. */
  logo: z.object({ key: z.string(), width: z.int(), height: z.int() }).nullable(),
});
export type CompanyProfile = z.output<typeof companyProfile>;
