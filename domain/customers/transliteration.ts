/**
 * Latin letters beyond A–Z in codes and machine-readable zones. Marks are left out; letters that have no plain one below
 * their mark follow the table of ICAO (Doc 9303-3 §6 A), which the Revenue uses for names of foreigners.
 */
const OWN: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'OE',
  ẞ: 'SS',
  ß: 'SS',
  Þ: 'TH',
  Ð: 'D',
  Đ: 'D',
  Ł: 'L',
  Ħ: 'H',
  Ŧ: 'T',
  Ŋ: 'N',
  ĸ: 'Q',
  Ĳ: 'IJ',
  ı: 'I',
  Ə: 'E',
  Ɖ: 'D',
  Ŀ: 'L',
  ŉ: 'N',
};
/** Letters with a mark that the same table allows to be written with two. */
const WIDE: Readonly<Record<string, string>> = { Ä: 'AE', Å: 'AA', Ö: 'OE', Ü: 'UE' };

/**
 * A name in capitals A–Z with its punctuation; letters of other scripts stay. `wide`: `ä`, `ö`, `ü` and `å` become two
 * letters, as German and Danish papers write them.
 */
export function transliterated(name: string, wide = false): string {
  const capitals = name.normalize('NFC').replace(/\p{L}/gu, (letter) => OWN[letter] ?? letter.toUpperCase());
  return capitals
    .replace(/\p{L}/gu, (letter) => OWN[letter] ?? ((wide && WIDE[letter]) || letter))
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/** The name as papers print it: in Latin letters, as the identity paper says it, of who is written in others. */
export const printedName = ({ name, latinName }: { name: string; latinName: string | null }): string =>
  latinName && !isLatin(name) ? latinName : name;

/** Whether a name has no letters but those that become A–Z; the dash of who has one name only has none. */
export const isLatin = (name: string): boolean => !/[^A-Z]/.test(transliterated(name).replace(/\P{L}/gu, ''));
