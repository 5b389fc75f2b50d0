import { isItalian } from '../countries.ts';
import { isDay } from '../dates.ts';
import { exactFigures } from '../exact.ts';
import { isLatin, transliterated } from './transliteration.ts';
import { FOREIGN_SDI, foreignTaxCodeIssue, foreignVatIssue } from './foreign-codes.ts';

/**
 * Values of characters at odd positions of a tax code, by digit or letter (rules.md §7); at even positions a
 * character counts by its own value.
 */
const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
const months = 'ABCDEHLMPRST';
/** Letters that replace the digits 0–9 when two persons would have the same code (omocodia). */
const digitLetters = 'LMNPQRSTUV';
const taxCodePattern = /^[A-Z]{6}[0-9L-NP-V]{2}[ABCDEHLMPRST][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]$/;
/** Positions of digits in a tax code, from 0. */
const digitPlaces = [6, 7, 9, 10, 12, 13, 14];

/** Capitals without blanks and signs that nobody sees. */
const compact = (code: string) =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Cf}]|^['’`]+/gu, '');
/** A number of figures without what programs write around it: decimals of a spreadsheet, the name of the code. */
const figures = (code: string) =>
  exactFigures(code)
    .replace(/(?<=^[^.,]*\d)[.,]0+$/, '')
    .replace(
      /^(C\.?F\.?|C(OD)?\.?FISC\.?|CODICEFISCALE|P\.?I\.?V\.?A\.?|VAT|IT)[:.-]*(?=(IT)?\d{8,11}$|[A-Z]{6}[0-9L-V]{2}[A-Z])/,
      '',
    );

/**
 * The check letter: sum over odd and even positions, mod 26. Used in tax codes and in the CIN of Italian bank accounts.
 */
function checkLetter(text: string): string {
  let sum = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    const value = code < 65 ? code - 48 : code - 65;
    sum += place % 2 === 0 ? (odd[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26));
}

/**
 * Whether the day of birth in the code exists. For women 40 is added to the day; 29 February needs a leap year in
 * either century.
 */
function hasBirthDay(plain: string): boolean {
  const [year, month, said] = [Number(plain.slice(6, 8)), months.indexOf(plain[8]!), Number(plain.slice(9, 11))];
  const day = said > 40 ? said - 40 : said;
  const last = month === 1 ? (year % 4 === 0 ? 29 : 28) : [3, 5, 8, 10].includes(month) ? 30 : 31;
  return day >= 1 && day <= last;
}

/**
 * Why an Italian tax code is refused, in Italian; null if it is not. Persons: 16 characters, omocodia included;
 * companies: 11 digits, checked as a VAT number. Wrong form, wrong check character and an impossible day of birth are
 * errors (rules.md §7, 3); `taxCodeWarning` compares it with the person.
 */
export function taxCodeIssue(taxCode: string): string | null {
  const code = italianTaxCode(taxCode);
  if (/^\d{11}$/.test(code)) return vatNumberIssue(code) && 'Codice fiscale non valido: controllare le cifre';
  if (!taxCodePattern.test(code)) return 'Inserire un codice fiscale di 16 caratteri (o 11 cifre per le società)';
  if (checkLetter(code.slice(0, 15)) !== code[15]) return 'Codice fiscale non valido: controllare i caratteri';
  return hasBirthDay(plainTaxCode(code)) ? null : 'Codice fiscale non valido: il giorno di nascita non esiste';
}

/** A code in which O and I were typed for 0 and 1, where the check letter proves it; else the code itself. */
function withFigures(code: string): string {
  if (code.length !== 16 || taxCodePattern.test(code)) return code;
  const figured = [...code].map((letter, at) =>
    digitPlaces.includes(at) ? ({ O: '0', I: '1' }[letter] ?? letter) : letter,
  );
  const whole = figured.join('');
  return taxCodePattern.test(whole) && checkLetter(whole.slice(0, 15)) === whole[15] ? whole : code;
}

/** The code of a person among other letters: what it is called, whose it is. Its check letter proves it. */
function personIn(text: string): string | null {
  const bare = text.replace(/[^A-Z0-9]/g, '');
  const [found] = /[A-Z]{6}[0-9L-V]{2}[A-Z][0-9L-V]{2}[A-Z][0-9L-V]{3}[A-Z]/.exec(bare) ?? [];
  return found && checkLetter(found.slice(0, 15)) === found[15] ? found : null;
}

/** An Italian tax code as it is stored: of a person compact, of a body as a VAT number is. */
export const italianTaxCode = (typed: string): string => {
  const text = compact(typed);
  const code = figures(text).replace(/[.-]/g, '');
  if (/^\d{8,11}$/.test(code)) return italianVat(code);
  const whole = withFigures(code);
  return taxCodePattern.test(whole) ? whole : (personIn(text) ?? whole);
};

/**
 * Why an Italian VAT number is refused, in Italian; null if it is not: 11 digits, province office, Luhn check
 * (rules.md §7).
 */
export function vatNumberIssue(vatNumber: string): string | null {
  const digits = italianVat(vatNumber);
  if (!/^\d{11}$/.test(digits)) return 'Inserire una partita IVA di 11 cifre';
  return isVatNumber(digits) ? null : 'Partita IVA non valida: controllare le cifre';
}

/** The 11 figures among signs and words, which are no country's: of `HR12345678901` they are Croatian. */
function figuresIn(code: string): string | null {
  const [, before, found = '', behind] = /^(\D*)(\d{11})(\D*)$/.exec(code) ?? [];
  const beside = `${before}${behind}`.replace(/[^A-Z]/g, '');
  return isVatNumber(found) && !/^(?!IT)[A-Z]{2}$/.test(beside) ? found : null;
}

/**
 * An Italian VAT number as it is stored, the 11 digits: without `IT`, spaces, points and invisible signs, with zeros
 * that a spreadsheet took from its head where the check digit proves them. Any other text stays, compact.
 */
export function italianVat(typed: string): string {
  const code = figures(compact(typed))
    .replace(/^(C[.]?F[.]?\/)?(P[.]?I[.]?|(P(ART(ITA)?)?[.]?)?I[.]?V[.]?A[.]?)(N(R|UM)?[.]?)?:?(?=\d|IT)/, '')
    .replace(/[./-]/g, '')
    .replace(/^IT(?=\d{8,11}$)/, '');
  const whole = /^\d{8,10}$/.test(code) ? code.padStart(11, '0') : (figuresIn(code) ?? code);
  return whole === code || isVatNumber(whole) ? whole : code;
}

/** Whether a tax code is one of figures alone, as bodies have that are no traders: theirs begin with 8 or 9. */
export const isBodyCode = (taxCode: string): boolean => {
  const code = italianTaxCode(taxCode);
  return /^[89]\d{10}$/.test(code) && isVatNumber(code);
};

/** Whether 11 digits are a VAT number: province office and Luhn check. */
function isVatNumber(digits: string): boolean {
  const office = Number(digits.slice(7, 10));
  const known = (office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office);
  const sum = [...digits].reduce((total, digit, place) => {
    const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return known && !digits.startsWith('0000000') && sum % 10 === 0;
}

export interface Person {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD` */
  birthDate: string;
  sex: 'M' | 'F';
}

/** A name in the letters of a code: without punctuation, others transliterated. */
const letters = (name: string) => transliterated(name).replace(/[^A-Z]/g, '');

/** The three letters of a surname, or of a given name, in a tax code (rules.md §7). */
export function nameCode(name: string, given: boolean): string {
  const all = letters(name);
  const consonants = all.replace(/[AEIOU]/g, '');
  if (given && consonants.length >= 4) return consonants[0]! + consonants[2]! + consonants[3]!;
  return (consonants + all.replace(/[^AEIOU]/g, '') + 'XXX').slice(0, 3);
}

/**
 * The tax code of a person, without omocodia. `cadastralCode` is the birthplace: a letter and 3 digits, `Z…` abroad.
 */
export function computeTaxCode(person: Person, cadastralCode: string): string {
  const [year, month, day] = person.birthDate.split('-').map(Number) as [number, number, number];
  const date =
    String(year % 100).padStart(2, '0') +
    months[month - 1] +
    String(day + (person.sex === 'F' ? 40 : 0)).padStart(2, '0');
  const body = nameCode(person.lastName, false) + nameCode(person.firstName, true) + date + cadastralCode.toUpperCase();
  return body + checkLetter(body);
}

/** The age, in years, from which the century before is not thought of: hardly anybody of it buys a car. */
const OLD = 100;

/** What a person's code says of them. */
export interface Coded extends Pick<Person, 'birthDate' | 'sex'> {
  cadastralCode: string;
  /** The day of birth of the other century that the code fits, too, where a child could be meant; null: there is none. */
  otherBirthDate: string | null;
}

/**
 * Day of birth, sex and birthplace in a person's code; null when it is invalid or contains an impossible day. Of two
 * possible centuries, the one in which the person is an adult younger than 100 on `today`, else a child; never one in the
 * future. The birthplace is the cadastral code of a municipality, or `Z…` abroad (rules.md §7).
 */
export function readTaxCode(taxCode: string, today: string): Coded | null {
  const code = compact(taxCode);
  if (code.length !== 16 || taxCodeIssue(code)) return null;
  const plain = plainTaxCode(code);
  const day = Number(plain.slice(9, 11));
  const rest = `${String(months.indexOf(plain[8]!) + 1).padStart(2, '0')}-${String(day % 40).padStart(2, '0')}`;
  const century = Math.trunc(Number(today.slice(0, 4)) / 100);
  const [recent, older] = [century, century - 1].map((part) => `${part}${plain.slice(6, 8)}-${rest}`) as [
    string,
    string,
  ];
  const ago = (years: number) => `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
  const isPast = recent <= today && isDay(recent);
  const isRecent = isPast && (recent <= ago(18) || older <= ago(OLD) || !isDay(older));
  const birthDate = isRecent ? recent : older;
  if (!isDay(birthDate)) return null;
  const other = isRecent ? older : recent;
  const isOpen = isPast && recent > ago(18) && isDay(other);
  return {
    birthDate,
    sex: day > 40 ? 'F' : 'M',
    cadastralCode: plain.slice(11, 15),
    otherBirthDate: isOpen ? other : null,
  };
}

/** The code without omocodia: letters replaced by their digits, and a new check character. */
export function plainTaxCode(taxCode: string): string {
  const body = [...compact(taxCode).slice(0, 15)];
  for (const place of digitPlaces) {
    const digit = digitLetters.indexOf(body[place] ?? '');
    if (digit >= 0) body[place] = String(digit);
  }
  return body.join('') + checkLetter(body.join(''));
}

/** The names as some offices write them: `Müller` as `Mueller`. */
const widely = (person: Person): Person => ({
  ...person,
  firstName: transliterated(person.firstName, true),
  lastName: transliterated(person.lastName, true),
});

/**
 * A warning in Italian when a valid personal code does not match the person's data, else null; never an error, because
 * names change (rules.md §7). Without `cadastralCode` the birthplace is not compared.
 */
export function taxCodeWarning(taxCode: string, person: Person, cadastralCode?: string): string | null {
  const compared = cadastralCode ? 15 : 11;
  // Names in other letters have a Latin form of their own, on the identity paper.
  if (!isLatin(person.firstName) || !isLatin(person.lastName)) return null;
  const said = plainTaxCode(taxCode).slice(0, compared);
  const ways = [person, widely(person)].map((one) => computeTaxCode(one, cadastralCode ?? 'A000').slice(0, compared));
  return ways.includes(said) ? null : 'Il codice fiscale non corrisponde ai dati anagrafici: controllare';
}

/** Whether two names of a place are equal apart from accents, case and punctuation. */
export const samePlace = (one: string, other: string): boolean => letters(one) === letters(other);

/**
 * The part of an IBAN after country and check digits, by the SWIFT registry: numbers of digits (n), letters (a), digits
 * or letters (c).
 */
const ibanForms: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'AD:8n12c AE:19n AL:8n16c AT:16n AZ:4a20c BA:16n BE:12n BG:4a6n8c BH:4a14c BI:23n BR:23n1a1c BY:4c4n16c',
    'CH:5n12c CR:18n CY:8n16c CZ:20n DE:18n DJ:23n DK:14n DO:4c20n EE:16n EG:25n ES:20n FI:14n',
    'FK:2a12n FO:14n FR:10n11c2n GB:4a14n GE:2a16n GI:4a15c GL:14n GR:7n16c GT:24c HN:4a20n HR:17n HU:24n',
    'IE:4a14n IL:19n IQ:4a15n IS:22n IT:1a10n12c JO:4a4n18c KW:4a22c KZ:3n13c LB:4n20c LC:4a24c LI:5n12c LT:16n',
    'LU:3n13c LV:4a13c LY:21n MC:10n11c2n MD:20c ME:18n MK:3n10c2n MN:16n MR:23n MT:4a5n18c MU:4a19n3a NI:4a20n',
    'NL:4a10n NO:11n OM:3n16c PK:4a16c PL:24n PS:4a21c PT:21n QA:4a21c RO:4a16c RS:18n RU:14n15c SA:2n18c',
    'SC:4a20n3a SD:14n SE:20n SI:15n SK:20n SM:1a10n12c SO:19n ST:21n SV:4a20n TL:19n TN:20n TR:6n16c',
    'UA:6n19c VA:18n VG:4a16n XK:16n YE:4a4n18c',
  ].flatMap((line) => line.split(' ').map((entry) => entry.split(':'))),
);
const ibanSigns = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' } as const;
const formParts = (form: string) =>
  [...form.matchAll(/(\d+)([nac])/g)].map(([, count, sign]) => ({
    count: Number(count),
    sign: sign as keyof typeof ibanSigns,
  }));

/**
 * Why an IBAN is refused, in Italian; null if it is not: form of its country, mod-97 and, for Italian accounts, the CIN
 * (rules.md §7, 4).
 */
export function ibanIssue(iban: string): string | null {
  const code = compact(iban);
  if (code.startsWith('IT') && !/^IT\d{2}[A-Z]\d{10}[A-Z0-9]{12}$/.test(code))
    return 'Inserire un IBAN di 27 caratteri';
  const form = ibanForms[code.slice(0, 2)];
  if (form === undefined) return 'IBAN di un paese non riconosciuto: controllare le prime due lettere';
  const parts = formParts(form);
  const length = parts.reduce((sum, { count }) => sum + count, 4);
  if (code.length !== length) return `Un IBAN ${code.slice(0, 2)} ha ${length} caratteri`;
  const pattern = parts.map(({ count, sign }) => `${ibanSigns[sign]}{${count}}`).join('');
  if (!new RegExp(`^[A-Z]{2}\\d{2}${pattern}$`).test(code)) return 'Inserire un IBAN valido';
  let rest = 0;
  for (const char of code.slice(4) + code.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  const cin = !code.startsWith('IT') || checkLetter(code.slice(5)) === code[4];
  return rest === 1 && cin ? null : 'IBAN non valido: controllare i caratteri';
}

interface Codes {
  type?: string;
  country?: string;
  taxCode?: string | null;
  vatNumber?: string | null;
  sdi?: string | null;
  cap?: string | null;
}
type Code = Exclude<keyof Codes, 'type' | 'country'>;

const capIssue = (cap: string) => (/^\d{5}$/.test(cap) ? null : 'Inserire un CAP di 5 cifre');
const foreignSdiIssue = (sdi: string) =>
  compact(sdi) === FOREIGN_SDI ? null : `Il codice SDI di un cliente estero è ${FOREIGN_SDI}`;

/** For each code of a customer the check of its country; a null check accepts any text. */
function checksOf({ type, country = 'IT' }: Codes): Record<Code, ((code: string) => string | null) | null> {
  const ofTrader = type !== 'private';
  if (isItalian(country))
    return {
      taxCode: taxCodeIssue,
      vatNumber: ofTrader ? vatNumberIssue : null,
      sdi: null,
      cap: capIssue,
    };
  return {
    taxCode: foreignTaxCodeIssue,
    vatNumber: ofTrader ? (code) => foreignVatIssue(country, code) : null,
    sdi: ofTrader ? foreignSdiIssue : null,
    cap: null,
  };
}

/**
 * Why codes of a customer are refused, in Italian, by field: Italian ones by their check characters, foreign ones by
 * the form of their country (rules.md §7, 6). Empty codes are valid.
 */
export function codeIssues(customer: Codes): Partial<Record<Code, string>> {
  const checks = checksOf(customer);
  const wrong = (Object.keys(checks) as Code[]).flatMap((name) => {
    const code = customer[name];
    const message = typeof code === 'string' && code.trim() ? checks[name]?.(code) : null;
    return message ? [[name, message]] : [];
  });
  return Object.fromEntries(wrong);
}
