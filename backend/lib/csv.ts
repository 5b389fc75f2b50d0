import { integer } from '#domain/italian.ts';

/** Rows of the largest spreadsheet there is, below a list often all of them are kept, empty; and its columns. */
const SHEET_ROWS = 1_048_576;
const SHEET_COLUMNS = 16_384;
/** All empty rows are this one: millions of them weigh nothing. */
const BLANK = [''];

export const tooManyRows = (most: number): string => `Al massimo ${integer(most)} righe: dividere il file`;

const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\t' || sign === '\u00A0';
const isLineEnd = (sign: string | undefined) => sign === '\n' || sign === '\r';

/**
 * Rows of a CSV text, as far as `widest` cells: separator found in the first line among `;`, `,` and tab; quotes may hold separators and line
 * ends, and one inside a cell that does not begin with one is an ordinary character, such as inches. Or, in Italian, which row has quotes
 * that are never closed, which would swallow every row that follows, or text behind closed quotes; or that below the first one more than
 * `most` hold something, or one is wider than any sheet. Each letter is passed once or twice, whatever the text.
 */
export function readCsv(text: string, { most = SHEET_ROWS, widest = Infinity } = {}): string[][] | string {
  const separator = sniff(text);
  const rows: string[][] = [];
  let [filled, column, cells] = [0, 0, [] as string[]];
  let at = text.startsWith('\uFEFF') ? 1 : 0;

  /** The text of the cell at hand, which then lies behind; null where its quotes are wrong. */
  function cell(): string | null {
    let from = at;
    while (isBlank(text[from]) && text[from] !== separator) from += 1;
    if (text[from] !== '"') {
      for (from = at; at < text.length && text[at] !== separator && !isLineEnd(text[at]);) at += 1;
      return column < widest ? text.slice(from, at).trim() : '';
    }
    let close = from + 1;
    while (close < text.length && (text[close] !== '"' || text[close + 1] === '"'))
      close += text[close] === '"' ? 2 : 1;
    if (close >= text.length) return null;
    for (at = close + 1; isBlank(text[at]) && text[at] !== separator;) at += 1;
    if (at < text.length && text[at] !== separator && !isLineEnd(text[at])) return null;
    return text
      .slice(from + 1, close)
      .replaceAll('""', '"')
      .trim();
  }

  while (at < text.length) {
    const [begun, value] = [at, cell()];
    if (value === null)
      return at === begun
        ? `Alla riga ${rows.length + 1} si aprono virgolette che non si chiudono`
        : `Alla riga ${rows.length + 1} c’è del testo dopo le virgolette che si chiudono`;
    if (column >= SHEET_COLUMNS) return `Al massimo ${integer(SHEET_COLUMNS)} colonne`;
    if (column < widest) cells.push(value);
    column += 1;
    if (text[at] === separator) {
      at += 1;
      // Behind the last separator of a text stands one cell more.
      if (at < text.length) continue;
      if (column < widest) cells.push('');
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2;
    else at += 1;
    const isEmpty = cells.every((one) => one === '');
    rows.push(isEmpty ? BLANK : cells);
    if (!isEmpty) filled += 1;
    if (filled > most + 1 || rows.length > SHEET_ROWS) return tooManyRows(most);
    [column, cells] = [0, []];
  }
  return rows;
}

/** The separator of a text by its heads alone, without what stands in their quotes. */
function sniff(text: string): string {
  const counts = { ';': 0, '\t': 0, ',': 0 };
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isLineEnd(sign)) break;
    else if (!isQuoted && sign in counts) counts[sign as keyof typeof counts] += 1;
  }
  const found = Object.keys(counts) as (keyof typeof counts)[];
  return found.reduce((best, one) => (counts[one] > counts[best] ? one : best));
}
