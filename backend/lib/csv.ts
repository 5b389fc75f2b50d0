import { CsvError, parse } from 'csv-parse/sync';

/**
 * Rows of a CSV text: separator found in the first line among `;`, `,` and tab; quotes may hold separators and line ends. Or, in
 * Italian, which row has quotes that are never closed, which would swallow every row that follows, or text behind closed quotes.
 */
export function readCsv(text: string): string[][] | string {
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: sniff(text.replace(/^\uFEFF/, '')),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote inside a cell that does not begin with one is an ordinary character, such as inches.
      relax_quotes: true,
      trim: true,
    });
    return rows.map((cells) => cells.map((cell) => cell.trim()));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error['records']) + 1;
    return error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `Alla riga ${row} si aprono virgolette che non si chiudono`
      : `Alla riga ${row} c’è del testo dopo le virgolette che si chiudono`;
  }
}

/** By the heads alone, without what stands in their quotes: the library's own discovery counts quoted separators and fails on accents. */
function sniff(text: string): string {
  const first = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => first.split(separator).length;
  return [';', '\t', ','].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best), ';');
}
