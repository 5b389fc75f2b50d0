/** E-mail addresses as people and programs write them; this file does not use zod, because browsers may load it. */
import { REACH_LENGTH } from './record/fields.ts';

/** What nobody sees and no address has. */
const UNSEEN = /\p{Cf}/gu;
/** Ends of lines and their kin stand between addresses; they are no part of one. */
const CONTROL = /\p{Cc}/gu;
/** A part before the `@`: words of letters of any script and signs (RFC 5322 3.2.3, RFC 6531), or a quoted text. */
const LOCAL = /^([\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*|"([^"\\\s]|\\.)+")$/u;
/** A name in the domain system: letters of any script, digits, hyphens within. */
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const MOST = { whole: 254, local: 64 };

/** Whether a text is an address to which a mail can be sent: any form of RFC 5322 without comments, in any script. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1) return false;
  const [local, labels] = [text.slice(0, at), text.slice(at + 1).split('.')];
  return (
    text.length <= MOST.whole &&
    local.length <= MOST.local &&
    LOCAL.test(local) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    // No country is a number; those of other scripts may be written `xn--…`.
    !/^\d+$/.test(labels.at(-1)!) &&
    labels.at(-1)!.length > 1
  );
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The address that a text means, as it is stored; null when it means none: `mailto:a@b.it?subject=…`, `Anna <a@b.it>`,
 * `a@b.it;`, with invisible signs. Of several the first. Of more than
 * `REACH_LENGTH` characters none.
 */
export const readEmail = (typed: string): string | null => emailsIn(typed)[0] ?? null;

/** The addresses that a text means beside the one that is kept of it. */
export const otherEmails = (typed: string): string[] => [...new Set(emailsIn(typed))].slice(1);

/** Signs in words, as people write against robots: `anna [at] example (punto) it`. */
const spelled = (text: string): string =>
  text
    .replace(/\s*[([{<]\s*(at|chiocciola)\s*[)\]}>]\s*|@{2,}/gi, '@')
    .replace(/\s+AT\s+/, '@')
    .replace(/\s*[([{<]\s*(dot|punto)\s*[)\]}>]\s*/gi, '.')
    .replace(/(?<=@.*)\s+DOT\s+/g, '.');

/** An address alone in which a blank or a comma was pressed for a point: `anna@example,it`, `anna@example. it`. */
const slipped = (text: string): string =>
  text.replace(
    /^([^\s,;@]+)\s*@\s*([\p{L}\d-]+)(?:\s*\.\s*|,\s*(?=(?:it|com|net|org|eu|info|biz|de|fr|ch)$))(\p{L}{2,})$/iu,
    '$1@$2.$3',
  );

function emailsIn(typed: string): string[] {
  if (typed === '' || typed.length > REACH_LENGTH) return [];
  const text = slipped(spelled(typed.replace(UNSEEN, '').replace(CONTROL, ' ').replaceAll('＠', '@')).trim());
  const [, linked] = /^mailto:([^?]*)/i.exec(text) ?? [];
  const bare = linked === undefined ? text : unescaped(linked).trim();
  if (isEmail(bare)) return [bare];
  // A comma for a point before the sign: what stands behind it is somebody else's address.
  if (/^[^\s,;@]*\p{L}[^\s,;@]*,[^\s,;@]+@[^\s,;@]+$/u.test(bare)) return [];
  const pieces = bare
    .split(/[;,]|(?<=@[^/]*)\/(?=[^/]*@)/)
    .map((piece) => /<\s*(?:mailto:)?([^<>]*?@[^<>]*?)\s*>/i.exec(piece)?.[1] ?? piece);
  const parts = pieces
    .join(';')
    .replace(/\s+@\s*|@\s+/g, '@')
    .split(/[\s;,|()<>[\]"]+(?![^@\s]*"@)/)
    .map((part) => part.replace(/^((?:https?:\/\/)?mailto:|e-?mail:|["'’.:/]+)|(?<=@[^?]*)\?.*$|["'’.:/]+$/gi, ''));
  return parts.filter(isEmail);
}
