import { MOST_COLUMNS } from '#domain/imports/terms.ts';
import { Malformed, readXml } from '../lib/files/xml.ts';
import { BROKEN, Unfit, TOO_LARGE, unzip } from '../lib/files/unzip.ts';

const TOO_WIDE = `Al massimo ${MOST_COLUMNS} colonne`;
/** The most characters of all cells together: a million cells may show one shared text. */
const MOST_LETTERS = 60_000_000;
const MOST_TEXTS = 2_000_000;
/** The most styles, and characters of a format; Excel allows no more. */
const MOST_STYLES = 65_000;
const MOST_FORMAT = 255;
/** The most rows of a spreadsheet. */
const LAST_ROW = 1_048_576;
/** The most worksheets of which one can be chosen, and characters of a name. */
const MOST_WORKSHEETS = 20;
const MOST_NAME = 60;
/** The most merged ranges, and rows of one. */
const MOST_MERGED = 20_000;
const MOST_TALL = 500;

/** Text as people see it, without characters that the database cannot store. */
const cleaned = (text: string): string =>
  (text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
  )
    .toWellFormed()
    .replaceAll('\0', '');

/** Shared texts, which cells refer to by number; phonetic hints (`rPh`) are left out. */
function sharedTexts(xml: Buffer): string[] {
  const texts: string[] = [];
  let [isAloud, whole] = [false, ''];
  readXml(
    xml,
    { names: ['si', 'rPh'], texts: ['t'] },
    {
      begin: (name) => {
        if (name === 'rPh') isAloud = true;
        if (name === 'si') whole = '';
      },
      end: (name, text) => {
        if (name === 'rPh') isAloud = false;
        else if (name === 't' && !isAloud) whole += text;
        else if (name === 'si' && texts.push(cleaned(whole)) > MOST_TEXTS) throw new Unfit(TOO_LARGE);
      },
    },
  );
  return texts;
}

type Look = 'number' | 'day' | 'percent';
/** Whether a format shows days; 9 and 10 are percentages. */
const isDay = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** How the cells of each style show their number. */
function looksOf(xml: Buffer): Look[] {
  const own = new Map<number, string>();
  const looks: Look[] = [];
  let inCells = false;
  readXml(
    xml,
    { names: ['numFmt', 'cellXfs', 'xf'] },
    {
      begin: (name, attribute) => {
        if (name === 'cellXfs') inCells = true;
        else if (name === 'numFmt')
          own.set(Number(attribute('numFmtId')), (attribute('formatCode') ?? '').slice(0, MOST_FORMAT));
        else if (inCells) {
          const id = Number(attribute('numFmtId') ?? 0);
          const code = (own.get(id) ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
          looks.push(
            isDay(id) || /[dmy]/i.test(code)
              ? 'day'
              : id === 9 || id === 10 || code.includes('%')
                ? 'percent'
                : 'number',
          );
        }
        if (own.size > MOST_STYLES || looks.length > MOST_STYLES) throw new Unfit(BROKEN);
      },
      end: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
    },
  );
  return looks;
}

const DAY = 86_400_000;
/** A number as text with 15 digits, as spreadsheets keep it; further digits are binary rounding. */
function digits(value: number): string {
  const text = String(value);
  return (text.length <= 15 ? text : String(Number(value.toPrecision(15)))).replace('.', ',');
}

/** What a number shows: days as `2026-11-20`, decimals behind a comma. */
function shown(text: string, look: Look, epoch: number): string {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return cleaned(text);
  if (look === 'percent') return `${digits(value * 100)}%`;
  // 2958465 is the last day of the year 9999.
  if (look === 'number' || value < 1 || value > 2_958_465) return digits(value);
  return new Date(epoch + Math.floor(value) * DAY).toISOString().slice(0, 10);
}

const columnOf = (reference: string) => {
  let column = 0;
  for (const sign of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + sign.charCodeAt(0) - 64;
  return column - 1;
};

/** A workbook: its visible worksheets, and what their cells refer to. */
interface Workbook {
  /** Each is unpacked when it is read. */
  worksheets: readonly { name: string; unpack: () => Buffer | null }[];
  texts: readonly string[];
  looks: readonly Look[];
  /** Day 0 of its dates, in milliseconds since 1970. */
  epoch: number;
}

/** The visible worksheets of a workbook by the ids of their relationships, and day 0 of its dates. */
function namesIn(xml: Buffer): { names: Map<string, string>; epoch: number } {
  const names = new Map<string, string>();
  let epoch = Date.UTC(1899, 11, 30);
  readXml(
    xml,
    { names: ['workbookPr', 'sheet'] },
    {
      begin: (name, attribute) => {
        const id = attribute('id') ?? '';
        if (name === 'workbookPr') epoch += ['1', 'true'].includes(attribute('date1904') ?? '') ? 1462 * DAY : 0;
        else if (id && !/hidden/i.test(attribute('state') ?? ''))
          names.set(id, cleaned(attribute('name') ?? '').slice(0, MOST_NAME));
        return names.size < MOST_WORKSHEETS;
      },
    },
  );
  return { names, epoch };
}

function openWorkbook(bytes: Buffer): Workbook {
  const { read: file } = unzip(bytes);
  const { names, epoch } = namesIn(file('xl/workbook.xml') ?? Buffer.of());
  const targets = new Map<string, string>();
  readXml(
    file('xl/_rels/workbook.xml.rels') ?? Buffer.of(),
    { names: ['Relationship'] },
    {
      begin: (_, attribute) => {
        const id = attribute('Id') ?? '';
        if (names.has(id)) targets.set(id, (attribute('Target') ?? '').replace(/^\/?(?:xl\/)?/, ''));
        return targets.size < names.size;
      },
    },
  );
  const worksheets = [...names].flatMap(([id, name]) => {
    const target = targets.get(id);
    return target ? [{ name, unpack: () => file(`xl/${target}`) }] : [];
  });
  const texts = sharedTexts(file('xl/sharedStrings.xml') ?? Buffer.of());
  return { worksheets, texts, looks: looksOf(file('xl/styles.xml') ?? Buffer.of()), epoch };
}

interface Cell {
  type: string;
  look: Look;
  text: string;
}

/** What a cell shows. */
function valueOf({ type, look, text }: Cell, { texts, epoch }: Workbook): string {
  switch (type) {
    case 's':
      return texts[Number(text)] ?? '';
    case 'inlineStr':
    case 'str':
      return cleaned(text);
    // What a formula could not find out, such as #N/D, is no value.
    case 'e':
      return '';
    case 'b':
      return text === '1' ? 'Sì' : 'No';
    case 'd':
      return cleaned(text.slice(0, 10));
    default:
      return shown(text, look, epoch);
  }
}

/** The rows with values of a worksheet, each with its line number. */
export interface Worksheet {
  name: string;
  rows: [row: number, cells: string[]][];
}

/**
 * The visible worksheets of a workbook, each up to `most` rows. Throws `Unfit` when the first cannot be read; others
 * that cannot are left out.
 */
export function readXlsx(bytes: Buffer, most: number): Worksheet[] {
  try {
    const workbook = openWorkbook(bytes);
    const budget = { letters: MOST_LETTERS };
    const read: Worksheet[] = [];
    for (const { name, unpack } of workbook.worksheets) {
      try {
        const xml = unpack();
        if (xml) read.push({ name, rows: rowsOf(workbook, xml, { most, budget }) });
      } catch (error) {
        if (read.length === 0 || !(error instanceof Unfit || error instanceof Malformed)) throw error;
      }
    }
    if (read.length === 0)
      throw new Unfit('Nel file non c’è nessun foglio che si legga: in Excel salvarlo come .xlsx o CSV');
    return read;
  } catch (error) {
    throw error instanceof Malformed ? new Unfit(BROKEN) : error;
  }
}

function rowsOf(
  workbook: Workbook,
  worksheet: Buffer,
  { most, budget }: { most: number; budget: { letters: number } },
): Worksheet['rows'] {
  const rows: Worksheet['rows'] = [];
  const merged: Range[] = [];
  let [row, column, isAloud] = [0, -1, false];
  let cell: Cell | null = null;

  function keep(value: string) {
    if (value === '' || rows.length === 0 || column < 0) return;
    if (column >= MOST_COLUMNS) throw new Unfit(TOO_WIDE);
    budget.letters -= value.length;
    if (budget.letters < 0) throw new Unfit(TOO_LARGE);
    const cells = rows.at(-1)![1];
    while (cells.length < column) cells.push('');
    cells[column] = value;
  }

  function beginRow(reference: string | undefined) {
    // A row with formats but no values is dropped: worksheets may end in a million of them.
    if (rows.at(-1)?.[1].length === 0) rows.pop();
    if (rows.length > most) return false;
    const next = reference === undefined ? row + 1 : Number(reference);
    // Line numbers must increase, as programs write them, up to the last possible one.
    if (!Number.isInteger(next) || next <= row || next > LAST_ROW) throw new Unfit(BROKEN);
    row = next;
    column = -1;
    rows.push([row, []]);
    return true;
  }

  readXml(
    worksheet,
    { names: ['row', 'c', 'rPh', 'mergeCell'], texts: ['v', 't'] },
    {
      begin: (name, attribute) => {
        if (name === 'row') return beginRow(attribute('r'));
        if (name === 'rPh') isAloud = true;
        if (name === 'mergeCell' && merged.length < MOST_MERGED) merged.push(...rangeOf(attribute('ref') ?? ''));
        if (name !== 'c') return true;
        const reference = attribute('r');
        column = reference ? columnOf(reference) : column + 1;
        const look = workbook.looks[Number(attribute('s') ?? 0)] ?? 'number';
        cell = { type: attribute('t') ?? '', look, text: '' };
        return true;
      },
      end: (name, text) => {
        if (name === 'rPh') isAloud = false;
        else if (name === 'c' && cell) keep(valueOf(cell, workbook).trim());
        else if (name !== 'row' && name !== 'mergeCell' && cell && !isAloud) cell.text += text;
        if (name === 'c') cell = null;
      },
    },
  );
  return filledDown(rows, merged, budget);
}

interface Range {
  column: number;
  from: number;
  to: number;
}

/** A merged range of several rows: `B2:C4` shows its first cell in the rows 2 to 4. */
function rangeOf(reference: string): Range[] {
  const [, first = '', from = '', to = ''] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(reference) ?? [];
  return Number(from) < Number(to) ? [{ column: columnOf(first), from: Number(from), to: Number(to) }] : [];
}

/** Each row of a merged range shows its value. Ranges that are larger than a list of theirs are frames, and ignored. */
function filledDown(rows: Worksheet['rows'], merged: readonly Range[], budget: { letters: number }) {
  if (merged.length === 0) return rows;
  const at = new Map(rows.map(([row, cells]) => [row, cells]));
  for (const { column, from, to } of merged) {
    const value = at.get(from)?.[column];
    if (!value || column >= MOST_COLUMNS || to - from > MOST_TALL) continue;
    for (let row = from + 1; row <= to; row += 1) {
      const cells = at.get(row);
      if (!cells || cells[column]) continue;
      budget.letters -= value.length;
      if (budget.letters < 0) throw new Unfit(TOO_LARGE);
      while (cells.length < column) cells.push('');
      cells[column] = value;
    }
  }
  return rows;
}
