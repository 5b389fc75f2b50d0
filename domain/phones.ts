/** Telephone numbers. The backend reads what people write (backend/lib/values/phones.ts); here is what needs no numbering plan. */

/** The most characters in which somebody writes a telephone number: with words such as `ore pasti` beside it. */
export const PHONE_LENGTH = 40;

/** What neither a person sees nor a number needs: directions of writing, joiners, byte order marks. */
const UNSEEN = /\p{Cf}/gu;

/**
 * A number that is written by digits and usual signs alone, in E.164; null for anything else. Without a country code it
 * is Italian (rules.md §7): landlines keep their zero, mobiles have nine or ten digits. A zero in brackets is left out
 * behind the code of another country.
 */
function plainly(typed: string): string | null {
  const bare = typed
    .replace(UNSEEN, '')
    .replace(/^(\s*(?:\+|00)(?!\s*39)[\d\s]+)\(0\)/, '$1')
    .replace(/[\s./()‐-―-]/g, '')
    .replace(/^00(?=[1-9])/, '+');
  // No Italian number has eleven digits and begins with 39: it is the country, without its sign.
  const whole = bare.startsWith('+') || /^39[03]\d{8,}$/.test(bare) ? bare.replace(/^\+?/, '+') : `+39${bare}`;
  if (!/^\+[1-9]\d{7,14}$/.test(whole)) return null;
  return whole.startsWith('+393') && !/^\+393\d{8,9}$/.test(whole) ? null : whole;
}

type Reader = (typed: string) => string | null;
let reader: Reader | null = null;

/** Reads all numbers by the numbering plans of all countries, which browsers do not load: the backend begins with it. */
export const readPhonesBy = (plans: Reader): void => {
  reader = plans;
};

/** A telephone number as people and files write it, in E.164; null when it is none. */
export const e164 = (typed: string): string | null => (reader ?? plainly)(typed);

const DIGITS = /^\D*(\d\D*){7,17}$/;
/**
 * What a schema makes of a typed number: E.164, or null when it is none. Where the numbering plans are not at hand, a
 * text that could be one stays as it is: the backend reads it.
 */
export const phoneIn = (typed: string): string | null =>
  e164(typed) ?? (reader === null && DIGITS.test(typed) ? typed.trim() : null);

/** Whether an SMS may arrive at a number in E.164: Italian mobiles begin with 3; of other countries nobody can tell. */
export const isMobile = (number: string): boolean => !/^\+39(?!3)/.test(number);
