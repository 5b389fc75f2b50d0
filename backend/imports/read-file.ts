/** Runs in a thread, so that an expensive file does not slow down anybody else. */
import { readFileSync } from 'node:fs';
import { MOST_COLUMNS, MOST_ROWS } from '#domain/imports/terms.ts';
import { integer } from '#domain/italian.ts';
import { readCsv, tooManyRows } from '../lib/csv.ts';
import { unguarded } from '../lib/export.ts';
import { readXlsx } from './xlsx.ts';
import { Unfit } from './zip.ts';

const MOST_LETTERS = 20_000;
const MOST_HEAD = 100;
/** Rows in one batch. */
const BATCH = 1000;

export interface FileRead {
  heads: string[];
  total: number;
  /**
   * `[[row, cells]]` as JSON, one text for each batch: a text leaves the thread in one piece, an object would be copied
   * part by part.
   */
  parts: string[];
}

/**
 * The rows of a CSV or XLSX file with their line numbers, without empty ones; or, in Italian, why the file cannot be
 * read.
 */
export function readFile(path: string): FileRead | string {
  try {
    const [head, ...rows] = tableOf(readFileSync(path));
    if (!head || rows.length === 0) return 'Nel file non c’è nessuna riga sotto le intestazioni';
    const heads = head[1].map((cell) => cell.slice(0, MOST_HEAD));
    while (heads.at(-1) === '') heads.pop();
    if (heads.length > MOST_COLUMNS) return `Al massimo ${MOST_COLUMNS} colonne`;
    if (rows.length > MOST_ROWS) return tooManyRows(MOST_ROWS);
    const long = rows.find(([, cells]) => cells.some((cell) => cell.length > MOST_LETTERS));
    if (long) return `Alla riga ${long[0]} c’è una cella con più di ${integer(MOST_LETTERS)} caratteri`;
    const parts = [];
    for (let start = 0; start < rows.length; start += BATCH)
      parts.push(
        JSON.stringify(rows.slice(start, start + BATCH).map(([row, cells]) => [row, cells.slice(0, MOST_COLUMNS + 1)])),
      );
    return { heads, total: rows.length, parts };
  } catch (error) {
    if (error instanceof Unfit) return error.message;
    throw error;
  }
}

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell !== '');

function tableOf(bytes: Buffer): [row: number, cells: string[]][] {
  const magic = bytes.subarray(0, 4).toString('latin1');
  if (magic === 'PK\x03\x04') return readXlsx(bytes, MOST_ROWS + 1).filter(([, cells]) => isFilled(cells));
  if (magic === '\xD0\xCF\x11\xE0')
    throw new Unfit('È un vecchio file Excel, o ha una password: salvarlo come .xlsx o CSV');
  const text = decoded(bytes);
  if (text.includes('\0')) throw new Unfit('Non è un file CSV o XLSX: in Excel salvarlo con nome, tipo .xlsx o CSV');
  const rows = readCsv(text, { most: MOST_ROWS, widest: MOST_COLUMNS + 1 });
  if (typeof rows === 'string') throw new Unfit(rows);
  // Our own exports put an apostrophe before texts that a spreadsheet would run.
  return rows.flatMap((cells, index) => (isFilled(cells) ? [[index + 1, cells.map(unguarded)]] : []));
}

/**
 * Decodes a CSV file: spreadsheets on Italian PCs write Windows-1252 as often as UTF-8, and UTF-16 as "Unicode text".
 */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
