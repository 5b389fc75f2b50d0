import { MOST_COLUMNS } from '#domain/imports/terms.ts';
import { Unfit, unzip } from './zip.ts';

const TOO_WIDE = `Al massimo ${MOST_COLUMNS} colonne`;
/** Letters of all cells together: a text that is kept once may be shown by a million of them. */
const MOST_LETTERS = 60_000_000;

/** Opening and closing tags of these names, whatever their prefix, with their attributes and the text behind them. */
const tags = (names: string) => new RegExp(`<(/?)(?:\\w+:)?(${names})\\b([^>]*?)(/?)>([^<]*)`, 'g');
const attribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)(?:\\w+:)?${name}=(?:"([^"]*)"|'([^']*)')`)
    .exec(attributes)
    ?.slice(1)
    .find((text) => text !== undefined);

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const letter = (code: number) => (code > 0x10_ff_ff ? '' : String.fromCodePoint(code));
/** Text of XML as people see it, without what no database holds. Entities of its own a file cannot have. */
function textOf(xml: string): string {
  const text = xml.includes('&')
    ? xml.replace(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
        (whole, hex?: string, dec?: string, name?: string) =>
          name ? (ENTITIES[name] ?? whole) : letter(hex ? Number.parseInt(hex, 16) : Number(dec)),
      )
    : xml;
  return text
    .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toWellFormed()
    .replaceAll('\0', '');
}

/** Texts that cells name by their number; how to read them aloud (`rPh`) is no part of them. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let isAloud = false;
  for (const [, closing, name, , , text] of xml.matchAll(tags('si|t|rPh'))) {
    if (name === 'rPh') isAloud = !closing;
    else if (closing) continue;
    else if (name === 'si') texts.push('');
    else if (!isAloud && texts.length > 0) texts[texts.length - 1] += textOf(text!);
  }
  return texts;
}

type Look = 'number' | 'day' | 'percent';
/** Numbers of formats that are days; 9 and 10 are percentages. */
const isDay = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** How the cells of each style show their number. */
function looksOf(xml: string): Look[] {
  const own = new Map<number, string>();
  const looks: Look[] = [];
  let inCells = false;
  for (const [, closing, name, attributes] of xml.matchAll(tags('numFmt|cellXfs|xf'))) {
    if (name === 'cellXfs') inCells = !closing;
    else if (name === 'numFmt')
      own.set(Number(attribute(attributes!, 'numFmtId')), attribute(attributes!, 'formatCode') ?? '');
    else if (inCells && !closing) {
      const id = Number(attribute(attributes!, 'numFmtId') ?? 0);
      const code = textOf(own.get(id) ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
      looks.push(
        isDay(id) || /[dmy]/i.test(code) ? 'day' : id === 9 || id === 10 || code.includes('%') ? 'percent' : 'number',
      );
    }
  }
  return looks;
}

const DAY = 86_400_000;
const digits = (value: number) => String(Number(value.toPrecision(15))).replace('.', ',');

/** What a number shows: days as `2026-11-20`, decimals behind a comma. */
function shown(text: string, look: Look, epoch: number): string {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
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

/** The rows of a workbook's first visible sheet that have a value, each with its line, until more than `most` are there. Throws `Unfit`. */
export function readXlsx(bytes: Buffer, most: number): [row: number, cells: string[]][] {
  const file = unzip(bytes);
  const workbook = file('xl/workbook.xml');
  const sheets = [...(workbook ?? '').matchAll(tags('sheet'))].filter(([, closing]) => !closing);
  const sheet = sheets.find(([, , , attributes]) => !/hidden/i.test(attribute(attributes!, 'state') ?? ''));
  const links = [...(file('xl/_rels/workbook.xml.rels') ?? '').matchAll(tags('Relationship'))];
  const link = links.find(([, , , attributes]) => attribute(attributes!, 'Id') === attribute(sheet?.[3] ?? '', 'id'));
  const target = attribute(link?.[3] ?? '', 'Target')?.replace(/^\/?(?:xl\/)?/, '');
  const xml = target && file(`xl/${target}`);
  if (!xml) throw new Unfit('Nel file non c’è nessun foglio che si legga: in Excel salvarlo come .xlsx o CSV');
  const texts = sharedTexts(file('xl/sharedStrings.xml') ?? '');
  const looks = looksOf(file('xl/styles.xml') ?? '');
  const epoch = Date.UTC(1899, 11, 30) + (/date1904=["'](?:1|true)/.test(workbook!) ? 1462 * DAY : 0);
  const rows: [number, string[]][] = [];
  let [row, column, letters] = [0, -1, 0];
  let cell = { type: '', look: 'number' as Look, text: '' };
  const keep = () => {
    const { type, look, text } = cell;
    const value = (
      type === 's'
        ? (texts[Number(text)] ?? '')
        : type === 'inlineStr' || type === 'str' || type === 'e'
          ? textOf(text)
          : type === 'b'
            ? text === '1'
              ? 'Sì'
              : 'No'
            : type === 'd'
              ? text.slice(0, 10)
              : shown(text, look, epoch)
    ).trim();
    if (value === '') return;
    if (column >= MOST_COLUMNS) throw new Unfit(TOO_WIDE);
    letters += value.length;
    if (letters > MOST_LETTERS)
      throw new Unfit('Una volta aperto il file è troppo grande: togliere colonne o dividerlo');
    const cells = rows.at(-1)![1];
    while (cells.length < column) cells.push('');
    cells[column] = value;
  };
  for (const [, closing, name, attributes, alone, text] of xml.matchAll(tags('row|c|v|t'))) {
    if (name === 'row' && !closing) {
      // Sheets end in a million rows that have a format and nothing else.
      if (rows.at(-1)?.[1].length === 0) rows.pop();
      if (rows.length > most) break;
      row = Number(attribute(attributes!, 'r') ?? row + 1);
      column = -1;
      rows.push([row, []]);
    } else if (name === 'c' && !closing) {
      const reference = attribute(attributes!, 'r');
      column = reference ? columnOf(reference) : column + 1;
      cell = {
        type: attribute(attributes!, 't') ?? '',
        look: looks[Number(attribute(attributes!, 's') ?? 0)] ?? 'number',
        text: '',
      };
    } else if (name === 'c' && rows.length > 0 && column >= 0) keep();
    else if (!closing && !alone) cell.text += text!;
  }
  return rows;
}
