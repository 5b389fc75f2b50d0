/**
 * Reads tables of numbers copied from a spreadsheet or e-mail: headings above and at the left, a number in each cell.
 */
import { parseNumber } from './italian.ts';

export interface NumberTable {
  /** Text of the corner, such as a name. */
  corner: string;
  /** Headings; null: "oltre", "senza limite". */
  columns: (number | null)[];
  rows: { head: number | null; cells: (number | null)[] }[];
}

const cellsOf = (line: string) => line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim());
/** The number in a heading such as `fino a 20.000 €` or `36 mesi`. */
const numberOf = (cell: string) => parseNumber(cell.replace(/[^\d.,−-]/g, ''));

/**
 * The tables of a text, separated by empty lines; columns are separated by tabs or semicolons. An empty cell is null.
 * Returns an Italian sentence when something cannot be read.
 */
export function readTables(text: string): NumberTable[] | string {
  const blocks = text
    .split(/\r?\n[\t; ]*\r?\n/)
    .map((block) => block.split(/\r?\n/).filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0);
  if (blocks.length === 0) return 'Incollare una tabella con le intestazioni';
  const tables: NumberTable[] = [];
  for (const [first, ...lines] of blocks) {
    const [corner = '', ...heads] = cellsOf(first!);
    if (heads.length === 0 || lines.length === 0) return 'Servono una riga di intestazioni e almeno una riga di valori';
    let wrong = '';
    const read = (cell: string, of: string) => {
      const value = numberOf(cell);
      if (value === null) wrong ||= `${of}: «${cell}» non è un numero`;
      return value;
    };
    const head = (cell: string) => (/oltre|senza/i.test(cell) ? null : read(cell, 'Intestazione'));
    const columns = heads.map(head);
    const rows = lines.map((line) => {
      const [name = '', ...cells] = cellsOf(line);
      if (cells.length > heads.length) wrong ||= `Riga «${name}»: più valori che intestazioni`;
      return { head: head(name), cells: cells.map((cell) => (cell === '' ? null : read(cell, `Riga «${name}»`))) };
    });
    if (wrong) return wrong;
    tables.push({ corner, columns, rows });
  }
  return tables;
}

/** A table with rows and columns exchanged. */
const turned = ({ corner, columns, rows }: NumberTable): NumberTable => ({
  corner,
  columns: rows.map(({ head }) => head),
  rows: columns.map((head, at) => ({ head, cells: rows.map(({ cells }) => cells[at] ?? null) })),
});

/**
 * The cells of a table with months on one side: the side whose headings are at most `MOST_MONTHS`. Returns an Italian
 * sentence when neither side fits.
 */
export function byMonths(table: NumberTable): { months: number; other: number | null; value: number }[] | string {
  const MOST_MONTHS = 120;
  const are = (heads: (number | null)[]) =>
    heads.every((head) => head !== null && Number.isInteger(head) && head > 0 && head <= MOST_MONTHS);
  const own = are(table.columns) ? table : turned(table);
  if (!are(own.columns)) return 'Le durate in mesi (fino a 120) devono stare tutte su una riga o su una colonna';
  return own.rows.flatMap(({ head, cells }) =>
    own.columns.flatMap((months, at) => {
      const value = cells[at] ?? null;
      return value === null ? [] : [{ months: months!, other: head, value }];
    }),
  );
}
