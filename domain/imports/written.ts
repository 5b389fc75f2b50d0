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
/** Small words within a name, and those that lose their vowel before another: `nell'Emilia`. */
const small = new Set(
  'di de del della dello dei degli delle da dal dalla dai dagli e ed al alla allo alle ai agli in nel nella nei nelle con per tra fra su sul sulla sui'.split(
    ' ',
  ),
);
const elided = new Set('d dell nell dall all sull coll'.split(' '));
/**
 * Words that are cut, so that their apostrophe stays: `De' Rossi` (dei), `Ca' Foscari` (casa), `Po'`, `Vo'`, `Fra'`. At
 * the end of any other word in capitals it stands for the accent: `FORLI'`, `CANTU'`, `BONFA'`.
 */
const cut = new Set('de ca po vo co fra mo ne be to'.split(' '));
const accents: Readonly<Record<string, string>> = { a: 'à', e: 'è', i: 'ì', o: 'ò', u: 'ù' };

/** Words of which the middle is left out, and the end is small. */
const SHORTENED = /^(f\.lli|c\.so|c\.da|v\.l[eo]|p\.zz?a|p\.le|l\.go|b\.go|str\.da|sig\.(ra|na)|(dr|dott|prof)\.ssa)$/;

/** Whether nothing in the text is small, and there is something to write. */
export const isShouted = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface Place {
  at: number;
  isLast: boolean;
  what: 'person' | 'company' | 'place';
}

function written(word: string, { at, isLast, what }: Place): string {
  const isCompany = what === 'company';
  const isWithin = what !== 'person' && at > 0;
  const bare = word.replaceAll('.', '').toLowerCase();
  if (isCompany && forms[bare] && at > 0) return forms[bare];
  // Initials and numerals: `B.M.W.`, `XXIII`, `BMW`.
  if (/^(\p{Lu}\.)+$|^[XVI]{2,}$/u.test(word)) return word;
  if (isCompany && word.length <= 4 && !/[AEIOUÀÈÌÒÙY]/.test(word)) return word;
  const low = word.toLowerCase();
  if (SHORTENED.test(low)) return capital(low);
  if (isWithin && (small.has(low) || (low === 'a' && !isLast))) return low;
  const [, stem = ''] = /^(\p{L}+)['’`]$/u.exec(low) ?? [];
  // Between two words it is a preposition: `Cava de' Tirreni`, `Castelnovo ne' Monti`.
  if (cut.has(stem)) return isWithin && (stem === 'de' || stem === 'ne') ? low : capital(low);
  const accented = low.replace(/([aeiou])['’`]$/, (_, vowel: string) => accents[vowel]!);
  return accented
    .split(/(?<=[-'’`/.])/)
    .map((part, n) =>
      n === 0 && isWithin && elided.has(part.replace(/['’`]$/, '')) && part !== accented ? part : capital(part),
    )
    .join('');
}

/**
 * A text in capitals as people write it: `D'ANGELO` → `D'Angelo`, `FORLI'` → `Forlì`, `EDIL NORD SRL` → `Edil Nord
 * S.r.l.`, `REGGIO NELL'EMILIA` → `Reggio nell'Emilia`; any other text stays as it is. In a person's name small words are part of it: `DI LUCA` → `Di Luca`.
 */
export function writtenName(text: string, what: 'person' | 'company' | 'place'): string {
  if (!isShouted(text)) return text;
  return (
    text
      .trim()
      // Signs that are no apostrophe, and meant for one: ``D`ANGELO``.
      .replace(/[`´]/g, "'")
      .split(/\s+/)
      .map((word, at, all) => written(word, { at, isLast: at === all.length - 1, what }))
      .join(' ')
  );
}
