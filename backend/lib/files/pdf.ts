/** Checks what a PDF is besides a document to read; for processes that may be killed, as it reads what strangers send. */
import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { createActions, Forbidden, valueOf, type Actions } from './pdf-actions.ts';
import {
  isRegular,
  objectAt,
  readObject,
  skip,
  unescaped,
  Unreadable,
  type Budget,
  type PdfDict,
  type PdfValue,
} from './pdf-objects.ts';

/**
 * Names that no document to read contains: scripts, programs, other files, forms that send, films. They are long enough
 * not to occur in picture data by chance, so they are searched in every byte, whatever a reader takes for an object.
 */
const RUNS =
  /\/(JavaScript|Launch|EmbeddedFiles?|Filespec|FileAttachment|RichMedia\w*|OnInstantiate|SubmitForm|ResetForm|ImportData|Renditions?|GoToR|GoToE|GoToDp|GoTo3DView|SetOCGState|Movie|Sound|Thread)\b|\/XFA[\s[\d]/;
/**
 * Every occurrence of these names must be found in an object that was examined; one more is hidden from us, but perhaps
 * not from a reader.
 */
const WATCHED = ['URI', 'First', 'ObjStm'];
/** The most bytes that the object streams of one file may unfold to, object streams, and values in all. */
const MOST_UNFOLDED = 30_000_000;
const MOST_PACKS = 2000;
const MOST_VALUES = 1_000_000;

/**
 * What a PDF is. `plain`: pages, and addresses that somebody presses. `damaged`: cut, or another kind of file at the same
 * time. `locked`: by a password. `runs`: it runs or opens something; `by`: the names that say so, where they are known.
 * `unread`: it cannot be examined to its end.
 */
export type PdfNature = { is: 'plain' | 'damaged' | 'locked' | 'unread' } | { is: 'runs'; by: string };

/** Positions of `word` in a text. */
function* placesOf(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) yield at;
}

/** Whether an archive ends in the file, with the rest as its comment: programs that unpack begin at the end. */
function isArchive(bytes: Buffer, text: string): boolean {
  for (const at of placesOf(text, 'PK\x05\x06'))
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) === bytes.length) return true;
  return false;
}

/** Throws `Forbidden` when the unescaped text contains a forbidden name; counts the watched names in it. */
function countNames(text: string, counts: Map<string, number>): Map<string, number> {
  const ran = RUNS.exec(text);
  if (ran) throw new Forbidden(ran[1] ?? 'XFA');
  for (const name of WATCHED) {
    let count = counts.get(name) ?? 0;
    for (const at of placesOf(text, `/${name}`)) if (!isRegular(text.charCodeAt(at + name.length + 1))) count += 1;
    counts.set(name, count);
  }
  return counts;
}

/** Whether readers take the dictionary for an object stream, by its type or by its other keys. */
const isPack = (dict: PdfDict): boolean => {
  const type = valueOf(dict, 'Type');
  return (type?.kind === 'name' && type.text === 'ObjStm') || valueOf(dict, 'First') !== undefined;
};

function numberOf(value: PdfValue | undefined): number {
  if (value?.kind !== 'number' || !Number.isSafeInteger(value.value)) throw new Unreadable();
  return value.value;
}

/**
 * The bytes of an object stream. Only one deflate without predictor is accepted: with other filters a reader would see
 * what was not examined.
 */
function unfold(bytes: Buffer, dict: PdfDict, begin: number, mostBytes: number): Buffer {
  const filter = valueOf(dict, 'Filter');
  const only = filter?.kind === 'list' && filter.items.length === 1 ? filter.items[0] : filter;
  const start = bytes[begin] === 13 && bytes[begin + 1] === 10 ? begin + 2 : begin + 1;
  const isOnce = only?.kind === 'name' && only.text === 'FlateDecode' && !valueOf(dict, 'DecodeParms');
  if (!isOnce || bytes[start - 1] !== 10) throw new Unreadable();
  try {
    return inflateSync(bytes.subarray(start), { maxOutputLength: mostBytes });
  } catch {
    throw new Unreadable();
  }
}

/** Examines the objects of an object stream: their numbers and positions come first, then the objects in order. */
function lookIntoPack(text: string, dict: PdfDict, actions: Actions, budget: Budget): void {
  const first = numberOf(valueOf(dict, 'First'));
  let [head, free] = [0, first];
  const next = () => {
    const { value, end } = readObject(text, head, budget);
    head = end;
    return numberOf(value);
  };
  for (let left = numberOf(valueOf(dict, 'N')); left > 0; left--) {
    const [id, at] = [next(), first + next()];
    if (at < free || head > first) throw new Unreadable();
    const { value, end } = readObject(text, at, budget);
    free = end;
    actions.look(id, value);
  }
}

/** Examines every object of the file, wherever a reader may begin to read one; throws `Forbidden` or `Unreadable`. */
function inspect(bytes: Buffer, text: string, open: string): void {
  const actions = createActions(WATCHED);
  const counts = countNames(open, new Map());
  const budget = { characters: 4 * bytes.length + MOST_UNFOLDED, values: MOST_VALUES };
  let [unfolded, packs] = [0, 0];
  for (const at of placesOf(text, 'obj')) {
    const id = objectAt(text, at);
    if (id === null) continue;
    const { value, end } = readObject(text, at + 3, budget);
    const behind = skip(text, end);
    budget.characters -= behind - end;
    const isStream = text.startsWith('stream', behind);
    // Two numbers would name another object, and a stream follows only a dictionary.
    const isWhole = value.kind === 'dict' || value.kind === 'word' || text.startsWith('endobj', behind);
    if (!isWhole) throw new Unreadable();
    actions.look(id, value, isStream);
    if (!isStream || value.kind !== 'dict' || !isPack(value)) continue;
    const pack = unfold(bytes, value, behind + 'stream'.length, MOST_UNFOLDED - unfolded);
    unfolded += pack.length;
    packs += 1;
    if (packs > MOST_PACKS) throw new Unreadable();
    countNames(unescaped(pack), counts);
    lookIntoPack(pack.toString('latin1'), value, actions, budget);
  }
  if (WATCHED.some((name) => counts.get(name) !== actions.met(name))) throw new Unreadable();
  actions.conclude();
}

/** Reads the PDF at `path` whole, wherever a reader may begin to read it. */
export async function readPdf(path: string): Promise<PdfNature> {
  const bytes = await readFile(path);
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf('%%EOF');
  if (
    end < 0 ||
    text.slice(end + 5).trim() !== '' ||
    !/startxref\s+\d+\s*$/.test(text.slice(Math.max(0, end - 60), end)) ||
    isArchive(bytes, text)
  )
    return { is: 'damaged' };
  const open = unescaped(bytes);
  if (/\/Encrypt\b/.test(open)) return { is: 'locked' };
  try {
    inspect(bytes, text, open);
  } catch (error) {
    if (error instanceof Forbidden) return { is: 'runs', by: error.message };
    if (error instanceof Unreadable) return { is: 'unread' };
    throw error;
  }
  return { is: 'plain' };
}
