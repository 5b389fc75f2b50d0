/** Whether two names say one person. */
import { withoutTitle } from './names.ts';
import { isLatin, transliterated } from './transliteration.ts';

/** The words of a name in any script as they are written; accents on Latin letters and case make no difference. */
const inOrder = (name: string): string[] =>
  withoutTitle(name.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    // Both cases: ß and SS are one.
    .toUpperCase()
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

/** The words of a name in one order. */
export const wordsIn = (name: string): string => inOrder(name).toSorted().join(' ');

/** A name in the letters that it may be written in: `Müller`, also as `Mueller`; `Łukasz` as `Lukasz`; `Søren` as `Soren`. */
const ways = (name: string): string[] =>
  isLatin(name) ? [name, transliterated(name), transliterated(name, true), name.replace(/[Øø]/g, 'o')] : [name];

/** Nobody has more names: of a longer text it would take long. */
const MOST_NAMES = 20;
/** All letters of a name in one, begun at each of its words: people write `De Rossi` and `DeRossi`, and either name first. */
const joined = (words: readonly string[]): string[] =>
  words.slice(0, MOST_NAMES).map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(''));

/**
 * Whether two names say the same person: the same words in any order, apart or in one, in the letters of either way to
 * write them. A name that is not known says nobody.
 */
export function sameName(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((name) =>
    ways(name)
      .map(inOrder)
      .filter((words) => words.length > 0),
  );
  return mine!.some((a) =>
    theirs!.some(
      (b) =>
        a.toSorted().join(' ') === b.toSorted().join(' ') ||
        joined(a).includes(b.join('')) ||
        joined(b).includes(a.join('')),
    ),
  );
}
