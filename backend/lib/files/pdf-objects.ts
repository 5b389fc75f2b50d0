/**
 * Parses PDF objects as readers do: names unescaped, references resolved to numbers. One pass, without regular
 * expressions that could backtrack.
 */

export type PdfValue =
  /** Only the beginning of a text is kept. */
  | { kind: 'name' | 'text' | 'word'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'ref'; id: number }
  | { kind: 'list'; items: PdfValue[] }
  | PdfDict;
export interface PdfDict {
  kind: 'dict';
  entries: [key: string, value: PdfValue][];
}

/** What may still be read of one file: characters, and values. */
export interface Budget {
  characters: number;
  values: number;
}

/** It is no object, or exceeds the limits of what is examined. */
export class Unreadable extends Error {}

const DEEPEST = 100;
const SPACE = new Set([...'\0\t\n\f\r '].map((each) => each.charCodeAt(0)));
const DELIMITER = new Set([...'()<>[]{}/%'].map((each) => each.charCodeAt(0)));
const code = (text: string) => text.charCodeAt(0);
const isDigit = (each: number) => each >= 48 && each <= 57;
const hexOf = (each: number) =>
  isDigit(each) ? each - 48 : each >= 65 && each <= 70 ? each - 55 : each >= 97 && each <= 102 ? each - 87 : -1;

/** Whether a character code continues a name or a number; NaN, after the end, does not. */
export const isRegular = (each: number): boolean => each >= 0 && !SPACE.has(each) && !DELIMITER.has(each);

/** Bytes as text, with escapes such as `#61` in names replaced by their character. */
export function unescaped(bytes: Buffer): string {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const [high, low] = bytes[at] === 35 ? [hexOf(bytes[at + 1] ?? 0), hexOf(bytes[at + 2] ?? 0)] : [-1, -1];
    const isEscape = high >= 0 && low >= 0;
    out[length++] = isEscape ? high * 16 + low : bytes[at]!;
    if (isEscape) at += 2;
  }
  return out.toString('latin1', 0, length);
}

const nameOf = (text: string) => (text.includes('#') ? unescaped(Buffer.from(text, 'latin1')) : text);

/** The position after the spaces and comments at `at`. */
export function skip(text: string, at: number): number {
  for (;;) {
    while (SPACE.has(text.charCodeAt(at))) at += 1;
    if (text[at] !== '%') return at;
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  }
}

/** The end of the run of regular characters at `at`. */
function runEnd(text: string, at: number): number {
  while (isRegular(text.charCodeAt(at))) at += 1;
  return at;
}

/** Characters kept of a string: its beginning. */
const KEPT = 20;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
};

/** A string in parentheses, as far as it is kept, and its end. */
function literal(text: string, from: number): Token {
  let [said, depth] = ['', 1];
  for (let at = from + 1; at < text.length; at++) {
    const each = text[at]!;
    if (each === '(') depth += 1;
    if (each === ')' && --depth === 0) return { value: { kind: 'text', text: said }, end: at + 1 };
    if (each !== '\\') {
      if (said.length < KEPT) said += each;
      continue;
    }
    const digits = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
    const escaped = digits ?? (text.startsWith('\r\n', at + 1) ? '\r\n' : (text[at + 1] ?? ''));
    at += escaped.length;
    if (said.length >= KEPT) continue;
    said += digits ? String.fromCharCode(parseInt(digits, 8) & 255) : (ESCAPES[escaped] ?? escaped);
  }
  throw new Unreadable();
}

/** A hexadecimal string, as far as it is kept, and its end. */
function hexadecimal(text: string, from: number): Token {
  const end = text.indexOf('>', from);
  if (end < 0) throw new Unreadable();
  const digits = text.slice(from + 1, Math.min(end, from + 8 * KEPT)).replace(/[^0-9a-f]/gi, '');
  const said = Buffer.from(digits.padEnd(digits.length + (digits.length % 2), '0'), 'hex').toString('latin1');
  return { value: { kind: 'text', text: said }, end: end + 1 };
}

/**
 * Reads the object that begins at `at`; returns it and its end. Throws `Unreadable` when it is no object, is cut, is
 * nested deeper than a hundred levels, or exceeds the budget.
 */
export function readObject(text: string, at: number, budget: Budget): { value: PdfValue; end: number } {
  const open: Opened[] = [];
  for (;;) {
    const begin = skip(text, at);
    const { value, end } = readToken(text, begin, open);
    budget.characters -= end - at;
    budget.values -= 1;
    if (budget.characters < 0 || budget.values < 0) throw new Unreadable();
    at = end;
    const inner = open.at(-1);
    if (!value) continue;
    if (!inner) return { value, end };
    if (value.kind === 'word' && value.text === 'R') refer(inner.items);
    else if (value.kind === 'word' && !['true', 'false', 'null'].includes(value.text)) throw new Unreadable();
    else inner.items.push(value);
  }
}

/** Replaces two numbers before an R by a reference. */
function refer(items: PdfValue[]): void {
  const [id, generation] = items.splice(-2);
  if (id?.kind !== 'number' || generation?.kind !== 'number') throw new Unreadable();
  items.push({ kind: 'ref', id: id.value });
}

/** A list or dictionary that is not closed yet. */
interface Opened {
  close: '>>' | ']';
  items: PdfValue[];
}
/** A value (none at the start of a list or dictionary) and the end of the token. */
interface Token {
  value?: PdfValue;
  end: number;
}

/** Reads one token; a list or dictionary becomes a value when it closes. */
function readToken(text: string, at: number, open: Opened[]): Token {
  const each = text[at];
  const begins = each === '<' && text[at + 1] === '<' ? '>>' : each === '[' ? ']' : null;
  if (begins) {
    if (open.length >= DEEPEST) throw new Unreadable();
    open.push({ close: begins, items: [] });
    return { end: at + begins.length };
  }
  if (each === ']' || each === '>') {
    const close = each === ']' ? ']' : text.slice(at, at + 2);
    const closed = open.pop();
    if (closed?.close !== close) throw new Unreadable();
    return {
      value: close === ']' ? { kind: 'list', items: closed.items } : dictOf(closed.items),
      end: at + close.length,
    };
  }
  if (each === '(') return literal(text, at);
  if (each === '<') return hexadecimal(text, at);
  const end = runEnd(text, each === '/' ? at + 1 : at);
  const run = text.slice(at, end);
  if (each === '/') return { value: { kind: 'name', text: nameOf(run.slice(1)) }, end };
  if (run === '') throw new Unreadable();
  if (isDigit(code(run)) || '+-.'.includes(run[0]!)) return { value: { kind: 'number', value: Number(run) }, end };
  return { value: { kind: 'word', text: run }, end };
}

function dictOf(items: PdfValue[]): PdfDict {
  const entries: PdfDict['entries'] = [];
  for (let at = 0; at < items.length; at += 2) {
    const [key, value] = [items[at]!, items[at + 1]];
    if (key.kind !== 'name' || !value) throw new Unreadable();
    entries.push([key.text, value]);
  }
  return { kind: 'dict', entries };
}

/** The number of the object whose `obj` stands at `at`, as in `12 0 obj`; null when there is none. */
export function objectAt(text: string, at: number): number | null {
  const back = (from: number, is: (each: number) => boolean) => {
    while (from > 0 && is(text.charCodeAt(from - 1))) from -= 1;
    return from;
  };
  const isSpace = (each: number) => SPACE.has(each);
  const generationEnd = back(at, isSpace);
  const generation = back(generationEnd, isDigit);
  const idEnd = back(generation, isSpace);
  const id = back(idEnd, isDigit);
  return generation < generationEnd && idEnd < generation && id < idEnd ? Number(text.slice(id, idEnd)) : null;
}
