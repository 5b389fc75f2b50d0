/** Telephone numbers as people and programs write them, by the numbering plans of all countries. */
import { findPhoneNumbersInText, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { numberParts } from '#domain/phone-parts.ts';
import { exactFigures } from '#domain/exact.ts';
import { REACH_LENGTH } from '#domain/record/fields.ts';
import { readPhonesBy } from '#domain/phones.ts';

/** Signs that nobody sees, which Apple's address book and web pages put around numbers. */
const UNSEEN = /\p{Cf}/gu;
const FIGURES = /(\p{Nd}.*){3}/su;
/** A whole number that a spreadsheet kept as a fraction: `3334449001,00`. */
const FRACTION = /(?<=\d{6})[.,]0{1,2}$/;

const italian = (national: string) => parsePhoneNumberFromString(national, 'IT');
/** A mobile with a digit too many is, by the plan, the mailbox of another one. */
function isKnown(number: PhoneNumber | undefined): boolean {
  const type = number?.getType();
  return type !== undefined && type !== 'VOICEMAIL';
}

/** San Marino is called by the code of its own from abroad and by that of Forlì from Italy: one line. */
const oneLine = (number: PhoneNumber): string => number.number.replace(/^\+39(?=0549\d{6}$)/, '+378');

/**
 * An Italian number that its plan does not know, as it was meant: a zero that a spreadsheet took from a landline
 * (`212345678` of Milano), or that stands before a mobile (`+39 (0)333…`). One that begins with 3 is a mobile of which
 * digits are missing, and up to seven digits are a landline without its prefix.
 */
function mended({ countryCallingCode, nationalNumber }: PhoneNumber, text: string): PhoneNumber | undefined {
  if (countryCallingCode !== '39') return undefined;
  // A country without its sign and a lost zero are one guess too many, and who fills a form counts from one to eight.
  const isSure = !text.replace(/\D/g, '').startsWith('39') || /^\D*(\+|00)/.test(text);
  const lost = isSure ? nationalNumber.replace(/^(?!3|12345678)(?=\d{8})/, '0') : nationalNumber;
  return [lost, nationalNumber.replace(/^0(?=3)/, '')].map(italian).find(isKnown);
}

/**
 * Numbers of plans newer than the one at hand: Italian landlines and mobiles by their first digit, others by their
 * length.
 */
function isPlausible(number: PhoneNumber): boolean {
  const { countryCallingCode, nationalNumber } = number;
  if (countryCallingCode !== '39') return number.isPossible();
  // No exchange begins with 000: numbers of examples do, so that nobody is ever called by one.
  return /^(0[1-9]\d{4,9}|000[1-9]\d{5,7}|3\d{8,9}|8\d{6,9})$/.test(nationalNumber);
}

/** A number that a row says is read again by the check of its field. */
const recent = new Map<string, readonly string[]>();
const MOST_RECENT = 500;

function numbersIn(typed: string): readonly string[] {
  if (typed.length > REACH_LENGTH) return [];
  const read = recent.get(typed) ?? numbersOf(typed);
  if (recent.size >= MOST_RECENT) recent.clear();
  recent.set(typed, read);
  if (read.length === 1) recent.set(read[0]!, read);
  return read;
}

/** The numbers that a text says: as it stands, as it was meant, or those that stand in it. */
function numbersOf(typed: string): string[] {
  const text = exactFigures(typed.normalize('NFKC').replace(UNSEEN, '').trim())
    .replace(FRACTION, '')
    // A plus that was pressed twice.
    .replace(/\+{2,}/, '+');
  // The library throws and catches an error for each text without figures, which a file has by thousands.
  if (!FIGURES.test(text)) return [];
  // Signs within one number stand for a blank; between two they part them.
  const read = italian(text.replace(/(?<=\d)[_,](?=\d)/g, ' '));
  const known = read && (isKnown(read) ? read : mended(read, text));
  if (known) return [oneLine(known)];
  const found = findPhoneNumbersInText(text, 'IT').flatMap(({ number }) => (isKnown(number) ? oneLine(number) : []));
  return found.length === 0 && read && isPlausible(read) ? [read.number] : found;
}

/**
 * A telephone number as people, telephones and spreadsheets write it, in E.164: with invisible signs, `tel:`, `(0)`,
 * words and an extension beside it, without a zero that the plan proves. Of several the first. Null when it is none.
 */
export const readPhone = (typed: string): string | null => numbersIn(typed)[0] ?? null;

/** All telephone numbers of a cell, in E.164: `02 1000000 / 333 1234567 (casa)` are two. */
export function readPhones(cell: string): string[] {
  const numbers = numberParts(cell).flatMap(numbersIn);
  return [...new Set(numbers.length > 0 ? numbers : numbersIn(cell))];
}

readPhonesBy(readPhone);
