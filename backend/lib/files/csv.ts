import { integer } from '#domain/italian.ts';

/** The most rows and columns of a spreadsheet program. Below a list, programs often keep all of them, empty. */
const PROGRAM_ROWS = 1_048_576;
const PROGRAM_COLUMNS = 16_384;
/** All empty rows share this one array, so millions of them need no memory. */
const BLANK = [''];

export const tooManyRows = (most: number): string => `Al massimo ${integer(most)} righe: dividere il file`;

const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\t' || sign === '\u00A0';
const isLineEnd = (sign: string | undefined) => sign === '\n' || sign === '\r';
/** A sign of HTML, whose semicolon separates nothing: `D&#39;Angelo`. */
const ENTITY =
  /&(#\d{2,5}|#x[\da-f]{2,4}|amp|quot|apos|lt|gt|nbsp|euro|deg|[lr][sd]quo|[mn]dash|[a-z](grave|acute|uml|circ|cedil|tilde));$/i;
const endsEntity = (text: string, at: number) =>
  text[at] === ';' && ENTITY.test(text.slice(Math.max(0, at - 9), at + 1));

/**
 * Reads the rows of a CSV text, up to `widest` cells of a row. The separator is found among `;`, `,`, tab and `|`, and where a text has none of them `^`, `~` and others that hardly stand in words. Quoted cells may contain separators and line ends; a quote inside a cell that does not begin with one is an
 * ordinary character (inches), and so it is behind a backslash, where text of the same cell follows, or where it is never closed and its row has as many cells as the others without it.
 * Returns an Italian sentence instead when quotes that are never closed would swallow
 * following rows, when text follows closing quotes over several cells, when more than `most` rows below the first and `beside` others hold something, or
 * when a row is wider than any spreadsheet. The time is linear in the length of the text.
 */
export function readCsv(text: string, bounds: Bounds = {}): string[][] | string {
  const rows = rowsOf(text, bounds, 'strict');
  if (typeof rows !== 'string' || !WRONG_QUOTES.test(rows)) return rows;
  // Only what cannot be read otherwise has quotes behind a backslash: in our own exports one is a backslash.
  const others = text.includes('\\"') ? rowsOf(text, bounds, 'escaped') : rows;
  const loose = typeof others === 'string' ? rowsOf(text, bounds, 'loose') : others;
  return typeof loose === 'string' ? rows : loose;
}

/** How quotes are read: `escaped` also behind a backslash, `loose` as signs of the text where they are wrong. */
type Quotes = 'strict' | 'escaped' | 'loose';
const WRONG_QUOTES = /virgolette che/;
/** The longest cell whose closing quote is looked for where others are wrong: what is longer is refused anyhow. */
const MOST_LOOSE = 20_000;
/** Separators of a line by which it is known as a row: a sentence has one easily. */
const LEAST_TOLD = 2;

interface Bounds {
  most?: number;
  beside?: number;
  widest?: number;
  /** Rows are records: a quoted cell each of whose lines is as wide as a row is that many rows with a quote too many. */
  isList?: boolean;
}

function rowsOf(
  text: string,
  { most = PROGRAM_ROWS, beside = 0, widest = Infinity, isList = false }: Bounds,
  quotes: Quotes,
): string[][] | string {
  const { separator, count } = sniff(text, quotes);
  const hasEscapes = quotes === 'escaped';
  /** Whether this row, or the one before it, has a quote that is a sign of the text. */
  let [isLiteral, wasLiteral] = [false, false];
  const rows: string[][] = [];
  let [filled, column, cells] = [0, 0, [] as string[]];
  let at = text.startsWith('\uFEFF') ? 1 : 0;

  const isSeparated = () => text[at] === separator && !endsEntity(text, at);
  const isEnd = (place: number) => place >= text.length || text[place] === separator || isLineEnd(text[place]);
  /** A quote that a backslash makes one of the text: not where the cell ends behind it, `"C:\"`. */
  const isEscaped = (place: number) =>
    hasEscapes && text[place] === '\\' && text[place + 1] === '"' && !isEnd(place + 2);

  /** Reads up to the next separator: all signs are those of the text. */
  function plain(): string {
    const from = at;
    while (at < text.length && !isSeparated() && !isLineEnd(text[at])) at += 1;
    return column < widest ? text.slice(from, at).trim() : '';
  }

  /** Whether the lines of a quoted cell, with what stands beside it, are rows themselves: `19"` has closed what was open. */
  function isManyRows(from: number, close: number): boolean {
    if (!isList || count < LEAST_TOLD || !/[\r\n]/.test(text.slice(from, close))) return false;
    const end = text.slice(close).search(/[\r\n]/);
    const lines = text.slice(from, end < 0 ? text.length : close + end).split(/\r\n|[\r\n]/);
    return lines.every((line, n) => line.split(separator).length - 1 + (n === 0 ? column : 0) === count);
  }

  /** Reads the cell at the current position and moves behind it; null when its quotes are wrong. */
  function cell(): string | null {
    let from = at;
    while (isBlank(text[from]) && text[from] !== separator) from += 1;
    if (text[from] !== '"') return plain();
    let close = from + 1;
    const last = quotes === 'loose' ? Math.min(text.length, from + MOST_LOOSE) : text.length;
    while (close < last && (text[close] !== '"' || text[close + 1] === '"'))
      close += text[close] === '"' || isEscaped(close) ? 2 : 1;
    if (close >= last) return null;
    // Here a closing quote may be one that opens another cell.
    if (quotes === 'loose' && /[\r\n]/.test(text.slice(from, close)) && text.slice(from, close).includes(separator))
      return null;
    if (isManyRows(from, close)) return null;
    for (at = close + 1; isBlank(text[at]) && text[at] !== separator;) at += 1;
    if (!isEnd(at)) {
      // `"Anna" detta Nina`: within one cell the quotes are signs of it.
      const quoted = text.slice(from, close);
      if (quoted.includes(separator) || /[\r\n]|\\$/.test(quoted)) return null;
      while (!isEnd(at)) at += 1;
      return text.slice(from, at).trim();
    }
    return text
      .slice(from + 1, close)
      .replace(hasEscapes ? /\\"|""/g : /""/g, '"')
      .trim();
  }

  while (at < text.length) {
    const begun = at;
    let value = cell();
    if (value === null && quotes === 'loose') {
      at = begun;
      value = plain();
      isLiteral = true;
    }
    if (value === null)
      return at === begun
        ? `Alla riga ${rows.length + 1} si aprono virgolette che non si chiudono`
        : `Alla riga ${rows.length + 1} c’è del testo dopo le virgolette che si chiudono`;
    if (column >= PROGRAM_COLUMNS) return `Al massimo ${integer(PROGRAM_COLUMNS)} colonne`;
    if (column < widest) cells.push(value);
    column += 1;
    if (text[at] === separator) {
      at += 1;
      // A separator at the end of the text is followed by one more, empty cell.
      if (at < text.length) continue;
      if (column < widest) cells.push('');
      column += 1;
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2;
    else at += 1;
    const isEmpty = cells.every((one) => one === '');
    // Separators or ends of lines that the quotes should have held: what follows may be the rest of a cell, and nobody.
    if ((isLiteral || (wasLiteral && !isEmpty)) && column !== count + 1)
      return `Alla riga ${rows.length + 1} ci sono virgolette che non si chiudono`;
    [wasLiteral, isLiteral] = [isLiteral, false];
    rows.push(isEmpty ? BLANK : cells);
    if (!isEmpty) filled += 1;
    if (filled > most + beside + 1 || rows.length > PROGRAM_ROWS) return tooManyRows(most);
    [column, cells] = [0, []];
  }
  return rows;
}

const SEPARATORS = [';', '\t', ',', '|'] as const;
/** Signs that are separators only where each line has as many of them. */
const RARE = ['^', '~', '¦', '§', '\x1F'] as const;
const ALL = [...SEPARATORS, ...RARE];
const isSeparator = (sign: string): boolean => ALL.some((one) => one === sign);
/** Lines and characters by which the separator is found. */
const SNIFFED = { lines: 40, letters: 64_000 };

/**
 * Finds the separator, and how many of them a line has: the one that occurs equally often in most of the first lines,
 * outside of quotes. Title lines above the list contain none, and decimal commas do not occur in the heading.
 */
function sniff(text: string, quotes: Quotes): { separator: string; count: number } {
  const lines: Record<string, number>[] = [{}];
  const written = new Set<Record<string, number>>();
  let isQuoted = false;
  for (let at = 0; at < Math.min(text.length, SNIFFED.letters) && lines.length <= SNIFFED.lines; at += 1) {
    const sign = text[at]!;
    const line = lines.at(-1)!;
    if (isLineEnd(sign) && quotes === 'loose') isQuoted = false;
    if (!isLineEnd(sign)) written.add(line);
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (isLineEnd(sign)) lines.push({});
    else if (isSeparator(sign) && !endsEntity(text, at)) line[sign] = (line[sign] ?? 0) + 1;
  }
  const scoresOf = (separators: readonly string[]) =>
    separators
      .map((separator) => {
        const alike = new Map<number, number>();
        for (const { [separator]: count = 0 } of lines) if (count > 0) alike.set(count, (alike.get(count) ?? 0) + 1);
        const [count, times] = [...alike].toSorted(([a, m], [b, n]) => n - m || b - a)[0] ?? [0, 0];
        return { separator, count, times };
      })
      .toSorted((a, b) => b.times - a.times || b.count - a.count);
  const [usual] = scoresOf(SEPARATORS);
  // Of the last line perhaps only a part was read.
  const all = Math.max(2, written.size - (text.length > SNIFFED.letters ? 1 : 0));
  const rare = scoresOf(RARE).find(({ times }) => times >= all && times > usual!.times);
  return rare ?? usual!;
}
