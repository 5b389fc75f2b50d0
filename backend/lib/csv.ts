import { CsvError, parse } from 'csv-parse/sync';
import { integer } from '#domain/italian.ts';

/** Rows of the largest spreadsheet there is, below a list often all of them are kept, empty; and its columns. */
const SHEET_ROWS = 1_048_576;
const SHEET_COLUMNS = 16_384;
/** All empty rows are this one: millions of them weigh nothing. */
const BLANK = [''];

export const tooManyRows = (most: number): string => `Al massimo ${integer(most)} righe: dividere il file`;

/** Stops the reading. */
class Enough extends Error {}

/**
 * Rows of a CSV text, as far as `widest` cells: separator found in the first line among `;`, `,` and tab; quotes may hold separators and line
 * ends. Or, in Italian, which row has quotes that are never closed, which would swallow every row that follows, or text behind closed
 * quotes; or that below the first one more than `most` hold something, or one is wider than any sheet: those are not read to the end.
 */
export function readCsv(text: string, { most = SHEET_ROWS, widest = Infinity } = {}): string[][] | string {
  const rows: string[][] = [];
  let filled = 0;
  try {
    parse(text, {
      bom: true,
      delimiter: sniff(text.replace(/^\uFEFF/, '')),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote inside a cell that does not begin with one is an ordinary character, such as inches.
      relax_quotes: true,
      trim: true,
      // Nobody's sheet: twenty megabytes of separators would become a gigabyte of cells.
      cast: (cell, { index }) => {
        if (index >= SHEET_COLUMNS) throw new Enough(`Al massimo ${integer(SHEET_COLUMNS)} colonne`);
        return cell;
      },
      // Kept here, so that twenty megabytes of line ends do not become gigabytes of rows.
      on_record: (record: string[]) => {
        const cells = record.slice(0, widest).map((cell) => cell.trim());
        const isBlank = cells.every((cell) => cell === '');
        rows.push(isBlank ? BLANK : cells);
        if (!isBlank) filled += 1;
        if (filled > most + 1 || rows.length > SHEET_ROWS) throw new Enough(tooManyRows(most));
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (error instanceof Enough) return error.message;
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
