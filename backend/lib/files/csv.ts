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
 * Reads the rows of a CSV text, up to `widest` cells of a row. The separator is found among `;`, `,`, tab and `|`. Quoted cells may contain separators and line ends; a quote inside a cell that does not begin with one is an
 * ordinary character (inches), and so it is behind a backslash or where text of the same cell follows. Returns an Italian sentence instead when quotes are never closed (they would swallow all
 * following rows), when text follows closing quotes over several cells, when more than `most` rows below the first and `beside` others hold something, or
 * when a row is wider than any spreadsheet. The time is linear in the length of the text.
 */
export function readCsv(text: string, bounds: Bounds = {}): string[][] | string {
  const rows = rowsOf(text, bounds, false);
  // Only what cannot be read otherwise has quotes behind a backslash: in our own exports one is a backslash.
  const others = typeof rows === 'string' && text.includes('\\"') ? rowsOf(text, bounds, true) : rows;
  return typeof others === 'string' ? rows : others;
}

interface Bounds {
  most?: number;
  beside?: number;
  widest?: number;
}

function rowsOf(
  text: string,
  { most = PROGRAM_ROWS, beside = 0, widest = Infinity }: Bounds,
  hasEscapes: boolean,
): string[][] | string {
  const separator = sniff(text);
  const rows: string[][] = [];
  let [filled, column, cells] = [0, 0, [] as string[]];
  let at = text.startsWith('\uFEFF') ? 1 : 0;

  const isSeparated = () => text[at] === separator && !endsEntity(text, at);
  const isEnd = (place: number) => place >= text.length || text[place] === separator || isLineEnd(text[place]);
  /** A quote that a backslash makes one of the text: not where the cell ends behind it, `"C:\"`. */
  const isEscaped = (place: number) =>
    hasEscapes && text[place] === '\\' && text[place + 1] === '"' && !isEnd(place + 2);

  /** Reads the cell at the current position and moves behind it; null when its quotes are wrong. */
  function cell(): string | null {
    let from = at;
    while (isBlank(text[from]) && text[from] !== separator) from += 1;
    if (text[from] !== '"') {
      for (from = at; at < text.length && !isSeparated() && !isLineEnd(text[at]);) at += 1;
      return column < widest ? text.slice(from, at).trim() : '';
    }
    let close = from + 1;
    while (close < text.length && (text[close] !== '"' || text[close + 1] === '"'))
      close += text[close] === '"' || isEscaped(close) ? 2 : 1;
    if (close >= text.length) return null;
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
    const [begun, value] = [at, cell()];
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
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2;
    else at += 1;
    const isEmpty = cells.every((one) => one === '');
    rows.push(isEmpty ? BLANK : cells);
    if (!isEmpty) filled += 1;
    if (filled > most + beside + 1 || rows.length > PROGRAM_ROWS) return tooManyRows(most);
    [column, cells] = [0, []];
  }
  return rows;
}

const SEPARATORS = [';', '\t', ',', '|'] as const;
const isSeparator = (sign: string): boolean => SEPARATORS.some((one) => one === sign);
/** Lines and characters by which the separator is found. */
const SNIFFED = { lines: 40, letters: 64_000 };

/**
 * Finds the separator: the one that occurs equally often in most of the first lines, outside of quotes. Title lines above
 * the list contain none, and decimal commas do not occur in the heading.
 */
function sniff(text: string): string {
  const lines: Record<string, number>[] = [{}];
  let isQuoted = false;
  for (let at = 0; at < Math.min(text.length, SNIFFED.letters) && lines.length <= SNIFFED.lines; at += 1) {
    const sign = text[at]!;
    const line = lines.at(-1)!;
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (isLineEnd(sign)) lines.push({});
    else if (isSeparator(sign) && !endsEntity(text, at)) line[sign] = (line[sign] ?? 0) + 1;
  }
  const scores = SEPARATORS.map((separator) => {
    const alike = new Map<number, number>();
    for (const { [separator]: count = 0 } of lines) if (count > 0) alike.set(count, (alike.get(count) ?? 0) + 1);
    const [count, times] = [...alike].toSorted(([a, m], [b, n]) => n - m || b - a)[0] ?? [0, 0];
    return { separator, count, times };
  });
  return scores.toSorted((a, b) => b.times - a.times || b.count - a.count)[0]!.separator;
}
