/**
 * Codes of foreign customers (rules.md §7, 6): VAT numbers of the Union by the form of their country, free
 * identifiers elsewhere. Only VIES knows whether a number is in use.
 */
import { countryWords, isItalian } from '../countries.ts';

/** What the e-invoice gives as the recipient code of a foreign customer. */
export const FOREIGN_SDI = 'XXXXXXX';

/**
 * VAT numbers by prefix: the form of what follows it, and an example. XI is Northern Ireland, where the rules of the
 * Union hold for goods; Italy is not among them.
 */
const forms: Readonly<Record<string, readonly [form: string, example: string]>> = {
  AT: ['U\\d{8}', 'U12345678'],
  BE: ['[01]\\d{9}', '0123456789'],
  BG: ['\\d{9,10}', '123456789'],
  CY: ['\\d{8}[A-Z]', '12345678X'],
  CZ: ['\\d{8,10}', '12345678'],
  DE: ['\\d{9}', '123456789'],
  DK: ['\\d{8}', '12345678'],
  EE: ['\\d{9}', '123456789'],
  EL: ['\\d{9}', '123456789'],
  ES: ['([A-Z]\\d{7}[A-Z0-9]|\\d{8}[A-Z])', 'A12345678'],
  FI: ['\\d{8}', '12345678'],
  FR: ['[A-HJ-NP-Z0-9]{2}\\d{9}', '12345678901'],
  HR: ['\\d{11}', '12345678901'],
  HU: ['\\d{8}', '12345678'],
  IE: ['(\\d{7}[A-W][A-I]?|\\d[A-Z+*]\\d{5}[A-W])', '1234567WA'],
  LT: ['(\\d{9}|\\d{12})', '123456789'],
  LU: ['\\d{8}', '12345678'],
  LV: ['\\d{11}', '12345678901'],
  MT: ['\\d{8}', '12345678'],
  NL: ['\\d{9}B\\d{2}', '123456789B01'],
  PL: ['\\d{10}', '1234567890'],
  PT: ['\\d{9}', '123456789'],
  RO: ['\\d{2,10}', '12345678'],
  SE: ['\\d{12}', '123456789001'],
  SI: ['\\d{8}', '12345678'],
  SK: ['\\d{10}', '1234567890'],
  XI: ['(\\d{9}|\\d{12}|(GD|HA)\\d{3})', '123456789'],
};

/** Countries whose VAT numbers begin with other letters than their code. */
const prefixes: Readonly<Record<string, string>> = { GR: 'EL', MC: 'FR', GB: 'XI' };
const prefixOf = (country: string) => prefixes[country] ?? country;

/** A code as it is stored and compared: capitals without spaces, points and hyphens. */
export const compactCode = (text: string): string => text.toUpperCase().replace(/[\s\p{Cf}.-]/gu, '');

const fits = (prefix: string, rest: string) => new RegExp(`^${forms[prefix]![0]}$`).test(rest);

/** Whether a compact text has the form of a VAT number of another member state, or of Northern Ireland. */
export const isEuVatNumber = (compact: string): boolean =>
  Object.hasOwn(forms, compact.slice(0, 2)) && fits(compact.slice(0, 2), compact.slice(2));

/** The country of a compact VAT number of another member state; null for any other text. */
export function countryOfVat(compact: string): string | null {
  if (!isEuVatNumber(compact)) return null;
  const prefix = compact.slice(0, 2);
  return prefix === 'EL' ? 'GR' : prefix === 'XI' ? 'GB' : prefix;
}

/** The usual length of a VAT number of the country with its prefix; 2 for free identifiers. */
export const vatLength = (country: string): number =>
  country === 'GB' ? 2 : (forms[prefixOf(country)]?.[1].length ?? 0) + 2;

/**
 * A VAT number as it is stored: one of the Union with the prefix of its country, also when it was typed without. Others
 * stay, apart from spaces, points and hyphens.
 */
export function vatNumberIn(country: string, typed: string): string {
  const compact = compactCode(typed).replace(/^(USTID(NR)?|VAT(NO|ID)?|TVA|COE):?(?=[A-Z]{2}\d|\d)/, '');
  // San Marino's own code has five digits, of which spreadsheets take the zeros, and its country before them abroad.
  const [, digits] = (country === 'SM' && /^(?:SM)?(\d{1,5})$/.exec(compact)) || [];
  if (digits) return `SM${digits.padStart(5, '0')}`;
  const prefix = prefixOf(country);
  if (country === 'BE' && /^(BE)?\d{9}$/.test(compact)) return `BE0${compact.slice(-9)}`;
  // Greece is called otherwise in its numbers; of the United Kingdom only Northern Ireland is.
  const rest = country !== 'GB' && compact.startsWith(country) ? compact.slice(country.length) : '';
  if (rest && Object.hasOwn(forms, prefix) && fits(prefix, rest)) return prefix + rest;
  return Object.hasOwn(forms, prefix) && fits(prefix, compact) ? prefix + compact : compact;
}

const free = (code: string) => /^[A-Z0-9/+*]{2,20}$/.test(code);

/**
 * Why the VAT number of a customer abroad is refused, in Italian; null if it is not. Outside the Union any identifier
 * is accepted, in the United Kingdom also one of Northern Ireland.
 */
export function foreignVatIssue(country: string, typed: string): string | null {
  const number = vatNumberIn(country, typed);
  const prefix = prefixOf(country);
  const form = country === 'GB' ? undefined : forms[prefix];
  if (!form) return free(number) ? null : 'Inserire da 2 a 20 lettere e cifre';
  if (number.startsWith(prefix) && isEuVatNumber(number)) return null;
  return `Partita IVA non valida (${countryWords[country]}): per esempio ${prefix}${form[1]}`;
}

/** Why the tax code of a customer abroad is refused, in Italian; null if it is not: any identifier is accepted. */
export const foreignTaxCodeIssue = (typed: string): string | null =>
  free(compactCode(typed)) ? null : 'Inserire da 2 a 20 lettere e cifre';

/** Tax code and VAT number of a customer in one line of a document; '' without either. */
export function codesLine({
  country,
  taxCode,
  vatNumber,
}: {
  country?: string | null | undefined;
  taxCode: string | null;
  vatNumber: string | null;
}): string {
  const ofTrader = isItalian(country) || isEuVatNumber(vatNumber ?? '') ? 'P. IVA' : 'Id. IVA';
  const ofPerson = isItalian(country) ? 'C.F.' : 'Id. fiscale';
  return [taxCode && `${ofPerson} ${taxCode}`, vatNumber && `${ofTrader} ${vatNumber}`].filter(Boolean).join(' · ');
}
