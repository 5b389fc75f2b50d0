import { e164 } from '../phones.ts';

/**
 * An e-mail address or a telephone number as it is compared with another one: without case, without what follows a plus
 * sign before the host (the mail arrives in the same box); a number in E.164.
 */
export function contactKey(typed: string): string {
  const text = typed.trim().toLowerCase();
  return text.includes('@') ? text.replace(/(?<=[^@])\+[^@]*(?=@)/, '') : (e164(text) ?? text);
}
