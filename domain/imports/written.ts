/** Names that a program kept in capitals, as people write them. */

/** Legal forms as companies write them, by their letters. */
const forms: Readonly<Record<string, string>> = {
  srl: 'S.r.l.',
  srls: 'S.r.l.s.',
  spa: 'S.p.A.',
  snc: 'S.n.c.',
  sas: 'S.a.s.',
  ss: 'S.s.',
  sapa: 'S.a.p.A.',
  scarl: 'S.c.a r.l.',
  scrl: 'S.c.r.l.',
  soc: 'Soc.',
  coop: 'Coop.',
};
/** Small words within a name. */
const small = new Set(
  'di de del della dei degli delle da dal dalla e ed al alla alle ai in per con su sul sulla'.split(' '),
);
/** An apostrophe at the end of a word in capitals stands for the accent: `FORLI'`, `CANTU'`, `BONFA'`. */
const accents: Readonly<Record<string, string>> = { a: 'à', e: 'è', i: 'ì', o: 'ò', u: 'ù' };

/** Whether nothing in the text is small, and there is something to write. */
export const isShouted = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function written(word: string, at: number, isCompany: boolean): string {
  const bare = word.replaceAll('.', '').toLowerCase();
  if (isCompany && forms[bare] && at > 0) return forms[bare];
  // Initials and numerals: `B.M.W.`, `XXIII`, `BMW`.
  if (/^(\p{Lu}\.)+$|^[XVI]{2,}$/u.test(word)) return word;
  if (isCompany && word.length <= 4 && !/[AEIOUÀÈÌÒÙY]/.test(word)) return word;
  const low = word.toLowerCase();
  if (at > 0 && small.has(low)) return low;
  const accented = low.replace(/([aeiou])['’`]$/, (_, vowel: string) => accents[vowel]!);
  return accented
    .split(/(?<=[-'’`])/)
    .map(capital)
    .join('');
}

/**
 * A text in capitals as people write it: `D'ANGELO` → `D'Angelo`, `FORLI'` → `Forlì`, `EDIL NORD SRL` → `Edil Nord
 * S.r.l.`; any other text stays as it is. In a person's name small words are part of it: `DI LUCA` → `Di Luca`.
 */
export function writtenName(text: string, what: 'person' | 'company' | 'place'): string {
  if (!isShouted(text)) return text;
  return text
    .trim()
    .split(/\s+/)
    .map((word, at) => written(word, what === 'person' ? 0 : at, what === 'company'))
    .join(' ');
}
