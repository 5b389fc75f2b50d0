import { countryWords } from '#domain/countries.ts';
import { customerFields as fields } from '#domain/customers/fields.ts';
import { customerColumns } from '#domain/customers/import-fields.ts';
import { vatNumberIn } from '#domain/customers/foreign-codes.ts';
import { customerHeads, customerMeanings } from '#domain/customers/imported.ts';
import { legalFormIn, proprietorIn, splitName } from '#domain/customers/names.ts';
import { italianTaxCode, italianVat } from '#domain/customers/rules.ts';
import { provinceIn } from '#domain/customers/provinces.ts';
import { importedCustomer, type CustomerInput } from '#domain/customers/schema.ts';
import { customerTypeWords, type CustomerType } from '#domain/customers/terms.ts';
import { e164 } from '#domain/phones.ts';
import { headOf } from '#domain/record/fields.ts';
import { privileges as p } from '#domain/privileges.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { plain, refuse } from '../lib/records/import-rows.ts';
import { importable, type Cells, type Fixing } from '../lib/records/importable.ts';
import { enterConsents, forgetConsents } from './import-consents.ts';
import { columnsOf, customers, type CustomerRecord } from './records.ts';
import { provinces } from './save.ts';

const textOf = (cells: Cells, key: keyof typeof fields) => cells(headOf(fields[key])!);
const compact = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
const isFirmCode = (code: string) => /^\d{11}$/.test(code);

/**
 * Who a row is about: type, names and codes follow from each other where the file has no column for them. A code of 11
 * digits or a legal form says a firm, one of 16 letters a person.
 */
function whoIn(cells: Cells, old: CustomerRecord | undefined): Partial<CustomerInput> {
  const [stated, first, last] = [textOf(cells, 'type'), textOf(cells, 'firstName'), textOf(cells, 'lastName')];
  const [taxCode, vat] = [compact(textOf(cells, 'taxCode')), italianVat(textOf(cells, 'vatNumber'))];
  const full = cells(customerColumns.fullName.label);
  const firm = textOf(cells, 'companyName');
  const name = firm || full || (first === '' ? last : last === '' ? first : '');
  const form = legalFormIn(name);
  const guessed = (): CustomerType => {
    // A sole trader's number may stand in both columns; their own code has letters.
    if (!form && first && last) return vat || isFirmCode(taxCode) ? 'vat' : 'private';
    if (form || isFirmCode(taxCode)) return 'fleet';
    if (taxCode.length === 16) return vat ? 'vat' : 'private';
    if (vat) return 'fleet';
    return firm && !/^\p{L}{2,}['’]?( \p{L}[\p{L}'’.]+){1,2}$/u.test(firm) ? 'fleet' : 'private';
  };
  const said = Object.entries(customerTypeWords).find(([, word]) => word === stated)?.[0] as CustomerType | undefined;
  const type = said ?? old?.type ?? guessed();
  // The codes of bodies that are no traders begin with 8 or 9; a firm's is its VAT number.
  const isTraders = isFirmCode(taxCode) && (form !== null || !/^[89]/.test(taxCode));
  const vatNumber = vat || (type !== 'private' && isTraders ? taxCode : '');
  const codes = {
    ...(vatNumber && { vatNumber }),
    // A person's own code is no number: what stands there is the VAT number once more.
    ...(type === 'vat' && isFirmCode(taxCode) && { taxCode: old?.taxCode ?? null }),
  };
  if (old && !name) return { ...codes, type };
  if (type === 'fleet')
    return {
      type,
      ...codes,
      companyName: name || `${last} ${first}`.trim() || (old?.companyName ?? ''),
      ...(!textOf(cells, 'legalForm') && { legalForm: form ?? old?.legalForm ?? null }),
    } as Partial<CustomerInput>;
  if (first && last) return { type, ...codes };
  // "Nome cliente" beside "Cognome cliente" is the first name alone.
  const isFirst = !firm && full && last && !` ${full} `.toLowerCase().includes(` ${last} `.toLowerCase());
  if (isFirst) return { type, ...codes, firstName: full };
  return { type, ...codes, ...splitName(type === 'vat' ? proprietorIn(name) : name, taxCode) };
}

/** Where somebody lives: number behind the street, the CAP's first zero, a province by its name. */
async function placeIn(ctx: Ctx): Promise<(cells: Cells, fix: Fixing) => Partial<CustomerInput>> {
  const known = await provinces(ctx);
  return (cells, fix) => {
    const [address, number] = [textOf(cells, 'address'), cells(customerColumns.houseNumber.label)];
    const [cap, province, country] = (['cap', 'province', 'country'] as const).map((key) => textOf(cells, key));
    const isShort = /^\d{3,4}$/.test(cap!) && (!country || country === countryWords.IT);
    return {
      ...(address && number && !address.includes(number) && { address: `${address}, ${number}` }),
      ...(isShort && fix('caps') && { cap: cap!.padStart(5, '0') }),
      ...(province && { province: provinceIn(province, known) ?? province }),
    };
  };
}

/** Whose only number stands in the second column is called by it; a first one that is kept stays. */
function phonesIn(cells: Cells, old: CustomerRecord | undefined): Partial<CustomerInput> {
  const [first, phone] = [textOf(cells, 'phone'), textOf(cells, 'phone2')];
  if (first || !phone || e164(phone) !== phone || (old?.phone === null && old.phone2 === phone)) return {};
  const kept = old?.phone2 === phone ? null : (old?.phone2 ?? null);
  if (!old?.phone) return { phone, phone2: kept };
  return old.phone === phone ? { phone2: kept } : {};
}

/**
 * A code of 11 digits without what programs write before it, and with the zeros that they lost; a VAT number from abroad
 * as it is stored, by which its customer is found.
 */
const whole = (read: (typed: string) => string, abroad?: typeof vatNumberIn) => (cell: string, cells: Cells) => {
  const country = textOf(cells, 'country');
  if (country !== '' && country !== countryWords.IT) {
    const code = Object.entries(countryWords).find(([, word]) => word === country)?.[0];
    return { text: abroad && code && cell ? abroad(code, cell) : cell };
  }
  const text = read(cell);
  return { text, fix: text.length > compact(cell).length ? ('zeros' as const) : undefined };
};

/** Read once for each transaction: words of a file and its rows both name them. */
const readColleagues = new WeakMap<Ctx['db'], Promise<{ id: number; name: string }[]>>();
function colleagues({ db, user }: Ctx): Promise<{ id: number; name: string }[]> {
  const read =
    readColleagues.get(db) ??
    db
      .selectFrom('users')
      .select(['id', 'name'])
      .where('companyId', '=', user.companyId)
      .where('archivedAt', 'is', null)
      .where('service', '=', false)
      .orderBy('name')
      .orderBy('id')
      .execute();
  readColleagues.set(db, read);
  return read;
}

/** The customers that were merged into another one: a file from before still has their numbers. */
async function mergedIn({ db, user }: Ctx): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('mergedInto', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Imports of customers, which are found by a code, or by name and e-mail address where a file has no code. */
export const customerImports = [
  importable<CustomerRecord>({
    kind: 'customers',
    keys: ['recordNumber', 'taxCode', 'vatNumber', 'externalCode', 'email'],
    weak: ['email'],
    compared: { recordNumber: 'id', email: 'email_key' },
    named: (cells) =>
      textOf(cells, 'companyName') ||
      [textOf(cells, 'firstName'), textOf(cells, 'lastName')].filter(Boolean).join(' ') ||
      cells(customerColumns.fullName.label),
    more: customerColumns,
    heads: customerHeads,
    meanings: customerMeanings,
    codes: { vatNumber: whole(italianVat, vatNumberIn), taxCode: whole(italianTaxCode) },
    names: {
      firstName: 'person',
      lastName: 'person',
      fullName: 'person',
      companyName: 'company',
      address: 'place',
      city: 'place',
      birthPlace: 'place',
    },
    whole: async () => ({ sellerId: '', marketing: customerColumns.marketing.words.never }),
    vocabulary: async (ctx) => ({ sellerId: (await colleagues(ctx)).map(({ name }) => name) }),
    of: {
      ...customers,
      // Files of other programs have no such column; `whoIn` guesses it.
      fields: { ...customers.fields, type: { ...fields.type, default: 'private' } },
      input: importedCustomer,
      finish: async (ctx) => {
        const sellers = await colleagues(ctx);
        const place = await placeIn(ctx);
        const merged = await mergedIn(ctx);
        const { label } = fields.sellerId;
        return (cells, old, fix) => {
          if (old && merged.has(old.id)) refuse(`${old.name}: la scheda ${old.id} è unita a un’altra`);
          const name = cells(label);
          const found = sellers.filter((one) => plain(one.name) === plain(name));
          return {
            ...whoIn(cells, old),
            ...place(cells, fix),
            ...phonesIn(cells, old),
            // Who follows a customer already may share a name, or have left.
            ...(name &&
              name !== old?.seller && {
                sellerId: found.length === 1 ? found[0]!.id : refuse(`${label}: «${name}» non trovato`),
              }),
          };
        };
      },
      forget: forgetConsents,
    },
    entered: enterConsents,
    columns: (input: CustomerInput) => ({ ...input, ...columnsOf(input) }),
    fresh: async (ctx) => (input) => ({
      ...input,
      sellerId: (input as CustomerInput).sellerId ?? (holds(ctx, p.createQuotes) ? ctx.user.id : null),
      createdBy: ctx.user.id || null,
    }),
    told: async (ctx, changes) => {
      for (const { before, after } of changes) {
        const { id, name, type, country } = after;
        if (name !== before.name || type !== before.type || country !== before.country)
          await ctx.emit('customer.renamed', { id, name, type, country });
      }
      await ctx.emit('customer.saved', { ids: changes.map(({ after }) => after.id) });
    },
  }),
];
