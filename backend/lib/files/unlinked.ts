/** Addresses in names and free texts, written so that no program makes a link of them: `auto.it` becomes `auto. it`. */

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const broken = (text: string): string =>
  text
    .replace(/:(?=\/\/|[\\])/g, ': ')
    .replace(/(?<=\S)@(?=\S)/g, ' @ ')
    .replace(/(?<=[\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}-]*\p{L}{2})/gu, '. ')
    .replace(/\b(mailto|tel|sms|javascript|data):(?=\S)/gi, '$1: ');

/**
 * A text without anything that reads as a link, an address of the web, or one of e-mail; `keeps`: what stays as it is, such
 * as the contacts of the company, and `origin`: this product's own addresses.
 */
export function unlinked(text: string, { origin, keeps = [] }: { origin?: string; keeps?: readonly string[] } = {}) {
  const own = origin ? [`${escaped(origin)}(?=[/?#\\s]|$)\\S*`] : [];
  // The longest first: a signature may begin with the name.
  const longest = keeps.filter(Boolean).toSorted((one, other) => other.length - one.length);
  const kept = [...own, ...longest.map(escaped)];
  if (kept.length === 0) return broken(text);
  return text
    .split(new RegExp(`(${kept.join('|')})`))
    .map((part, at) => (at % 2 ? part : broken(part)))
    .join('');
}
