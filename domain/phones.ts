/**
 * A telephone number as people and files write it, in E.164; null when it is none. Without a country code it is Italian
 * (rules.md §7): landlines keep their zero, mobiles have nine or ten digits. A zero in brackets is left out behind
 * the code of another country.
 */
export function e164(typed: string): string | null {
  const bare = typed
    .replace(/^(\s*(?:\+|00)(?!\s*39)[\d\s]+)\(0\)/, '$1')
    .replace(/[\s./()‐-―-]/g, '')
    .replace(/^00(?=[1-9])/, '+');
  // No Italian number has eleven digits and begins with 39: it is the country, without its sign.
  const whole = bare.startsWith('+') || /^39[03]\d{8,}$/.test(bare) ? bare.replace(/^\+?/, '+') : `+39${bare}`;
  if (!/^\+[1-9]\d{7,14}$/.test(whole)) return null;
  return whole.startsWith('+393') && !/^\+393\d{8,9}$/.test(whole) ? null : whole;
}

/** Whether an SMS may arrive at a number in E.164: Italian mobiles begin with 3; of other countries nobody can tell. */
export const isMobile = (number: string): boolean => !/^\+39(?!3)/.test(number);
