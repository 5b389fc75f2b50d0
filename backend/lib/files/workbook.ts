/** Writes a workbook of one sheet (ECMA-376) while its rows come: however many there are, a few are in memory. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A typed cell: a text is never read as a formula, whatever it begins with. Days are `YYYY-MM-DD`. */
export type WorkbookCell = { kind: 'text'; value: string } | { kind: 'number' | 'money'; value: number } | { kind: 'day'; value: string }; // prettier-ignore

export interface WorkbookRow {
  cells: readonly (WorkbookCell | null)[];
  /** Which of them are marked. */
  marked?: readonly boolean[];
}

/** Places in `cellXfs` of the styles, and how many come before the same ones of marked cells. */
const STYLES = { text: 0, number: 0, bold: 1, money: 2, day: 3 } as const;
const MARKED = 4;
const MARK = 'FFFFE699';

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;
const xf = (format: number, font: number, fill: number) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
/** 4 is `#,##0.00`; 164 is the first that a workbook names itself. */
const styles = (fill: number) => [xf(0, 0, fill), xf(0, 1, fill), xf(4, 0, fill), xf(164, 0, fill)].join('');

/** Everything but the sheet. */
const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${TYPES}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${NS}" xmlns:r="${TYPES}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${TYPES}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${TYPES}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${NS}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="${MARK}"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="8">${styles(0)}${styles(2)}</cellXfs></styleSheet>`,
};

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const;
/** Without signs that XML cannot hold; what a spreadsheet would read as a sign's number is written as text. */
const textOf = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (sign) => escaped[sign as keyof typeof escaped]);

/** `A`, `Z`, `AA`. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}

/** Days since the first one of spreadsheets. */
const serialOf = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 25_569;

function cellXml(cell: WorkbookCell, place: string, style: number): string {
  if (cell.kind === 'text')
    return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${textOf(cell.value)}</t></is></c>`;
  return `<c r="${place}" s="${style}"><v>${cell.kind === 'day' ? serialOf(cell.value) : cell.value}</v></c>`;
}

/** The workbook as it is written; `heads`: titles of the columns with their width in signs. */
export function workbookOf(
  heads: readonly { header: string; width: number }[],
  batches: Iterable<readonly WorkbookRow[]> | AsyncIterable<readonly WorkbookRow[]>,
): Readable {
  const columns = heads.map((_, at) => lettersOf(at));
  let line = 1;
  const rowXml = ({ cells, marked = [] }: WorkbookRow): string => {
    line += 1;
    const written = cells.map((cell, at) => {
      const style = (cell ? STYLES[cell.kind] : STYLES.text) + (marked[at] ? MARKED : 0);
      if (cell) return cellXml(cell, columns[at]! + line, style);
      return marked[at] ? `<c r="${columns[at]! + line}" s="${style}"/>` : '';
    });
    return `<row r="${line}">${written.join('')}</row>`;
  };
  async function* sheet() {
    const widths = heads.map(
      ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
    );
    const titles = heads.map(({ header }, at) =>
      cellXml({ kind: 'text', value: header }, `${columns[at]!}1`, STYLES.bold),
    );
    yield xml(
      `<worksheet xmlns="${NS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData><row r="1">${titles.join('')}</row>`,
    );
    for await (const batch of batches) yield batch.map(rowXml).join('');
    yield '</sheetData></worksheet>';
  }
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(xml(text)), name);
  const body = Readable.from(sheet(), { objectMode: false });
  const out = zip.outputStream as Readable;
  body.on('error', (error) => out.destroy(error));
  zip.addReadStream(body, 'xl/worksheets/sheet1.xml', { compressionLevel: 4 });
  zip.end();
  return out;
}
