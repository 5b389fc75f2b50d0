/** Runs in a thread: is a PDF a paper and nothing else? */
import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Pressed } from './area.ts';

/** What no scanned paper has: scripts, programs, files inside, forms that send, films. Long names alone: they stand in no picture by chance. */
const RUNS = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|Rendition)\b|\/XFA[\s[\d]/;
/** Bytes to which the objects of one file may unfold, and how many packs of them are looked into. */
const MOST_UNFOLDED = 30_000_000;
const MOST_PACKS = 2000;

/** Names may be written `/J#61vaScript`. */
const plain = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

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

/** Does an archive end in it, whose comment is what follows? Programs that unpack begin at the end. */
const isArchive = (bytes: Buffer, text: string) =>
  [...text.matchAll(/PK\x05\x06/g)].some(
    ({ index }) => index + 22 <= bytes.length && index + 22 + bytes.readUInt16LE(index + 20) === bytes.length,
  );

/** Texts of the objects that stand packed in streams; null when they unfold to too much or cannot be read. */
function packed(bytes: Buffer, text: string): string[] | null {
  const found: string[] = [];
  let left = MOST_UNFOLDED;
  for (const { index, 0: head } of text.matchAll(/\/ObjStm\b[^]{0,400}?stream\r?\n/g)) {
    const stream = index + head.length;
    if (found.length >= MOST_PACKS || !isFoldedOnce(text, index, stream)) return null;
    try {
      const unfolded = inflateSync(bytes.subarray(stream), { maxOutputLength: left });
      left -= unfolded.length;
      found.push(plain(unfolded.toString('latin1')));
    } catch {
      return null;
    }
  }
  return found.length === (plain(text).match(/\/ObjStm\b/g)?.length ?? 0) ? found : null;
}

/** The PDF at `path` as it is; refuses one that runs something, is locked, is cut, or is another kind of file as well. */
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
  const objects = packed(bytes, text);
  if (!objects || [open, ...objects].some((one) => RUNS.test(one)))
    return { refused: 'Il PDF contiene parti che si eseguono o altri file: stamparlo come PDF semplice e riprovare' };
  return { whole: bytes, small: null, width: null, height: null };
}
