/**
 * The number of an evidence, printed on the signed document and written into its PDF: the company in base 36, so that only
 * its shard is asked, and fifty random bits. `9-7KQ2M-9XWTD`.
 */
export const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const form = /^([0-9A-Z]{1,6})-([0-9A-HJKMNP-TV-Z]{5})-([0-9A-HJKMNP-TV-Z]{5})$/;

/** How the number stands in the PDF's own data, where a browser finds it without opening the document. */
export const MARK = 'evidenza:';

/** The company of an evidence number and the number as written; null for a text that is none. */
export function readNumber(text: string): { companyId: number; number: string } | null {
  const number = text.trim().toUpperCase();
  const company = form.exec(number)?.[1];
  if (!company) return null;
  const companyId = parseInt(company, 36);
  return companyId <= 2_147_483_647 ? { companyId, number } : null;
}

/** The evidence number that a PDF says of itself; null: it says none. */
export function numberIn(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes);
  // The sealed document holds the original whole, whose own mark comes later or earlier: both are the same number.
  const found = new RegExp(`${MARK}([0-9A-Z]{1,6}-[0-9A-Z]{5}-[0-9A-Z]{5})`).exec(text)?.[1];
  return found && readNumber(found) ? found : null;
}
