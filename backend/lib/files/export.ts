import { stringify } from 'csv-stringify/sync';
import writeXlsxFile from 'write-excel-file/node';
import { dayInRome } from '#domain/dates.ts';
import { day, yesNo } from '#domain/italian.ts';
import { Failure } from '#domain/errors.ts';
import type { FileAnswer } from '../work/bind.ts';
import { inThread } from '../work/worker.ts';

export type Kind = 'text' | 'number' | 'percent' | 'money' | 'day' | 'instant' | 'flag';

/** A column of an export. Money is in cents, days are `YYYY-MM-DD`, instants ISO; null leaves the cell empty. */
export interface Column<Row> {
  header: string;
  kind: Kind;
  value(row: Row): Content;
  /** Whether its cell of this row is marked, where a spreadsheet can. */
  isMarked?(row: Row): boolean;
}

/** The most rows of an export; a longer one is refused rather than cut. */
export const EXPORT_LIMIT = 50_000;

/** The contents of a spreadsheet, prepared for the thread that writes it. */
export interface Contents {
  heads: { header: string; kind: Kind }[];
  /**
   * Rows of cells as JSON, one text for each batch: a text is passed to a thread in one piece, an object would be
   * copied part by part.
   */
  parts: string[];
  rows: number;
}

/** Reads the contents of a spreadsheet, a batch of rows at a time; throws `invalid` when there are too many rows. */
export async function contentsOf<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Promise<Contents> {
  const contents: Contents = { heads: columns.map(({ header, kind }) => ({ header, kind })), parts: [], rows: 0 };
  for await (const batch of batches) {
    contents.rows += batch.length;
    if (contents.rows > EXPORT_LIMIT) throw new Failure('invalid', 'Al massimo 50.000 righe: restringere i filtri.');
    contents.parts.push(
      JSON.stringify(
        batch.map((row) =>
          columns.map(({ value, isMarked }) => (isMarked?.(row) ? { marked: value(row) } : value(row))),
        ),
      ),
    );
  }
  return contents;
}

/** The contents as a file `<name>.<format>`, written in a thread. */
export const asFile = (name: string, format: 'csv' | 'xlsx', { heads, parts }: Contents): Promise<FileAnswer> =>
  inThread('lib/files/export.ts', format === 'csv' ? 'asCsv' : 'asXlsx', { name, heads, parts });

type Content = string | number | boolean | null;
type Cell = Content | { marked: Content };

const contentOf = (cell: Cell): Content => (cell !== null && typeof cell === 'object' ? cell.marked : cell);

interface Spreadsheet extends Pick<Contents, 'heads' | 'parts'> {
  name: string;
}

const cellsOf = ({ parts }: Spreadsheet) => parts.flatMap((part) => JSON.parse(part) as Cell[][]);

/** For Italian spreadsheets: `;`, CRLF, BOM. */
export function asCsv(spreadsheet: Spreadsheet): FileAnswer {
  const { name, heads } = spreadsheet;
  const head = heads.map(({ header }) => guarded(header));
  const lines = cellsOf(spreadsheet).map((row) => row.map((cell, at) => csvCell(heads[at]!.kind, contentOf(cell))));
  const format = { bom: true, delimiter: ';', record_delimiter: 'windows', quote_record_delimiter: true } as const;
  return { bytes: stringify([head, ...lines], format), type: 'text/csv; charset=utf-8', name: `${name}.csv` };
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

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula: also after blanks and for full-width
 * characters. A text that already begins like a guarded one gets another apostrophe, so `unguarded` restores every
 * text.
 */
const guarded = (text: string): string => (/^\s*'*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `guarded` added. */
export const unguarded = (text: string): string => text.replace(/^'(?='*[=+\-@＝＋－＠])/, '');

/** The ground of marked cells. */
const MARK = '#FFE699';

export async function asXlsx(spreadsheet: Spreadsheet): Promise<FileAnswer> {
  const { name, heads } = spreadsheet;
  const head = heads.map(({ header }) => ({ value: header, type: String, fontWeight: 'bold' as const }));
  const data = [
    head,
    ...cellsOf(spreadsheet).map((row) =>
      row.map((cell, at) => {
        const shown = xlsxCell(heads[at]!.kind, contentOf(cell));
        const isMarked = cell !== null && typeof cell === 'object';
        return isMarked ? { ...(shown ?? { value: '', type: String }), backgroundColor: MARK } : shown;
      }),
    ),
  ];
  const bytes = await writeXlsxFile(data, {
    stickyRowsCount: 1,
    columns: heads.map(({ kind }) => ({ width: kind === 'text' ? 28 : 14 })),
  }).toBuffer();
  return { bytes, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name: `${name}.xlsx` };
}

/** Typed cells: a text is never read as a formula, whatever it begins with. */
function xlsxCell(kind: Kind, content: Content) {
  if (content === null) return null;
  switch (kind) {
    case 'money':
      return { value: Number(content) / 100, type: Number, format: '#,##0.00' };
    case 'number':
    case 'percent':
      return { value: Number(content), type: Number };
    case 'day':
      return { value: new Date(`${String(content)}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };
    case 'instant':
      return { value: new Date(`${dayInRome(new Date(String(content)))}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };
    case 'flag':
      return { value: yesNo(Boolean(content)), type: String };
    case 'text':
      return { value: String(content), type: String };
  }
}
