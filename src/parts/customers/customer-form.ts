import { isItalian } from '#domain/countries.ts';
import { customerFields } from '#domain/customers/fields.ts';
import { countryOfVat, FOREIGN_SDI, vatLength, vatNumberIn } from '#domain/customers/foreign-codes.ts';
import {
  codeIssues,
  computeTaxCode,
  ibanIssue,
  readTaxCode,
  samePlace,
  taxCodeIssue,
  taxCodeWarning,
  type Person,
} from '#domain/customers/rules.ts';
import type { CustomerInput, Municipality } from '#domain/customers/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { isLatin } from '#domain/customers/transliteration.ts';
import { day } from '#domain/italian.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { Province } from '#domain/quotes/schema.ts';
import { t } from '#site/lib/intl.ts';
import { apiPath } from '#site/lib/call.ts';
import { customers as words } from '#site/messages/it/customers.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf, type Layout } from '#site/ui/record/form/form-of.ts';
import type { FormField } from '#site/ui/record/form/form.ts';
import { restBelow } from '#site/ui/rest-below.tsx';
import { Upload } from '#site/ui/record/form/Upload.tsx';
import { $places, knownPlaces, placesOf, type Places } from './places.ts';

/** Names typed in small letters, as in a search, with their capitals. */
const asName = (typed: string) =>
  typed === typed.toLowerCase() ? typed.replace(/(^|[\s'’-])\p{L}/gu, (start) => start.toUpperCase()) : typed;

/** A new customer with the searched text in the fitting field. */
export function startOf(typed: string): CustomerInput {
  const blank: CustomerInput = blankOf(customerFields);
  if (!typed) return blank;
  const code = typed.toUpperCase().replace(/\s/g, '');
  if (/^\d{11}$/.test(code)) return { ...blank, type: 'fleet', vatNumber: code };
  const country = countryOfVat(code);
  if (country) return { ...blank, type: 'fleet', country, vatNumber: code };
  if (/^[A-Z]{6}\d{2}/.test(code)) return { ...blank, taxCode: code };
  if (typed.includes('@')) return { ...blank, email: typed };
  if (/^[+\d][\d\s./-]{5,}$/.test(typed)) return { ...blank, phone: typed };
  const [firstName = '', ...rest] = asName(typed).split(/\s+/);
  return { ...blank, firstName, lastName: rest.join(' ') || null, companyName: typed };
}

/** The fields that identify the customer among the existing ones, as far as they are typed. */
export function likenessOf({
  type,
  country,
  taxCode,
  vatNumber,
  phone,
  phone2,
  email,
  firstName,
  lastName,
  companyName,
  birthDate,
}: CustomerInput) {
  const name = type === 'fleet' ? companyName : firstName && lastName && `${firstName} ${lastName}`;
  const all = {
    taxCode,
    vatNumber: type !== 'private' && vatNumber ? vatNumberIn(country, vatNumber) : null,
    phone,
    phone2,
    email,
    name,
    birthDate,
  };
  const said = Object.entries(all).filter(([, text]) => (text?.trim().length ?? 0) > 4);
  return Object.fromEntries(said) as { [K in keyof typeof all]?: string };
}

const digitsInItaly = ({ country }: { country: string }) => (isItalian(country) ? 'numeric' : 'text');

const rest = restBelow(customerFields, 'notes');

type Provinces = readonly Pick<Province, 'code' | 'name'>[];

/** The layout of a customer's form; the visible fields depend on the type. `id` is the customer's, once saved. */
export const customerLayout = (
  provinces: Provinces,
  followers: Named = [],
  id: number | null = null,
): Layout<typeof customerFields> => ({
  type: { span: 6, look: 'switch' },
  country: { span: 6 },
  latinName: { when: ({ firstName, lastName, companyName }) => !isLatin(`${firstName}${lastName}${companyName}`) },
  vatNumber: { keyboard: digitsInItaly },
  pec: { keyboard: 'email' },
  phone: rest('phone'),
  phone2: rest('phone2'),
  email: { keyboard: 'email', ...rest('email') },
  address: { span: 6 },
  cap: { span: 1, keyboard: digitsInItaly },
  province: { span: 2, options: provinces.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })) },
  sellerId: { options: named(followers) },
  documents: {
    layout: {
      kind: { span: 2 },
      number: { span: 2 },
      issuer: { span: 2 },
      scan: {
        span: 6,
        control: Upload,
        phone: 'customer_document',
        upload: async (file) => {
          const { upload } = await import('#site/lib/upload.ts');
          return upload('POST /uploads', { purpose: 'customer_document' }, file, () => undefined);
        },
        ...(id !== null && {
          fileHref: (scanId) => apiPath('GET /customers/:id/scans/:scanId', { params: { id, scanId } }),
        }),
      },
    },
  },
  cars: {
    layout: {
      plate: { span: 2 },
      maker: { span: 2 },
      model: { span: 2 },
      registeredOn: { span: 2 },
      km: { span: 2 },
      inspectionUntil: { span: 2 },
    },
  },
  notes: { span: 6 },
});

const ofPerson = [
  'type',
  'country',
  'firstName',
  'lastName',
  'companyName',
  'latinName',
  'legalForm',
  'vatNumber',
] as const;
const ofReach = ['email', 'phone'] as const;
/** The fields of the quick form, filled in within seconds at the reception. */
const few: readonly string[] = [...ofPerson, ...ofReach];
/** The fields that a quote needs: the postal code gives the province, on which IPT depends. */
const ofQuote: readonly string[] = [...few, 'cap', 'city', 'province'];
/** All fields of the dialog; documents, cars and notes are on the customer's page. */
const usual: readonly string[] = [
  ...ofQuote,
  ...['taxCode', 'birthDate', 'birthPlace', 'sex', 'sdi', 'pec', 'address'],
];
/** What a contract needs of its customer: the identity paper, too. */
const ofContract: readonly string[] = [...usual, 'documents'];
const asked = { few, ofQuote, usual, ofContract };
/** Which fields of a customer a dialog asks. */
export type CustomerFieldSet = keyof typeof asked;

/** The form with the country: who is in Italy has it only once somebody asks for it (`abroad`). */
export const withCountry = <V extends { country: string }>(
  fields: readonly FormField<V>[],
  abroad: boolean,
): FormField<V>[] =>
  fields.map((field) =>
    field.name === 'country' ? { ...field, when: ({ country }) => abroad || !isItalian(country) } : field,
  );

/** The form of a customer in a dialog. */
export const formFields = (provinces: Provinces, which: CustomerFieldSet, abroad = false): FormField<CustomerInput>[] =>
  withCountry(
    formOf(customerFields, customerLayout(provinces)).filter(({ name }) => asked[which].includes(name)),
    abroad,
  );

/** The length from which a code is judged while somebody types it. */
const judgedFrom = ({ type, country }: CustomerInput) => ({
  taxCode: !isItalian(country) ? 2 : type === 'fleet' ? 11 : 16,
  vatNumber: isItalian(country) ? 11 : vatLength(country),
  sdi: 7,
  cap: 5,
  iban: 27,
});

/** Errors of invalid codes, by field. While `typing`, a code that is still too short is no error. */
export function wrongCodes(customer: CustomerInput, typing = false): Record<string, string> {
  const least = judgedFrom(customer);
  const judged = (name: keyof typeof least) =>
    !typing || (customer[name]?.replace(/\s/g, '').length ?? 0) >= least[name];
  const { iban } = customer;
  const account = iban?.trim() ? ibanIssue(iban) : null;
  const all = { ...codeIssues(customer), ...(account && { iban: account }) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => judged(name as keyof typeof least)));
}

/** The data from which a tax code is computed; null until they are complete. */
function personOf({ type, firstName, lastName, birthDate, sex }: CustomerInput): Person | null {
  if (type === 'fleet' || !firstName || !lastName || !birthDate || !sex) return null;
  // A name in another script has its Latin form on the identity paper.
  if (!isLatin(firstName) || !isLatin(lastName)) return null;
  return { firstName, lastName, birthDate, sex };
}

/** The place, if exactly one has this name; several are ambiguous. */
const only = (places: readonly Municipality[] | undefined) => (places?.length === 1 ? places[0] : undefined);

/**
 * Doubts that may be correct, so saving is never refused: a tax code that does not match the personal data, a postal code of another town.
 */
export function doubtsOf(
  customer: CustomerInput,
  known: Places = $places.get(),
): { field: 'taxCode' | 'birthDate' | 'cap'; message: string }[] {
  const { taxCode, birthPlace, birthDate, city } = customer;
  const cap = isItalian(customer.country) ? customer.cap : null;
  const person = personOf(customer);
  const born = birthPlace ? only(knownPlaces(known, 'name', birthPlace)) : undefined;
  const code =
    person && taxCode?.trim().length === 16 && !taxCodeIssue(taxCode)
      ? taxCodeWarning(taxCode, person, born?.code)
      : null;
  // The code of a child fits somebody of a hundred years before, too.
  const coded = taxCode && customer.type !== 'fleet' ? readTaxCode(taxCode, dayInRome(new Date())) : null;
  const days = coded?.otherBirthDate ? [coded.birthDate, coded.otherBirthDate] : [];
  const other = days.find((one) => one !== birthDate);
  const twoCenturies = birthDate && days.includes(birthDate) ? other : undefined;
  const towns = cap ? knownPlaces(known, 'cap', cap) : undefined;
  const away = city && towns?.length && !towns.some(({ name }) => samePlace(name, city));
  return [
    ...(code ? [{ field: 'taxCode' as const, message: code }] : []),
    ...(twoCenturies
      ? [{ field: 'birthDate' as const, message: t(words.otherCentury, { day: day(twoCenturies) }) }]
      : []),
    ...(away ? [{ field: 'cap' as const, message: t(words.capElsewhere, { cap: cap!, town: towns[0]!.name }) }] : []),
  ];
}

/** A trader abroad has the one code that e-invoices give to foreign customers; one in Italy has none of the form's. */
const sdiOf = ({ type, country }: CustomerInput) => (type === 'private' || isItalian(country) ? null : FOREIGN_SDI);

/**
 * Values that follow from a change: a country gives the recipient code abroad; a tax code gives birth date, birth place and sex; a postal code gives city and province; complete
 * personal data give the tax code.
 */
export async function follows(change: Partial<CustomerInput>, now: CustomerInput): Promise<Partial<CustomerInput>> {
  if ('country' in change || ('type' in change && !isItalian(now.country))) return { sdi: sdiOf(now) };
  const { taxCode, cap } = change;
  const read = taxCode && now.type !== 'fleet' ? readTaxCode(taxCode, dayInRome(new Date())) : null;
  if (read) {
    const { birthDate, sex, cadastralCode: code } = read;
    const [place] = await placesOf('code', code, birthDate);
    return { birthDate, sex, ...(place && { birthPlace: place.name }) };
  }
  if (cap && isItalian(now.country) && /^\d{5}$/.test(cap)) {
    const found = await placesOf('cap', cap);
    const alone = <T>(values: T[]) => (new Set(values).size === 1 ? values[0] : undefined);
    const [city, province] = [alone(found.map(({ name }) => name)), alone(found.map((one) => one.province))];
    return { ...(city && { city }), ...(province && { province }) };
  }
  const person = personOf(now);
  const named = ['firstName', 'lastName', 'birthDate', 'sex', 'birthPlace'].some((key) => key in change);
  if (!named || !person || !isItalian(now.country) || (now.birthPlace?.trim().length ?? 0) < 2) return {};
  const place = only(await placesOf('name', now.birthPlace!));
  return place ? { taxCode: computeTaxCode(person, place.code) } : {};
}
