/** Runs in a process of its own: is a PDF a paper and nothing else? */
import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Pressed } from './area.ts';

/** What no scanned paper has: scripts, programs, files inside, forms that send, films. Long names alone: they stand in no picture by chance. */
const RUNS = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|Rendition)\b|\/XFA[\s[\d]/;
/** Bytes to which the objects of one file may unfold, and how many packs of them are looked into. */
const MOST_UNFOLDED = 30_000_000;
const MOST_PACKS = 2000;
/** A pack of objects, and how far behind its name it may begin. */
const PACK = '/ObjStm';
const MOST_HEAD = 400;

const HASH = 0x23;
/** What a byte is worth as a hexadecimal digit; -1 for none. */
const DIGITS = Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase()),
);
const digitOf = (byte: number | undefined) => (byte === undefined ? -1 : DIGITS[byte]!);

/** Names may be written `/J#61vaScript`: here they are as they are read. */
function plain(text: string): string {
  if (!text.includes('#')) return text;
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const high = digitOf(bytes[at + 1]);
    const low = digitOf(bytes[at + 2]);
    const isCoded = bytes[at] === HASH && high >= 0 && low >= 0;
    bytes[length++] = isCoded ? high * 16 + low : bytes[at]!;
    if (isCoded) at += 2;
  }
  return bytes.toString('latin1', 0, length);
}

/**
 * Is what is packed here folded once, by deflate? Folded twice, or each line by the one before it, a viewer would read what nobody
 * has looked into. Between `obj` and its stream no text may stand that pretends to be another beginning.
 */
function isFoldedOnce(text: string, pack: number, stream: number): boolean {
  const start = text.lastIndexOf('obj', pack);
  const head = plain(text.slice(start, stream));
  return (
    /\d\s+\d+\s+$/.test(text.slice(Math.max(0, start - 16), start)) &&
    /\/Filter\s*(\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*[/>]/.test(head) &&
    head.split('/Filter').length === 2 &&
    !/[()%]|\/(DecodeParms|DP|F)\b/.test(head)
  );
}

/** The places of a word, one after the other. */
function* placesOf(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) yield at;
}

/** Does an archive end in it, whose comment is what follows? Programs that unpack begin at the end. */
function isArchive(bytes: Buffer, text: string): boolean {
  for (const at of placesOf(text, 'PK\x05\x06'))
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return true;
  return false;
}

/** Where what a pack holds begins: behind the next `stream` and its line end. */
function streamOf(text: string, pack: number): number | null {
  const head = /\bstream\r?\n/.exec(text.slice(pack, pack + MOST_HEAD));
  return head && pack + head.index + head[0].length;
}

/** Texts of the objects that stand packed in streams; null when they unfold to too much or cannot be read. */
function packed(bytes: Buffer, text: string, open: string): string[] | null {
  const found: string[] = [];
  let left = MOST_UNFOLDED;
  for (const index of placesOf(text, PACK)) {
    const stream = streamOf(text, index);
    if (stream === null || found.length >= MOST_PACKS || !isFoldedOnce(text, index, stream)) return null;
    try {
      const unfolded = inflateSync(bytes.subarray(stream), { maxOutputLength: left });
      left -= unfolded.length;
      found.push(plain(unfolded.toString('latin1')));
    } catch {
      return null;
    }
  }
  // One that is written otherwise was not looked into.
  return found.length === [...placesOf(open, PACK)].length ? found : null;
}

/** Keeps the PDF at `path` as it is; refuses one that runs something, is locked, is cut, or is another kind of file as well. */
export async function press(path: string): Promise<Pressed> {
  const bytes = await readFile(path);
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf('%%EOF');
  if (
    end < 0 ||
    text.slice(end + 5).trim() !== '' ||
    !/startxref\s+\d+\s*$/.test(text.slice(Math.max(0, end - 60), end)) ||
    isArchive(bytes, text)
  )
    return { refused: 'Il PDF è danneggiato o incompleto: sceglierne un altro' };
  const open = plain(text);
  if (/\/Encrypt\b/.test(open)) return { refused: 'Il PDF è protetto da una password: caricarlo senza' };
  const objects = packed(bytes, text, open);
  if (!objects || [open, ...objects].some((one) => RUNS.test(one)))
    return { refused: 'Il PDF contiene parti che si eseguono o altri file: stamparlo come PDF semplice e riprovare' };
  return { whole: null, small: null, width: null, height: null };
}
