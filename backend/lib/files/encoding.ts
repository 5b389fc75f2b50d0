/**
 * Text in bytes of which nobody says how they are to be read. What a document declares holds; else the text decides: the
 * reading in which the signs beyond ASCII make sense in Italian words.
 */
import { analyse } from 'chardet';
import iconv from 'iconv-lite';

/** How Italian programs write files, by the name that is shown; the likeliest first. Names of iconv-lite. */
const known: Readonly<Record<string, string>> = {
  'UTF-8': 'utf8',
  cp1252: 'windows-1252',
  'ISO-8859-15': 'iso-8859-15',
  // DOS: management programs of the nineties.
  CP850: 'cp850',
  // With the euro.
  CP858: 'cp858',
  MacRoman: 'macintosh',
  // Programs of Poland, Slovenia, Croatia and their neighbours.
  cp1250: 'windows-1250',
};
export interface Decoded {
  encoding: string;
  text: string;
}

/** Those of Windows as browsers read them: the bytes that they do not name are control characters, so nothing is lost. */
const windows = new Map(
  ['windows-1252', 'windows-1250'].map((name) => {
    const decoder = new TextDecoder(name);
    const bytes = Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const);
    return [name, { decoder, bytes: new Map(bytes) }];
  }),
);

export function decodeAs(bytes: Uint8Array, name: string): string {
  const encoding = known[name] ?? name;
  return windows.get(encoding)?.decoder.decode(bytes) ?? iconv.decode(Buffer.from(bytes), encoding);
}

/** The bytes of a text that was decoded so. */
export function encodeAs(text: string, name: string): Buffer {
  const encoding = known[name] ?? name;
  const own = windows.get(encoding);
  if (!own) return iconv.encode(text, encoding);
  return Buffer.from(Array.from(text, (sign) => own.bytes.get(sign) ?? 0x3f));
}

const strict = new TextDecoder('utf-8', { fatal: true });
const asUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
};

/** UTF-8 that was read as Windows-1252 and saved again: `Ã²` for `ò`, `â€™` for `’`, `Å‚` for `ł`. */
const TWICE =
  /[\u00C2-\u00C5][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u2026\u2030\u2039\u203A\u20AC\u2122]|\u00CB[\u2020\u0153]|\u00C6\u2019|\u00E2[\u20AC\u201A\u201E\u2020\u2021\u02C6][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u2026\u2030\u2039\u203A\u20AC\u2122]/g;
/** `à`, whose second byte is a blank that somebody trimmed or replaced. */
const CUT = /(?<=\p{Ll})\u00C3[ \u00A0]?(?=[\s;,.|"']|$)/gu;

/** A text without the signs that stand where it was encoded twice, or more often. */
export function once(text: string): string {
  let now = text;
  for (let times = 0; times < 3; times += 1) {
    const next = now.replace(TWICE, (signs) => asUtf8(encodeAs(signs, 'cp1252')) ?? signs).replace(CUT, 'à');
    if (next === now) break;
    now = next;
  }
  return now;
}

/** The signs of a text around which it is judged. */
const MOST_SIGNS = 4000;
const SIGN = /(.?)([^\x00-\x7F])(.?)/gsu;
const LETTER = /\p{L}/u;

/** How well one sign stands between its neighbours. */
function senseOf(before: string, sign: string, after: string): number {
  const [isBehind, isBefore] = [LETTER.test(before), LETTER.test(after)];
  // A small letter before a capital one, at the beginning or among capitals: `ìBello`, `WAúSA`.
  if (/\p{Ll}/u.test(sign) && /\p{Lu}/u.test(after) && !/\p{Ll}/u.test(before))
    // No Italian keyboard writes these as capitals: `CAFFèBAR`.
    return /[àèéìòù]/.test(sign) && /\p{Lu}/u.test(before) ? 0 : -3;
  if (/[àèéìòùÀÈÉÌÒÙ]/.test(sign)) {
    // Capitals in a word of small letters: `perchÈ`.
    if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(sign)) return -3;
    // A small one at the beginning of a word is seldom one: `èkoda`.
    return isBehind || (isBefore && /\p{Lu}/u.test(sign)) ? 3 : 1;
  }
  if (/[\u2500-\u259F¤‗ƒ]/.test(sign)) return -3;
  if (/[°ºª]/.test(sign)) return /[\dNn]/.test(before) ? 2 : 0;
  if (LETTER.test(sign)) {
    if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(sign)) return -3;
    // One within such a word: `MŸller`.
    if (isBehind && /\p{Lu}/u.test(sign) && /\p{Ll}/u.test(after)) return -3;
    if (/[^\x00-\x7F]/.test(before) || /[^\x00-\x7F]/.test(after)) return 0;
    return isBehind || isBefore ? 1 : -1;
  }
  if (/[\u0080-\u009F\uFFFD]/.test(sign)) return -5;
  if (sign === '€') return isBehind && isBefore ? -2 : 2;
  if (/[’‘´`]/.test(sign)) return isBehind ? 1 : 0;
  if (/[²³]/.test(sign)) return /[\dm]/.test(before) ? 1 : -2;
  if (/[“„«]/.test(sign)) return isBehind ? -2 : 1;
  if (/[¡¿]/.test(sign)) return isBefore && !isBehind ? 1 : -2;
  if (/[”»]/.test(sign)) return isBefore ? -2 : 1;
  if (/[™®©]/.test(sign)) return isBefore ? -2 : 1;
  // `ecc…`: no word ends in `cà` or `eà`.
  if (sign === '…' && /[aeocAEO]/.test(before) && !isBefore) return 2;
  // A bullet, a dash or a sign of its own within a word.
  return isBehind || isBefore ? -2 : 0;
}

/** How well a text reads as one of Italian words; 0 for one of ASCII alone. */
function senseIn(text: string): number {
  let [sum, count] = [0, 0];
  for (const [, before, sign, after] of text.matchAll(SIGN)) {
    sum += senseOf(before!, sign!, after!);
    if ((count += 1) >= MOST_SIGNS) break;
  }
  return sum;
}

/** By how much another reading must make more sense than the usual one. */
const SURE = 2;
/** Bytes by which the others are judged. */
const SAMPLE = 400_000;

/** The reading that makes most sense, of the usual ones and of what a detector of all languages finds. */
function judged(bytes: Buffer): Decoded {
  const sample = bytes.subarray(0, SAMPLE);
  const found = analyse(sample.subarray(0, 20_000))
    .filter(
      ({ name, confidence }) =>
        confidence > 60 && iconv.encodingExists(name) && !/^(utf|iso-8859-1$|windows-1252)/i.test(name),
    )
    .map(({ name }) => name);
  const names = ['cp1252', 'ISO-8859-15', 'CP850', 'CP858', 'MacRoman', 'cp1250', ...found.slice(0, 2)];
  const [usual, ...others] = names.map((encoding) => ({
    encoding,
    sense: senseIn(once(decodeAs(sample, encoding))),
  }));
  const [best] = others.toSorted((a, b) => b.sense - a.sense);
  // A few signs prove little: Windows writes most files.
  const { encoding } = best!.sense >= usual!.sense + SURE ? best! : usual!;
  return { encoding, text: once(decodeAs(bytes, encoding)) };
}

/**
 * Text in bytes without a declaration: by its mark of byte order, by zeros of UTF-16 without one, as UTF-8, else in the
 * reading that makes sense; what was encoded twice is read once.
 */
export function decoded(bytes: Buffer): Decoded {
  const isZero = (...places: number[]) => bytes.length > 5 && places.every((place) => bytes[place] === 0);
  const wide = (name: string) => ({ encoding: 'UTF-16', text: iconv.decode(bytes, name) });
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || isZero(1, 3, 5)) return wide('utf-16le');
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || isZero(0, 2, 4)) return wide('utf-16be');
  const text = asUtf8(bytes);
  return text === null ? judged(bytes) : { encoding: 'UTF-8', text: once(text) };
}

/** What the first line of an XML document declares (XML 1.0 §4.3.3). */
const DECLARED = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z][\w.:-]{0,40})["']/;

/** The text of an XML document: a declared encoding holds, as far as its bytes are possible in it. */
export function decodedXml(bytes: Buffer): string {
  const label = DECLARED.exec(bytes.toString('latin1', 0, 300))?.[1];
  if (label === undefined || !iconv.encodingExists(label) || /^utf-?(8|16)/i.test(label)) return decoded(bytes).text;
  // Programs that declare ISO-8859-1 write Windows-1252, of which it is a part.
  return once(decodeAs(bytes, /^(iso-?8859-?1|latin-?1|us-ascii)$/i.test(label) ? 'cp1252' : label));
}
