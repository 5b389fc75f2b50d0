import { isDay } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';

/**
 * Rows of a CSV text: separator found in the first line among `;`, `,` and tab; quotes may hold separators and line ends. Throws
 * `invalid` at `csv` for quotes that are never closed: they would swallow every row that follows.
 */
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = sniff(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let opened = 0;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') cell += source[(at += 1)];
      else quoted = false;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
      opened = rows.length + 1;
    } else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && source[at + 1] === '\n') at += 1;
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += char;
  }
  if (quoted)
    throw new Failure('invalid', undefined, {
      fields: { csv: `Alla riga ${opened} si aprono virgolette che non si chiudono` },
    });
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows.map((cells) => cells.map((item) => item.trim()));
}

function sniff(text: string): string {
  const first = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => first.split(separator).length;
  return [';', '\t', ','].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best), ';');
}

/** A decimal as Italians (`1.234,56`) or machines (`1234.56`) write it, with or without €; null when it is none. */
export function parseDecimal(text: string): number | null {
  let digits = text.replace(/[\s€'’]/g, '');
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  if (comma > point) digits = digits.replaceAll('.', '').replace(',', '.');
  else if (comma >= 0) digits = digits.replaceAll(',', '');
  // Only points, in groups of three: thousands.
  else if (/^-?[1-9]\d{0,2}(\.\d{3})+$/.test(digits)) digits = digits.replaceAll('.', '');
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : null;
}

/** `gg/mm/aaaa` (also with points or dashes) or `aaaa-mm-gg` as a day; null when it is no real day. */
export function parseDay(text: string): string | null {
  const italian = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const day = italian ? `${italian[3]}-${italian[2]!.padStart(2, '0')}-${italian[1]!.padStart(2, '0')}` : text;
  return isDay(day) ? day : null;
}
