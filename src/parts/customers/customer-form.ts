import { customerFields } from '#domain/customers/fields.ts';
import { readTaxCode, taxCodeIssue, taxCodeWarning, vatNumberIssue } from '#domain/customers/rules.ts';
import type { CustomerInput } from '#domain/customers/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { blankOf } from '#domain/fields.ts';
import type { Province } from '#domain/quotes/schema.ts';
import { call } from '#site/lib/call.ts';
import { formOf } from '#site/ui/record/form-of.ts';
import type { FormField } from '#site/ui/record/form.ts';

/** A new customer that starts from what was typed in the search. */
export function startOf(typed: string): CustomerInput {
  const blank: CustomerInput = blankOf(customerFields);
  if (!typed) return blank;
  const code = typed.toUpperCase().replace(/\s/g, '');
  if (/^\d{11}$/.test(code)) return { ...blank, type: 'fleet', vatNumber: code };
  if (/^[A-Z]{6}\d{2}/.test(code)) return { ...blank, taxCode: code };
  if (typed.includes('@')) return { ...blank, email: typed };
  if (/^[+\d][\d\s./-]{5,}$/.test(typed)) return { ...blank, phone: typed };
  const [firstName = '', ...rest] = typed.split(/\s+/);
  return { ...blank, firstName, lastName: rest.join(' ') || null, companyName: typed };
}

/** The form of a customer; what stands in it follows the type. */
export const formFields = (provinces: readonly Pick<Province, 'code' | 'name'>[]): FormField<CustomerInput>[] =>
  formOf(customerFields, {
    type: { span: 6, look: 'switch' },
    vatNumber: { keyboard: 'numeric' },
    pec: { keyboard: 'email' },
    email: { keyboard: 'email' },
    phone: { keyboard: 'tel' },
    address: { span: 6 },
    cap: { span: 1, keyboard: 'numeric' },
    province: { span: 2, options: provinces.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })) },
  });

/** Codes that cannot be right, at their fields; an empty one is not wrong, and while `typing` one that is still too short. */
export function wrongCodes({ type, taxCode, vatNumber }: CustomerInput, typing = false): Record<string, string> {
  const wrong = (code: string | null, length: number, issue: (code: string) => string | null) =>
    code !== null && code.replace(/\s/g, '').length >= (typing ? length : 1) && issue(code);
  const tax = wrong(taxCode, type === 'fleet' ? 11 : 16, taxCodeIssue);
  const vat = type !== 'private' && wrong(vatNumber, 11, vatNumberIssue);
  return { ...(tax ? { taxCode: tax } : {}), ...(vat ? { vatNumber: vat } : {}) };
}

/** A valid personal code that is not the one of these data: said, never refused. */
export function doubtfulCode({ type, taxCode, firstName, lastName, birthDate, sex }: CustomerInput): string | null {
  if (type === 'fleet' || taxCode?.trim().length !== 16 || taxCodeIssue(taxCode)) return null;
  if (!firstName || !lastName || !birthDate || !sex) return null;
  return taxCodeWarning(taxCode, { firstName, lastName, birthDate, sex });
}

/** Municipalities by one of their codes; without an answer nothing is filled in. */
const municipalities = (query: { cap: string } | { code: string }) =>
  call('GET /customers/municipalities', { query }).catch(() => []);

/** What a code says beside itself: a personal one day and place of birth and sex, a postal one city and province. */
export async function follows({ taxCode, cap }: Partial<CustomerInput>, { type }: CustomerInput) {
  const person = taxCode && type !== 'fleet' ? readTaxCode(taxCode, dayInRome(new Date())) : null;
  if (person) {
    const { birthDate, sex, cadastralCode: code } = person;
    const [place] = await municipalities({ code });
    return { birthDate, sex, ...(place && { birthPlace: place.name }) };
  }
  if (!cap || !/^\d{5}$/.test(cap)) return {};
  const found = await municipalities({ cap });
  const alone = <T>(values: T[]) => (new Set(values).size === 1 ? values[0] : undefined);
  const [city, province] = [alone(found.map(({ name }) => name)), alone(found.map((one) => one.province))];
  return { ...(city && { city }), ...(province && { province }) };
}
