/** Whether two names say one person. */
/** The words of a name in any script, in one order; accents on Latin letters and case make no difference. */
export const wordsIn = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    // Both cases: ß and SS are one.
    .toUpperCase()
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ');

/** Whether two names say the same person: the same words in any order. A name that is not known says nobody. */
export const sameName = (one: string, other: string): boolean => {
  const [a, b] = [wordsIn(one), wordsIn(other)];
  return a !== '' && a === b;
};
