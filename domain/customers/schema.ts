import { z } from 'zod';
import { applies, typed } from '../record/fields.ts';
import { isItalian } from '../countries.ts';
import { plateKind } from '../plates.ts';
import { answerOf, inputOf, optional, schemaOf } from '../record/schema.ts';
import { line } from '../text.ts';
import { customerFields as fields, documentFields, ownedCarFields } from './fields.ts';
import { legalFormIn } from './names.ts';
import { relationFields } from './relations.ts';
import { isLatin } from './transliteration.ts';
import { signInForce } from './provinces.ts';
import { codeIssues, ibanIssue, isBodyCode } from './rules.ts';

const text = (max: number) => line.max(max, `Al massimo ${max} caratteri`);
const upper = (max: number) => text(max).transform((value) => value.toUpperCase().replace(/\s/g, ''));

const code = z.string().regex(/^[A-Z0-9/+*.:-]*$/, 'Solo lettere e cifre');

/** Older documents do not have a scan. */
const scanned = { scan: z.int().nullable().default(null) };
const issued = schemaOf(documentFields)
  .extend(scanned)
  .refine(({ issuedOn, expiresOn }) => issuedOn === null || expiresOn === null || issuedOn <= expiresOn, {
    path: ['expiresOn'],
    message: 'La scadenza non può precedere il rilascio',
  });

/**
 * Unusual plates are accepted, because foreign ones are free text (rules.md §8). A car needs a plate, or make and
 * model.
 */
const ownedCar = schemaOf(ownedCarFields)
  .extend({
    plate: upper(ownedCarFields.plate.maxLength).pipe(
      z.string().regex(/^[A-Z0-9-]*$/, 'Solo lettere, cifre e trattini'),
    ),
    vin: upper(ownedCarFields.vin.maxLength).pipe(
      z.string().regex(/^([A-HJ-NPR-Z0-9]{5,17})?$/, 'Il telaio ha da 5 a 17 lettere e cifre, senza I, O e Q'),
    ),
  })
  .superRefine(({ plate, maker, model }, ctx) => {
    const wrong = (message: string) => ctx.addIssue({ code: 'custom', path: ['plate'], message });
    if (!plate && !maker && !model) wrong('Inserire la targa, o marca e modello');
    if (plateKind(plate) === 'trailer') wrong('È la targa di un rimorchio');
  });

/** The input of a customer; the type decides which fields are required (rules.md §7). Omitted fields are empty. */
const typedCustomer = inputOf(fields, {
  // The forms of any country; the record as a whole has those of its own.
  taxCode: optional(upper(fields.taxCode.maxLength).pipe(code)),
  vatNumber: optional(upper(fields.vatNumber.maxLength).pipe(code)),
  rea: optional(
    upper(fields.rea.maxLength).pipe(z.string().regex(/^[A-Z]{2}-?\d{1,8}$/, 'Inserire sigla e numero: MI-1234567')),
  ),
  sdi: optional(
    upper(fields.sdi.maxLength).pipe(z.string().regex(/^[A-Z0-9]{6,7}$/, 'Inserire un codice SDI di 6 o 7 caratteri')),
  ),
  cap: optional(
    text(fields.cap.maxLength).pipe(z.string().regex(/^[\p{L}\d -]*$/u, 'Solo lettere, cifre, spazi e trattini')),
  ),
  province: optional(
    upper(fields.province.maxLength)
      .pipe(z.string().regex(/^[A-Z]{2}$/, 'Scegliere la provincia'))
      .transform(signInForce),
  ),
  iban: optional(
    upper(fields.iban.maxLength).superRefine((code, ctx) => {
      const message = ibanIssue(code);
      if (message) ctx.addIssue({ code: 'custom', message });
    }),
  ),
  documents: z.array(issued).max(fields.documents.most, `Al massimo ${fields.documents.most}`).default([]),
  cars: z.array(ownedCar).max(fields.cars.most, `Al massimo ${fields.cars.most}`).default([]),
});

/**
 * Whether a customer is a body with a tax code of figures alone, as an association or a municipality: it has neither VAT
 * number nor legal form, and is invoiced by that code (D.M. 23/12/1976).
 */
const isBody = ({ type, country, taxCode, vatNumber, legalForm, companyName }: z.output<typeof typedCustomer>) =>
  type === 'fleet' &&
  isItalian(country) &&
  !vatNumber &&
  !legalForm &&
  isBodyCode(taxCode ?? '') &&
  // A consortium may be a public one, as those of land reclamation.
  [null, 'sc'].includes(legalFormIn(companyName ?? ''));

/** The checks of a customer as a whole; `spared`: fields that may miss although they are required. */
const wholeCustomer = (spared: readonly string[] = []) =>
  typedCustomer
    .superRefine((customer, ctx) => {
      for (const [name, field] of typed(fields))
        if (
          field.required &&
          applies(field, customer) &&
          !customer[name as keyof typeof customer] &&
          !((name === 'vatNumber' || name === 'legalForm') && isBody(customer)) &&
          !spared.includes(name)
        )
          ctx.addIssue({ code: 'custom', path: [name], message: field.required });
    })
    .superRefine(({ latinName }, ctx) => {
      if (latinName && !(isLatin(latinName) && /\p{L}/u.test(latinName)))
        ctx.addIssue({ code: 'custom', path: ['latinName'], message: 'Solo caratteri latini, come sul documento' });
    })
    // Also beside errors in other fields, so that a person sees all at once.
    .superRefine(
      (customer, ctx) => {
        for (const [name, message] of Object.entries(codeIssues(customer)))
          ctx.addIssue({ code: 'custom', path: [name], message });
      },
      { when: ({ value }) => typeof value === 'object' && value !== null },
    );

export const customerInput = wholeCustomer();
/** Other programs know no legal form, and public bodies have none: who saves the customer by hand chooses one. */
export const importedCustomer = wholeCustomer(['legalForm']);
export type CustomerInput = z.output<typeof customerInput>;

export const customer = answerOf(fields).extend({
  id: z.int(),
  version: z.int(),
  archived: z.boolean(),
  /** The name in lists and documents: first and last name, or the company's. */
  name: z.string(),
  /** The seller who follows the customer. */
  seller: z.string().nullable(),
  documents: z.array(answerOf(documentFields).extend(scanned)),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
  /** When the personal data were erased; null while they exist. */
  erasedAt: z.iso.datetime({ offset: true }).nullable(),
  /** The person has asked, on any lead of theirs, not to be contacted. */
  silent: z.boolean(),
  /** Whether the caller may change it; other people's customers need the privilege to manage customers. */
  mayChange: z.boolean(),
});
export type Customer = z.output<typeof customer>;

export const customerRow = customer
  .omit({ documents: true, cars: true, notes: true, iban: true, erasedAt: true })
  .extend({
    /** The earliest inspection day of its cars, and the day on which its last document expires. */
    inspectionUntil: z.string().nullable(),
    documentUntil: z.string().nullable(),
  });
export type CustomerRow = z.output<typeof customerRow>;

/** Matches of the search while typing: enough to recognise a person, no more. */
export const customerMatch = customer.pick({
  id: true,
  name: true,
  type: true,
  taxCode: true,
  vatNumber: true,
  city: true,
  province: true,
  country: true,
});
export type CustomerMatch = z.output<typeof customerMatch>;

/** A match with what tells two people of one name apart: age in years, the car they have, the day of their last visit. */
export const customerHit = customerMatch.extend({
  age: z.int().nullable(),
  car: z.string().nullable(),
  visitedOn: z.string().nullable(),
});
export type CustomerHit = z.output<typeof customerHit>;

/** The input of a relation, on the page of one of the two customers. */
export const relationInput = schemaOf(relationFields);
/** A relation on the page of a customer: what the other is to this one. */
export const relation = relationInput.extend({ id: z.int(), other: z.string() });
export type Relation = z.output<typeof relation>;

/** Criteria by which two customers look like the same, the most certain first. */
export const likenesses = ['taxCode', 'vatNumber', 'phone', 'email', 'name'] as const;

/** A new customer. `distinctFrom`: whoever is alike and is another person; null: nobody was asked about that. */
export const newCustomer = customerInput.safeExtend({
  distinctFrom: z.array(z.int().positive()).max(50).nullable().default(null),
});

/** A customer similar to the one being entered. */
export const likeCustomer = customerMatch.extend({ by: z.array(z.enum(likenesses)) });
export type LikeCustomer = z.output<typeof likeCustomer>;

/** A municipality with name, province (two letters; EE: a foreign country) and cadastral code. */
export const municipality = z.object({ name: z.string(), province: z.string(), code: z.string() });
export type Municipality = z.output<typeof municipality>;
