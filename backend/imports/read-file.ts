/** Runs in a thread, so that an expensive file does not slow down anybody else. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MOST_COLUMNS, MOST_ROWS } from '#domain/imports/terms.ts';
import { integer } from '#domain/italian.ts';
import { readCsv, tooManyRows } from '../lib/files/csv.ts';
import { decoded } from '../lib/files/encoding.ts';
import { unguarded } from '../lib/files/export.ts';
import { findList, partsOf, type Line, type List, type Part } from './find-list.ts';
import { readXlsx, type Worksheet } from './xlsx.ts';
import { Unfit } from '../lib/files/unzip.ts';

const MOST_LETTERS = 20_000;
/** Rows in one batch. */
const BATCH = 1000;
/** Rows that a list may have above and below: titles, headings, totals. */
const BESIDE = 40;

/** A row of a worksheet with what it is. */
export type RowRead = [row: number, cells: string[], part: Part];

export interface WorksheetRead extends List {
  name: string;
  /** Rows of the list, and its cells. */
  total: number;
  filled: number;
  /**
   * `RowRead[]` as JSON, one text for each batch: a text leaves the thread in one piece, an object would be copied part
   * by part.
   */
  parts: string[];
}

export interface FileRead {
  /** How the file was written: `XLSX`, `UTF-8`, `cp1252`… */
  encoding: string;
  /** SHA-256 of its bytes. */
  digest: string;
  /** The worksheets with a list, and which of them has the most. */
  worksheets: WorksheetRead[];
  worksheet: number;
}

/**
 * The lists of a CSV or XLSX file: their heads and rows with their line numbers, without empty ones; or, in Italian, why
 * the file cannot be read.
 */
export function readFile(path: string): FileRead | string {
  try {
    const bytes = readFileSync(path);
    const { encoding, worksheets } = worksheetsOf(bytes);
    const found = worksheets.map(listOf).filter(({ total }) => total > 0);
    if (found.length === 0) return 'Nel file non c’è nessuna riga sotto le intestazioni';
    const best = found.reduce((most, one) => (one.filled > most.filled ? one : most));
    // The rows of other worksheets are kept as long as the file as a whole is no larger than one list may be.
    let left = MOST_ROWS - best.total;
    const kept = found.filter((one) => one === best || (left -= one.total) >= 0);
    const digest = createHash('sha256').update(bytes).digest('hex');
    return { encoding, digest, worksheets: kept, worksheet: kept.indexOf(best) };
  } catch (error) {
    if (error instanceof Unfit) return error.message;
    throw error;
  }
}

function listOf({ name, rows }: Worksheet): WorksheetRead {
  const lines = rows.filter(([, cells]) => isFilled(cells));
  if (lines.length === 0) return { name, headRow: 0, headLines: 0, heads: [], total: 0, parts: [], filled: 0 };
  const list = findList(lines);
  if (list.heads.length > MOST_COLUMNS) throw new Unfit(`Al massimo ${MOST_COLUMNS} colonne`);
  const parts = partsOf(lines, list);
  const total = parts.filter((part) => part === 'row').length;
  if (total === 0) return { name, ...list, total, parts: [], filled: 0 };
  if (total > MOST_ROWS) throw new Unfit(tooManyRows(MOST_ROWS));
  const long = lines.find(([, cells]) => cells.some((cell) => cell.length > MOST_LETTERS));
  if (long) throw new Unfit(`Alla riga ${long[0]} c’è una cella con più di ${integer(MOST_LETTERS)} caratteri`);
  const read = lines.map(([row, cells], at): RowRead => [row, cells.slice(0, MOST_COLUMNS + 1), parts[at]!]);
  const batches = [];
  for (let start = 0; start < read.length; start += BATCH)
    batches.push(JSON.stringify(read.slice(start, start + BATCH)));
  const filled = lines.reduce((sum, [, cells]) => sum + cells.length, 0);
  return { name, ...list, total, parts: batches, filled };
}

/** Files of other kinds that are taken for spreadsheets, and what to do with them. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(<!doctype html|<html|<table|<meta)/i,
    'È una pagina HTML con il nome di un file Excel: aprirla con Excel e salvarla come .xlsx',
  ],
  [/^\s*<\?xml/i, 'È un file XML: aprirlo con Excel e salvarlo come .xlsx'],
  [/^%PDF-/, 'È un PDF: esportare l’elenco come CSV o .xlsx'],
  [/^\{\\rtf/, 'È un documento di testo: esportare l’elenco come CSV o .xlsx'],
  [/^\s*(insert into|create table)\s/i, 'È un comando SQL: esportare la tabella come CSV'],
  [/^\s*BEGIN:VCARD/i, 'È una rubrica vCard: esportarla come CSV'],
  [/^\s*[[{]\s*["{]/, 'È un file JSON: esportarlo come CSV o .xlsx'],
];

function rowsIn(text: string): string[][] {
  const rows = readCsv(text, { most: MOST_ROWS, beside: BESIDE, widest: MOST_COLUMNS + 1, isList: true });
  if (typeof rows === 'string') throw new Unfit(rows);
  return rows;
}

/** Rows that a program put into quotes as a whole, separators and all, and cells in single quotes, as they were meant. */
function unwrapped(rows: string[][]): string[][] {
  const isWhole = rows.every((cells) => cells.length === 1) && /[;\t|]/.test(rows.find(isFilled)?.[0] ?? '');
  if (isWhole) return rowsIn(rows.map(([cell = '']) => cell.replaceAll('\n', ' ')).join('\n'));
  const isSingle = (cell: string) => cell === '' || /^'.*'$/s.test(cell);
  // The heading may have none.
  if (rows.length < 2 || !rows.slice(1).every((cells) => cells.every(isSingle))) return rows;
  return rows.map((cells) => cells.map((cell) => (isSingle(cell) ? cell.slice(1, -1).replaceAll("''", "'") : cell)));
}

/**
 * A cell as it was typed: our own exports put an apostrophe before texts that a spreadsheet would run, others write a
 * text as a formula, `="0012"`.
 */
const plainly = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? unguarded(cell);

/** A text without the signs by which old programs end a file; one of nothing else stays as it is. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '\0\x1A'.includes(text[end - 1]!)) end -= 1;
  return end === 0 ? text : text.slice(0, end);
}

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell !== '');

function worksheetsOf(bytes: Buffer): { encoding: string; worksheets: Worksheet[] } {
  const magic = bytes.subarray(0, 4).toString('latin1');
  if (magic === 'PK\x03\x04') return { encoding: 'XLSX', worksheets: readXlsx(bytes, MOST_ROWS + BESIDE) };
  if (magic === '\xD0\xCF\x11\xE0')
    throw new Unfit('È un vecchio file Excel, o ha una password: salvarlo come .xlsx o CSV');
  const { encoding, text: whole } = decoded(bytes);
  const text = withoutEnd(whole);
  const other = OTHERS.find(([is]) => is.test(text))?.[1];
  if (other) throw new Unfit(other);
  if (text.includes('\0')) throw new Unfit('Non è un file CSV o XLSX: in Excel salvarlo con nome, tipo .xlsx o CSV');
  const rows = unwrapped(rowsIn(text));
  const lines = rows.flatMap((cells, index): Line[] => (isFilled(cells) ? [[index + 1, cells.map(plainly)]] : []));
  return { encoding, worksheets: [{ name: '', rows: lines }] };
}
