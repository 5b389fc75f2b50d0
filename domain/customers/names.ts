/** Names of other programs that keep a whole name in one field. */
import { nameCode } from './rules.ts';
import type { legalForms } from './terms.ts';

type LegalForm = (typeof legalForms)[number];

/** What is longer than any name is none: patterns take long over it. */
const LONGEST = 400;

/**
 * Legal forms by what stands in names in small letters without accents, apostrophes and points, abbreviated or written
 * out (codice civile 2251, 2291, 2313, 2325, 2452, 2462, 2463-bis, 2511). What a firm is comes before how far its
 * members are liable: a cooperative may be one of limited liability. A consortium with another form is of that form.
 */
const forms: readonly (readonly [RegExp, LegalForm])[] = [
  [/\bsoc(ieta)? ?([a-z]+ )?coop|\bs ?coop\b|\bs ?coop ?p ?a\b|\bs ?c ?(a ?)?r ?l\b|\bs ?c ?p ?a\b/, 'sc'],
  [/^(?!.*\b(s ?r ?l ?s?|s ?p ?a|s ?n ?c|s ?a ?s)\b).*\b(coop|cooperativ[aeo]|consorzio|s ?c ?s)\b/, 'sc'],
  [/\bs ?r ?l ?s\b|\bs ?r ?l sempl|\bresp(onsabilita)? lim(itata)? sempl|\b(a )?r ?l sempl/, 'srls'],
  [
    /\bs ?r ?l ?(u|cr)?\b|\bss ?d (a )?r ?l\b|\bs s d (a )?r ?l\b|\bresp(onsabilita)? ?lim(itata)?\b|\b(soc(ieta)?|stp) (a )?r ?l\b|\bconsortile a r ?l\b/,
    'srl',
  ],
  [/\bs ?a ?p ?a\b|\baccomandita (per azioni|p ?a)\b/, 'sapa'],
  [/\bs ?p ?a\b|\b(societa|soc|consortile) ?(tra [a-z]+ )?(p|per) ?az(ioni)?\b|\bs ?t ?[ap] ?p ?a\b/, 'spa'],
  [/\bs ?n ?c\b|\b(in )?nome coll(ettivo)?\b/, 'snc'],
  [/\bs ?a ?s\b|\bacc(omandita)? semp(l|lice)?\b/, 'sas'],
  [/\bsoc(ieta)? (agricola )?semp(l|lice)?\b|\bagricola semplice\b/, 'ss'],
];

/** The legal form that a firm's name says; null: none. */
export function legalFormIn(name: string): LegalForm | null {
  if (name.length > LONGEST) return null;
  // Two letters are too few without their points: `SS 36` is a road.
  if (/(?<!\p{L})s\.\s?s\.(?!\p{L})/iu.test(name)) return 'ss';
  const words = name
    // What begins a name is what the firm does: `Spa Benessere`.
    .replace(/^\s*spa\s/i, '')
    .normalize('NFD')
    .replace(/[\p{M}.'’`]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  return forms.find(([is]) => is.test(words))?.[1] ?? null;
}

const MOST_NAMES = 20;
/** Words before a surname that belong to it. */
const PARTICLES = new Set(
  'di de del della dell delle dello degli dei dagli dal dalla dall dalle da la lo li le d van von den der ten ter zu zum zur du des do dos das san santa sant mc mac o el al ben bin ibn abd abu'.split(
    ' ',
  ),
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
  if (text.length > LONGEST) return { lastName: text, firstName: '' };
  const [before, ...others] = text.split(',').map((part) => part.trim());
  const behind = others.filter(Boolean).join(' ');
  // `ROSSI, MARIO`: there the surname ends.
  if (before && behind) return { lastName: withoutTitle(before), firstName: withoutTitle(behind) };
  const words = withoutTitle(text)
    .split(/[\s,]+/)
    .filter(Boolean);
  const code = taxCode.toUpperCase().replace(/\s/g, '');
  const at = (end: number) => ({ lastName: words.slice(0, end).join(' '), firstName: words.slice(end).join(' ') });
  const swapped = ({ lastName, firstName }: SplitName) => ({ lastName: firstName, firstName: lastName });
  // Nobody has more names.
  const ways = words.slice(1, MOST_NAMES).flatMap((_, end) => [at(end + 1), swapped(at(end + 1))]);
  const fits = ({ lastName, firstName }: SplitName) =>
    code.startsWith(nameCode(lastName, false)) && code.slice(3).startsWith(nameCode(firstName, true));
  const known = code.length === 16 ? ways.find(fits) : undefined;
  if (known) return known;
  let end = 1;
  while (end < words.length - 1 && PARTICLES.has(words[end - 1]!.toLowerCase().replace(/[^a-z]/g, ''))) end += 1;
  return at(end);
}

/** What stands behind a proprietor's name: `Rossi Mario ditta individuale`, `Rossi Mario & C.` */
const BEHIND = /[\s,-]+(\(?(ditta|impresa)\s+individuale\)?|(&|e)\s+c\.?)$/i;
/**
 * What stands before a name and is none of it. `Gentile`, `Signori` and `Frau` are surnames of many, and greet only before
 * another title.
 */
const TITLE =
  /^\s*(((gentil(e|i|issim[oaie])|spettabile)\s+(?=(sig(nora?)?|dott|dr|prof|avv|ing|geom|arch|rag)[.\s])|(sig(nora?|\.?\s?(ra|na|ri))?|(dott|dr|prof)(\.?\s?ssa)?|avv|ing|geom|arch|rag|egr(egi[oa])?|spett(\.?\s?l[ei])?|gent(\.?\s?ma)?|mr|mrs|ms|herr)(\.\s*|\s+)))+(?=\p{L}{2})/iu;
/** A name without the titles before it: `Sig.ra Rossi Anna` → `Rossi Anna`. */
export const withoutTitle = (name: string): string => (name.length > LONGEST ? name : name.replace(TITLE, ''));

/** The person in the name of a sole proprietor: `Autofficina Blu di Rossi Mario`, `Ditta Rossi Mario`. */
export function proprietorIn(text: string): string {
  if (text.length > LONGEST) return text;
  const name = text.replace(BEHIND, '');
  return (
    // Something is run by them: in `DI STEFANO MARIO` the word belongs to the surname.
    /\S\s+di\s+(\S+\s+\S.*)$/i.exec(name)?.[1] ??
    name.replace(/^(ditta|impresa|dott\.?|dr\.?|avv\.?|ing\.?|geom\.?|arch\.?|rag\.?|studio)\s+(individuale\s+)?/i, '')
  );
}
