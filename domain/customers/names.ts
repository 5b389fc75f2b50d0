/** Names of other programs that keep a whole name in one field. */
import { nameCode } from './rules.ts';
import type { legalForms } from './terms.ts';

type LegalForm = (typeof legalForms)[number];

/** Legal forms by what stands in names, without dots and blanks. */
const forms: readonly (readonly [RegExp, LegalForm])[] = [
  [/\bs\.?\s?r\.?\s?l\.?\s?s\b/i, 'srls'],
  [/\bs\.?\s?r\.?\s?l\b|responsabilit[aà]'? limitata/i, 'srl'],
  [/\bs\.?\s?a\.?\s?p\.?\s?a\b/i, 'sapa'],
  [/\bs\.?\s?p\.?\s?a\b|societ[aà]'? per azioni/i, 'spa'],
  [/\bs\.?\s?n\.?\s?c\b/i, 'snc'],
  [/\bs\.?\s?a\.?\s?s\b/i, 'sas'],
  [/\b(soc(iet[aà]'?)?\.?\s+)?coop(erativa)?\b|\bs\.?\s?c\.?\s?(a\s?)?r\.?\s?l\b|\bconsorzio\b/i, 'sc'],
  [/\bs\.\s?s\.|societ[aà]'? semplice/i, 'ss'],
];

/** The legal form that a firm's name says; null: none. */
export const legalFormIn = (name: string): LegalForm | null => forms.find(([is]) => is.test(name))?.[1] ?? null;

/** Words before a surname that belong to it. */
const PARTICLES = new Set(
  'de di del della dello degli dei dal dalla dall da la lo li le d van von der mc el ben abd'.split(' '),
);

export interface SplitName {
  lastName: string;
  firstName: string;
}

/**
 * A surname and name written in one, surname first. Of longer ones the tax code says where the surname ends, and
 * whether it stands last; without it a surname is one word with the particles before it. '' where there is one word.
 */
export function splitName(text: string, taxCode: string): SplitName {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const code = taxCode.toUpperCase().replace(/\s/g, '');
  const at = (end: number) => ({ lastName: words.slice(0, end).join(' '), firstName: words.slice(end).join(' ') });
  const swapped = ({ lastName, firstName }: SplitName) => ({ lastName: firstName, firstName: lastName });
  const ways = words.slice(1).flatMap((_, end) => [at(end + 1), swapped(at(end + 1))]);
  const fits = ({ lastName, firstName }: SplitName) =>
    code.startsWith(nameCode(lastName, false)) && code.slice(3).startsWith(nameCode(firstName, true));
  const known = code.length === 16 ? ways.find(fits) : undefined;
  if (known) return known;
  let end = 1;
  while (end < words.length - 1 && PARTICLES.has(words[end - 1]!.toLowerCase().replace(/[^a-z]/g, ''))) end += 1;
  return at(end);
}

/** The person in the name of a sole proprietor: `Autofficina Blu di Rossi Mario`, `Ditta Rossi Mario`. */
export const proprietorIn = (name: string): string =>
  /\bdi\s+(\S+\s+\S.*)$/i.exec(name)?.[1] ??
  name.replace(/^(ditta|impresa|dott\.?|dr\.?|avv\.?|ing\.?|geom\.?|arch\.?|rag\.?|studio)\s+(individuale\s+)?/i, '');
