/** Several telephone numbers in one text, and the words beside them: what only some texts need, so most pages do not load it. */

import { REACH_LENGTH } from './record/fields.ts';

/** What neither a person sees nor a number needs: directions of writing, joiners, byte order marks. */
const UNSEEN = /\p{Cf}/gu;

/** What stands between two numbers of one text; a slash also stands within one. */
const BETWEEN =
  /\s*[;|\n]\s*|,(?!0{1,2}$)\s*|(?<!\+\d{1,3})\s+[/-]\s+|\s{2,}|(?<=\d{9})\s(?=\+?\d{9})|(?<=(?<!\d)3\d\d[\s.-]?\d{3}[\s.-]?\d{4})\s(?=(?:\+39\s?)?[03]\d\d)|(?<=\d{6})\+(?=\d{8})|\/(?=\s*(?:\+|0|3)\d[\d\s.-]{6,})|(?<=\d{6})[/-](?=\d{6})/;
/** Words and what stands in brackets with them; `x` and `int.` before an extension are read by the plans. */
const BESIDE = /\([^)\d]*\)|(?<!\p{L})(?!(?:x|ext|int)(?!\p{L}))\p{L}+[.:]?/giu;

/** A number by which nobody is called; of `Tel./Fax 02 12345678` both are one. */
const FAX =
  /(?<!\p{L}|(?:tel|telefono|cell?)[\s./]*(?:[/e&+-]\s*)?)(?:tele)?fax[.:]?\s*\+?\d(?:[ ./()-]{0,2}\d){4,}/giu;

/** A prefix alone, and a number that wants one: `0831 - 212345` and `333 / 1234567` are one. */
const PREFIX = /^[^\d+]*(?:(?:\+|00)\d\d[\s()\d]{1,6}|\(?(?:0\d{1,3}|3\d\d))\D*$/;
const REST = /^\s*[1-9](?:[\s.-]?\d){4,7}(?![\s.-]?\d)/;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * A number, and the last figures of one or more beside it: `051 234567/8`, `051 234567-8`. Among the figures of a
 * landline a dash stands only before such a slash: `0543-12-34-56` is one number.
 */
const ENDS =
  /^(\D*(?:(?:\+|00)39\D*)?(?:0\d{1,3}[\s./-]*\d(?:(?:[\s.]|-(?=.*\/))*\d){4,7}|3\d\d[\s./-]*\d(?:[\s.-]*\d){6}))((?:[/-]\d{1,2})+)\s*$/;
/** What is left of a landline whose prefix stands before another one: no number of the plan has so few figures. */
const SHORT = /^\s*[1-9](?:[\s.]?\d){5,7}\s*$/;

/** `051 234567/8/69` as the numbers that it says: 234567, 234568 and 234569, each behind the prefix. */
function endings(part: string): string[] {
  const [, first, ends] = ENDS.exec(part) ?? [];
  if (first === undefined || ends === undefined) return [part];
  return [
    first,
    ...ends
      .slice(1)
      .split(/[/-]/)
      .map((end) => first.slice(0, -end.length) + end),
  ];
}

/** The prefix of the landline in a text, with its zero: that of Milano and Roma has two figures, others three or four. */
function prefixIn(text: string): string | null {
  const national = digitsOf(text).replace(/^(00)?39(?=0)/, '');
  if (!/^0\d{7,10}$/.test(national)) return null;
  return national.slice(0, /^0[26]/.test(national) ? 2 : /^0\d[0159]/.test(national) ? 3 : 4);
}

/**
 * A text between whose parts a number may end, without the words beside them; a short part has the prefix before it. One of
 * more than `REACH_LENGTH` characters is one part.
 */
export function numberParts(typed: string): string[] {
  if (typed.length > REACH_LENGTH) return [typed];
  const parts: string[] = [];
  const called = typed.replace(FAX, ' ; ');
  for (const part of (isNumber(called) ? called : typed).replace(BESIDE, ' ').split(BETWEEN).flatMap(endings)) {
    const before = parts.at(-1) ?? '';
    const prefix = SHORT.test(part) ? prefixIn(before) : null;
    if (PREFIX.test(before) && REST.test(part)) parts.push(`${parts.pop()!.trim()} ${part}`);
    else parts.push(prefix === null ? part : `${prefix} ${part.trim()}`);
  }
  return parts;
}

/** Less digits are an extension, or belong to the number beside. */
export const isNumber = (part: string): boolean => digitsOf(part).length >= 6;

/** The numbers that a text says, as they are written, each once; of a text that says one at most, none. */
export function severalNumbers(typed: string): string[] {
  const parts = numberParts(typed.replace(UNSEEN, '')).flatMap((part) => (/\d/.test(part) ? [part.trim()] : []));
  const each = [...new Map(parts.map((part) => [digitsOf(part), part])).values()];
  return each.length > 1 && each.every(isNumber) ? each : [];
}
