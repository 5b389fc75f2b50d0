/** What stands in the place of a word that says who somebody is. */
export const COVER = '•••';

/**
 * Words that say who somebody is, as far as they can be told by their form: e-mail addresses, IBAN, tax codes, plates, and
 * numbers as long as those of telephones and VAT. Amounts and days are not among them.
 */
const PERSONAL: readonly RegExp[] = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/giu,
  /\b[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]\b/giu,
  // With spaces only in capitals: «sconto di 300 su» is no plate.
  /\b[A-Z]{2} ?\d{3} ?[A-Z]{2}\b/gu,
  /\b[a-z]{2}\d{3}[a-z]{2}\b/giu,
  /(?:\+|\b00)\d[\d ./-]{6,16}\d\b/gu,
  /\b(?:0\d{1,3}|3\d{2})[ ./-]?\d{2,4}(?:[ .-]?\d{2,4}){1,3}\b/gu,
  /\b\d{11}\b/gu,
];

/** The text with these words covered. Names cannot be told by their form: the form says not to write them. */
export const covered = (text: string): string => PERSONAL.reduce((left, pattern) => left.replace(pattern, COVER), text);
