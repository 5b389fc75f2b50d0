import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import { dayInRome } from '#domain/dates.ts';
import { day, integer, yesNo } from '#domain/italian.ts';
import { Failure } from '#domain/errors.ts';
import { EXPORT_LIMIT, MOST_SPREADSHEET_ROWS } from '#domain/spreadsheets/limits.ts';
import type { FileAnswer, StreamAnswer } from '../work/bind.ts';
import { inThread } from '../work/worker.ts';
import type { Spool } from './spool.ts';
import { workbookOf, type WorkbookCell } from './workbook.ts';

export type Kind = 'text' | 'number' | 'percent' | 'money' | 'day' | 'instant' | 'flag';

/** A column of an export. Money is in cents, days are `YYYY-MM-DD`, instants ISO; null leaves the cell empty. */
export interface Column<Row> {
  header: string;
  kind: Kind;
  value(row: Row): Content;
  /** Whether its cell of this row is marked, where a spreadsheet can. */
  isMarked?(row: Row): boolean;
}

const tooMany = (most: number) => `Al massimo ${integer(most)} righe: restringere i filtri.`;

/** An export that a job may make has more rows than are written while somebody waits; `file`: the name that it would have. */
export class TooManyRows extends Failure {
  readonly file: string;
  constructor(file: string) {
    super('invalid', tooMany(EXPORT_LIMIT));
    this.file = file;
  }
}

/** The contents of a spreadsheet, prepared for the thread that writes it. */
export interface Contents<Parts = string[] | { path: string }> {
  heads: { header: string; kind: Kind }[];
  /**
   * Rows of cells as JSON, one text for each batch: a text is passed to a thread in one piece, an object would be
   * copied part by part. Of a large one each is a line of the file at the path.
   */
  parts: Parts;
  rows: number;
}

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** The most rows that are read for a spreadsheet. */
export const mostRows = (spool?: Spool): number => (spool ? MOST_SPREADSHEET_ROWS : EXPORT_LIMIT);

/**
 * Reads the contents of a spreadsheet, a batch of rows at a time, into memory or `spool`; throws `invalid` when they
 * are too many, as `TooManyRows` where a job may make it. `name`: of its file.
 */
export async function contentsOf<Row>(
  columns: readonly Column<Row>[],
  batches: Batches<Row>,
): Promise<Contents<string[]>>;
export async function contentsOf<Row>(
  columns: readonly Column<Row>[],
  batches: Batches<Row>,
  large: { name: string; spool?: Spool | undefined },
): Promise<Contents>;
export async function contentsOf<Row>(
  columns: readonly Column<Row>[],
  batches: Batches<Row>,
  { name, spool }: { name?: string; spool?: Spool | undefined } = {},
): Promise<Contents> {
  const parts: string[] = [];
  const most = mostRows(spool);
  let rows = 0;
  async function* texts() {
    for await (const batch of batches) {
      rows += batch.length;
      if (rows > most && name !== undefined && !spool) throw new TooManyRows(name);
      if (rows > most) throw new Failure('invalid', tooMany(most));
      yield JSON.stringify(
        batch.map((row) =>
          columns.map(({ value, isMarked }) => (isMarked?.(row) ? { marked: value(row) } : value(row))),
        ),
      );
    }
  }
  if (spool) await writeFile(spool.path, lines(texts()), { mode: 0o600 });
  else for await (const text of texts()) parts.push(text);
  if (spool) spool.rows = rows;
  return {
    heads: columns.map(({ header, kind }) => ({ header, kind })),
    parts: spool ? { path: spool.path } : parts,
    rows,
  };
}

/** Its lines; opened when the first one is asked for, as lines that come before are lost. */
async function* linesOf(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Infinity });
}

/** JSON leaves these two as they are, and whoever reads lines ends one at them. */
const LINE_ENDS = /[\u2028\u2029]/g;
const escaped = (end: string) => (end === '\u2028' ? '\\u2028' : '\\u2029');

async function* lines(texts: AsyncIterable<string>) {
  for await (const text of texts) yield `${text.replace(LINE_ENDS, escaped)}\n`;
}

type Format = 'csv' | 'xlsx';

const TYPES: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

interface Spreadsheet extends Pick<Contents, 'heads'> {
  format: Format;
  parts: Iterable<string> | AsyncIterable<string>;
}

/** The contents as a file `<name>.<format>`, written in a thread. */
export async function asFile(name: string, format: Format, contents: Contents<string[]>): Promise<FileAnswer>;
export async function asFile(name: string, format: Format, contents: Contents): Promise<FileAnswer | StreamAnswer>;
export async function asFile(
  name: string,
  format: Format,
  { heads, parts }: Contents,
): Promise<FileAnswer | StreamAnswer> {
  const answer = { type: TYPES[format], name: `${name}.${format}` };
  if (Array.isArray(parts))
    return { ...answer, bytes: await inThread('lib/files/export.ts', 'inMemory', { format, heads, parts }) };
  const to = `${parts.path}.${format}`;
  try {
    await inThread('lib/files/export.ts', 'onDisk', { format, heads, from: parts.path, to });
    return { ...answer, stream: Readable.toWeb((await open(to)).createReadStream()) as ReadableStream<Uint8Array> };
  } finally {
    // An open file can be read to its end although it has no name any more.
    await rm(to, { force: true });
  }
}

/** Runs in a thread. */
export const inMemory = (spreadsheet: Spreadsheet): Promise<Uint8Array> => buffer(written(spreadsheet));

/** Runs in a thread: from a file of rows to the spreadsheet, piece by piece. */
export async function onDisk({ from, to, ...spreadsheet }: Omit<Spreadsheet, 'parts'> & { from: string; to: string }) {
  await pipeline(
    written({ ...spreadsheet, parts: linesOf(from) }),
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
  );
}

const written = (spreadsheet: Spreadsheet): Readable =>
  spreadsheet.format === 'csv' ? Readable.from(csvOf(spreadsheet), { objectMode: false }) : xlsxOf(spreadsheet);

type Content = string | number | boolean | null;
type Cell = Content | { marked: Content };

const contentOf = (cell: Cell): Content => (cell !== null && typeof cell === 'object' ? cell.marked : cell);

async function* rowsOf({ parts }: Pick<Spreadsheet, 'parts'>): AsyncGenerator<Cell[][]> {
  for await (const part of parts) yield JSON.parse(part) as Cell[][];
}

/** For Italian spreadsheets: `;`, CRLF, BOM. */
async function* csvOf({ heads, parts }: Spreadsheet): AsyncGenerator<string> {
  const format = { delimiter: ';', record_delimiter: 'windows', quote_record_delimiter: true } as const;
  yield stringify([heads.map(({ header }) => guarded(header))], { ...format, bom: true });
  for await (const rows of rowsOf({ parts }))
    yield stringify(
      rows.map((row) => row.map((cell, at) => csvCell(heads[at]!.kind, contentOf(cell)))),
      format,
    );
}

function csvCell(kind: Kind, content: Content): string {
  if (content === null) return '';
  switch (kind) {
    case 'money':
      return (Number(content) / 100).toFixed(2).replace('.', ',');
    case 'number':
    case 'percent':
      return String(content).replace('.', ',');
    case 'day':
      return day(String(content));
    case 'instant':
      return day(dayInRome(new Date(String(content))));
    case 'flag':
      return yesNo(Boolean(content));
    case 'text':
      return guarded(String(content));
  }
}

/** A number with its sign, such as a telephone's: a spreadsheet takes it for one, and computes nothing. */
const NUMBER = /^[+-]\d+([.,]\d+)?$/;

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula: also after blanks and for full-width
 * characters. A text that already begins like a guarded one gets another apostrophe, so `unguarded` restores every
 * text.
 */
const guarded = (text: string): string =>
  /^[\s']*[=+\-@＝＋－＠]|^'*[\t\r\n]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** Removes the apostrophe that `guarded` added. */
export const unguarded = (text: string): string => text.replace(/^'(?=[\s']*[=+\-@＝＋－＠]|'*[\t\r\n])/, '');

function xlsxOf({ heads, parts }: Spreadsheet): Readable {
  async function* batches() {
    for await (const rows of rowsOf({ parts }))
      yield rows.map((row) => ({
        cells: row.map((cell, at) => xlsxCell(heads[at]!.kind, contentOf(cell))),
        marked: row.map((cell) => cell !== null && typeof cell === 'object'),
      }));
  }
  return workbookOf(
    heads.map(({ header, kind }) => ({ header, width: kind === 'text' ? 28 : 14 })),
    batches(),
  );
}

/** The cell by its type; null leaves it empty. */
function xlsxCell(kind: Kind, content: Content): WorkbookCell | null {
  if (content === null) return null;
  switch (kind) {
    case 'money':
      return { kind: 'money', value: Number(content) / 100 };
    case 'number':
    case 'percent':
      return { kind: 'number', value: Number(content) };
    case 'day':
      return { kind: 'day', value: String(content) };
    case 'instant':
      return { kind: 'day', value: dayInRome(new Date(String(content))) };
    case 'flag':
      return { kind: 'text', value: yesNo(Boolean(content)) };
    case 'text':
      return { kind: 'text', value: String(content) };
  }
}
