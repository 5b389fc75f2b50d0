import { taxCodeIssue, taxCodeWarning, vatNumberIssue } from '#domain/customers/rules.ts';
import type { Customer } from '#domain/customers/schema.ts';
import { customerTypes, legalForms, type CustomerType } from '#domain/customers/terms.ts';
import type { Province } from '#domain/quotes/schema.ts';
import { builder } from '#site/messages/it/quotes.ts';
import type { FormField } from '#site/ui/FormFields.tsx';

const say = builder.customer;

/** What the customer form holds: texts, a day and choices; the server reads empty texts as nothing. */
export type Values = {
  [
    K in Exclude<keyof Customer, 'id' | 'version' | 'name' | 'type' | 'birthDate' | 'legalForm' | 'sex' | 'province'>
  ]: string;
} & Pick<Customer, 'type' | 'birthDate' | 'legalForm' | 'sex' | 'province'>;

const texts = [
  'firstName',
  'lastName',
  'companyName',
  'taxCode',
  'vatNumber',
  'sdi',
  'pec',
  'email',
  'phone',
  'birthPlace',
  'address',
  'cap',
  'city',
] as const;

/** The form of a customer, or an empty one that starts from what was typed in the search. */
export function valuesOf(customer: Customer | null, typed = ''): Values {
  const empty = Object.fromEntries(texts.map((name) => [name, customer?.[name] ?? ''])) as Record<
    (typeof texts)[number],
    string
  >;
  const { type = 'private', birthDate = null, legalForm = null, sex = null, province = null } = customer ?? {};
  const values: Values = { ...empty, type, birthDate, legalForm, sex, province };
  if (!typed) return values;
  const code = typed.toUpperCase().replace(/\s/g, '');
  if (/^\d{11}$/.test(code)) return { ...values, type: 'fleet', vatNumber: code };
  if (/^[A-Z]{6}\d{2}/.test(code)) return { ...values, taxCode: code };
  if (typed.includes('@')) return { ...values, email: typed };
  if (/^[+\d][\d\s./-]{5,}$/.test(typed)) return { ...values, phone: typed };
  const [firstName = '', ...rest] = typed.split(/\s+/);
  return { ...values, firstName, lastName: rest.join(' '), companyName: typed };
}

/** The fields of one type of customer, in the order people say them. */
export function fieldsOf(type: CustomerType, provinces: readonly Province[]): FormField<Values>[] {
  const company = type === 'fleet';
  const text = (name: (typeof texts)[number], more: Partial<FormField<Values>> = {}): FormField<Values> => ({
    name,
    label: say[name],
    kind: 'text',
    ...more,
  });
  const person: FormField<Values>[] = [
    text('firstName', { required: true, maxLength: 60 }),
    text('lastName', { required: true, maxLength: 60 }),
    text('taxCode', { maxLength: 19 }),
    { name: 'birthDate', label: say.birthDate, kind: 'day' },
    text('birthPlace', { maxLength: 80 }),
    {
      name: 'sex',
      label: say.sex,
      kind: 'choice',
      empty: '—',
      options: (['M', 'F'] as const).map((value) => ({ value, label: say.sexes[value] })),
    },
  ];
  const firm: FormField<Values>[] = [
    text('companyName', { required: true, maxLength: 160 }),
    {
      name: 'legalForm',
      label: say.legalForm,
      kind: 'choice',
      required: true,
      empty: '—',
      options: legalForms.map((value) => ({ value, label: say.legalForms[value] })),
    },
  ];
  const vat = [
    text('vatNumber', { required: true, maxLength: 13 }),
    text('sdi', { maxLength: 7 }),
    text('pec', { maxLength: 254 }),
  ];
  return [
    ...(company ? firm : person),
    ...(type === 'private' ? [] : vat),
    ...(company ? [text('taxCode', { maxLength: 16 })] : []),
    text('email', { maxLength: 254 }),
    text('phone', { maxLength: 20 }),
    text('address', { maxLength: 160, span: 6 }),
    text('cap', { maxLength: 5, span: 1 }),
    text('city', { maxLength: 80, span: 3 }),
    {
      name: 'province',
      label: say.province,
      kind: 'choice',
      span: 2,
      empty: '—',
      options: provinces.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
    },
  ];
}

/** Codes that cannot be right, at their fields; an empty one is not wrong, and while `typing` one that is still too short. */
export function wrongCodes({ type, taxCode, vatNumber }: Values, typing = false): Record<string, string> {
  const worth = (code: string, length: number) => code.replace(/\s/g, '').length >= (typing ? length : 1);
  const tax = worth(taxCode, type === 'fleet' ? 11 : 16) && taxCodeIssue(taxCode);
  const vat = type !== 'private' && worth(vatNumber, 11) && vatNumberIssue(vatNumber);
  return { ...(tax ? { taxCode: tax } : {}), ...(vat ? { vatNumber: vat } : {}) };
}

/** A valid personal code that is not the one of these data: said, never refused. */
export function doubtfulCode({ type, taxCode, firstName, lastName, birthDate, sex }: Values): string | null {
  if (type === 'fleet' || taxCode.trim().length !== 16 || taxCodeIssue(taxCode)) return null;
  if (!firstName || !lastName || !birthDate || !sex) return null;
  return taxCodeWarning(taxCode, { firstName, lastName, birthDate, sex });
}

/** What is sent: only the fields of this type, so that a company keeps no birthday. */
export function bodyOf(values: Values): Values {
  const own = new Set<string>(['type', ...fieldsOf(values.type, []).map(({ name }) => name)]);
  const entries = Object.entries(values).map(([name, value]) => [name, own.has(name) ? value : null]);
  return Object.fromEntries(entries) as Values;
}

export const types = customerTypes.map((value) => ({ value, label: say.types[value] }));
