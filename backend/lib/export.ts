import writeXlsxFile from 'write-excel-file/node';
import { dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import type { FileAnswer } from './bind.ts';

export type Kind = 'text' | 'number' | 'percent' | 'money' | 'day' | 'instant' | 'flag';

/** A column of an export. Money in cents, days `YYYY-MM-DD`, instants ISO; null leaves the cell empty. */
export interface Column<Row> {
  header: string;
  kind: Kind;
  value(row: Row): string | number | boolean | null;
}

/** Rows an export may hold; more is refused rather than cut. */
export const EXPORT_LIMIT = 50_000;

/** The rows as a file called `<name>.<format>`; throws `invalid` when they are too many, so ask for one more than the limit. */
export async function exportRows<Row>(
  name: string,
  format: 'csv' | 'xlsx',
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<FileAnswer> {
  if (rows.length > EXPORT_LIMIT) throw new Failure('invalid', 'Al massimo 50.000 righe: restringere i filtri.');
  return format === 'csv' ? asCsv(name, columns, rows) : asXlsx(name, columns, rows);
}

/** For Italian spreadsheets: `;`, CRLF, BOM. A text that a spreadsheet would run as a formula gets an apostrophe. */
function asCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): FileAnswer {
  const line = (cells: string[]) => cells.join(';');
  const lines = [
    line(columns.map(({ header }) => cell(header))),
    ...rows.map((row) => line(columns.map((column) => csvCell(column, row)))),
  ];
  return { bytes: `\uFEFF${lines.join('\r\n')}\r\n`, type: 'text/csv; charset=utf-8', name: `${name}.csv` };
}

function csvCell<Row>({ kind, value }: Column<Row>, row: Row): string {
  const content = value(row);
  if (content === null) return '';
  switch (kind) {
    case 'money':
      return (Number(content) / 100).toFixed(2).replace('.', ',');
    case 'number':
    case 'percent':
      return String(content).replace('.', ',');
    case 'day':
      return italianDay(String(content));
    case 'instant':
      return italianDay(dayInRome(new Date(String(content))));
    case 'flag':
      return content ? 'Sì' : 'No';
    case 'text':
      return cell(String(content));
  }
}

function cell(text: string): string {
  const safe = /^\s*'*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text as it was before `cell` put its apostrophe. */
export const unguarded = (text: string): string => text.replace(/^'(?='*[=+\-@])/, '');

const italianDay = (day: string) => day.split('-').toReversed().join('/');

async function asXlsx<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): Promise<FileAnswer> {
  const head = columns.map(({ header }) => ({ value: header, type: String, fontWeight: 'bold' as const }));
  const data = [head, ...rows.map((row) => columns.map((column) => xlsxCell(column, row)))];
  const bytes = await writeXlsxFile(data, {
    stickyRowsCount: 1,
    columns: columns.map(({ kind }) => ({ width: kind === 'text' ? 28 : 14 })),
  }).toBuffer();
  return { bytes, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', name: `${name}.xlsx` };
}

/** Typed cells: a text is a text, whatever it begins with. */
function xlsxCell<Row>({ kind, value }: Column<Row>, row: Row) {
  const content = value(row);
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
      return { value: content ? 'Sì' : 'No', type: String };
    case 'text':
      return { value: String(content), type: String };
  }
}
