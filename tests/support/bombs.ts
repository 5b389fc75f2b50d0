/** Files that cost the reader far more than the sender, each small or quickly made, with the expected result. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { aPdf } from './a-pdf.ts';
import { aJpeg, aPng, chunk } from './images.ts';
import { workbookOf, zipOf } from './xlsx.ts';

export interface Bomb {
  title: string;
  make: () => Buffer | string | Promise<Buffer>;
  /** The message for the person; a number: the rows that are read; absent: the file is kept. */
  gives?: RegExp | number;
}

/** Bytes of a bomb: an algorithm of quadratic time would need many minutes for them. */
const MUCH = 1_500_000;
const BROKEN = /Il file è rovinato/;
const LARGE = /Una volta aperto il file è troppo grande/;
const LONG = /una cella con più di 20\.000 caratteri/;
const NOTHING = /nessuna riga sotto le intestazioni/;
const WIDE = /Al massimo 200 colonne/;
const UNCLOSED = /virgolette che non si chiudono/;

const fill = (text: string) => text.repeat(Math.ceil(MUCH / text.length));
const HEAD = '<row r="1"><c r="A1" t="str"><v>Codice</v></c></row>';
const ONE = '<row r="2"><c r="A2"><v>1</v></c></row>';
const sheet =
  (rows: string, more: { texts?: string; styles?: string } = {}) =>
  () =>
    workbookOf({ rows, ...more });
const cell = (value: string, attributes = '') => `<row r="2"><c r="A2" ${attributes}><v>${value}</v></c></row>`;

/** A workbook with these parts besides the usual ones. */
const bookOf = (parts: Record<string, string | Buffer>) => () =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/a.xml"/></Relationships>',
    'xl/worksheets/a.xml': `<sheetData>${HEAD}${ONE}</sheetData>`,
    ...parts,
  });
const rels = (links: string) => ({ 'xl/_rels/workbook.xml.rels': `<Relationships>${links}</Relationships>` });
/** A whole workbook with some bytes overwritten, at positions from its start or from its end record. */
const poked = (change: (bytes: Buffer, end: number) => void) => () => {
  const bytes = bookOf({})();
  change(bytes, bytes.lastIndexOf('PK\x05\x06'));
  return bytes;
};

const sheets: [title: string, make: Bomb['make'], gives: Bomb['gives']][] = [
  ['tags that never close', sheet(fill('<row ')), BROKEN],
  ['tags within tags', sheet(fill('<row <c <v ')), BROKEN],
  ['angles', sheet(fill('<')), BROKEN],
  ['closing angles', sheet(HEAD + ONE + fill('>')), 1],
  ['quotes that never close', sheet(fill('<c r="')), BROKEN],
  ['a quote as long as the file', sheet(`<row r="${fill('1')}`), BROKEN],
  ['comments that never close', sheet(fill('<!--')), BROKEN],
  ['a comment of dashes', sheet(`${HEAD}${ONE}<!--${fill('-')}>`), 1],
  ['a comment of dashes that never closes', sheet(`${HEAD}${ONE}<!--${fill('-')}`), BROKEN],
  ['a million comments', sheet(`${HEAD}${fill('<!---->')}${ONE}`), 1],
  ['CDATA that never closes', sheet(fill('<![CDATA[')), BROKEN],
  ['CDATA of brackets', sheet(`${HEAD}<![CDATA[${fill(']')}`), BROKEN],
  ['instructions that never close', sheet(fill('<?x ')), BROKEN],
  ['entities of entities', sheet(`<!DOCTYPE a [<!ENTITY b "${'&c;'.repeat(1000)}">]>${HEAD}${cell('&b;')}`), BROKEN],
  ['an entity of a file', sheet(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${HEAD}`), BROKEN],
  ['ampersands', sheet(HEAD + cell(fill('&'), 't="str"')), LONG],
  ['entities that never end', sheet(HEAD + cell(fill('&#x'), 't="str"')), LONG],
  ['a million entities', sheet(HEAD + cell(fill('&amp;'), 't="str"')), LONG],
  ['letters by number, each escaped', sheet(HEAD + cell(fill('_x0041_'), 't="str"')), LONG],
  ['escapes that never end', sheet(HEAD + cell(fill('_x004'), 't="str"')), LONG],
  ['rows within rows', sheet(fill('<row>')), BROKEN],
  ['ends without a beginning', sheet(fill('</row>')), BROKEN],
  ['cells within cells', sheet(`${HEAD}${fill('<x>')}${fill('</x>').slice(0, MUCH)}`), BROKEN],
  ['a tag of a million attributes', sheet(`${HEAD}<row ${fill('a="1" ')} r="2"><c><v>1</v></c></row>`), 1],
  ['attributes without values', sheet(`${HEAD}<row ${fill('a ')}><c><v>1</v></c></row>`), 1],
  ['a tag of blanks', sheet(`${HEAD}<row${fill(' ')}><c><v>1</v></c></row>`), 1],
  ['a name as long as the file', sheet(`${HEAD}<${fill('a')}/>${ONE}`), 1],
  ['prefixes of prefixes', sheet(`${HEAD}<${fill('a:')}b/>${ONE}`), 1],
  ['a cell far to the right', sheet(`${HEAD}<row r="2"><c r="XFD1048576"><v>1</v></c></row>`), WIDE],
  ['a reference of a million letters', sheet(`${HEAD}<row r="2"><c r="${fill('Z')}"><v>1</v></c></row>`), WIDE],
  ['a row beyond the last', sheet(`${HEAD}<row r="1048577"><c><v>1</v></c></row>`), BROKEN],
  ['a row without an end to its number', sheet(`${HEAD}<row r="1e999"><c><v>1</v></c></row>`), BROKEN],
  ['a row before the first', sheet(`${HEAD}<row r="-1"><c><v>1</v></c></row>`), BROKEN],
  ['a row that is no number', sheet(`${HEAD}<row r="due"><c><v>1</v></c></row>`), BROKEN],
  ['a row twice', sheet(HEAD + HEAD), BROKEN],
  ['a number of a million digits', sheet(HEAD + cell(fill('1'))), LONG],
  ['a number as large as there is', sheet(HEAD + cell('1e308')), 1],
  ['a shared text that is not there', sheet(HEAD + cell('4294967295', 't="s"')), NOTHING],
  ['a million shared texts of nothing', sheet(HEAD + ONE, { texts: '<si/>'.repeat(2_000_001) }), LARGE],
  [
    'a long text in every cell',
    sheet(HEAD + Array.from({ length: 100 }, (_, n) => `<row r="${n + 2}"><c t="s"><v>0</v></c></row>`).join(''), {
      texts: `<si><t>${fill('x')}</t></si>`,
    }),
    LARGE,
  ],
  [
    'a text in a million pieces',
    sheet(HEAD + cell('0', 't="s"'), { texts: `<si>${fill('<r><t>a</t></r>')}</si>` }),
    LONG,
  ],
  ['ways to read aloud that never end', sheet(HEAD + ONE, { texts: fill('<si><rPh>') }), BROKEN],
  ['a million styles', sheet(HEAD + ONE, { styles: `<cellXfs>${fill('<xf/>')}</cellXfs>` }), BROKEN],
  [
    'a format of brackets',
    sheet(HEAD + cell('1', 's="0"'), {
      styles: `<numFmt numFmtId="200" formatCode="${fill('[')}"/><cellXfs><xf numFmtId="200"/></cellXfs>`,
    }),
    1,
  ],
  ['merged ranges without end', sheet(`${HEAD}${ONE}${fill('<mergeCell ref="A1:XFD1048576"/>')}`), 1],
  ['a dimension that lies', sheet(`<dimension ref="A1:XFD1048576"/>${HEAD}${ONE}`), 1],
  ['a sheet that is its workbook', bookOf(rels('<Relationship Id="rId1" Target="workbook.xml"/>')), NOTHING],
  ['links that are their sheet', bookOf(rels('<Relationship Id="rId1" Target="_rels/workbook.xml.rels"/>')), NOTHING],
  ['a link out of the file', bookOf(rels('<Relationship Id="rId1" Target="../../../etc/passwd"/>')), /nessun foglio/],
  ['a million links', bookOf(rels(fill('<Relationship Id="a" Target="b"/>'))), /nessun foglio/],
  ['a million sheets', bookOf({ 'xl/workbook.xml': `<workbook>${fill('<sheet r:id="rId1"/>')}</workbook>` }), 1],
  ['a sheet that unfolds to 120 MB', bookOf({ 'xl/worksheets/a.xml': Buffer.alloc(120_000_000, ' ') }), LARGE],
  [
    'parts that unfold to 160 MB together',
    bookOf({
      'xl/worksheets/a.xml': Buffer.alloc(80_000_000, ' '),
      'xl/sharedStrings.xml': Buffer.alloc(80_000_000, ' '),
    }),
    LARGE,
  ],
  ['a ZIP in a ZIP', () => zipOf({ 'xl/worksheets/a.xml': bookOf({})() }), /nessun foglio/],
  ['a sheet that is a ZIP', bookOf({ 'xl/worksheets/a.xml': bookOf({})() }), /rovinato|nessuna riga/],
  ['a list of more files than there are', poked((bytes, end) => bytes.writeUInt16LE(65_535, end + 10)), BROKEN],
  ['a list beyond the file', poked((bytes, end) => bytes.writeUInt32LE(0xffff_ffff, end + 16)), BROKEN],
  ['a list within itself', poked((bytes, end) => bytes.writeUInt32LE(0, end + 16)), BROKEN],
  [
    'parts beyond the file',
    poked((bytes, end) => bytes.fill(0xff, bytes.readUInt32LE(end + 16) + 42, end - 60)),
    BROKEN,
  ],
  ['parts cut short', poked((bytes) => bytes.fill(0, 60, 120)), BROKEN],
  ['ends without a list', () => `PK\x03\x04${fill('PK\x05\x06')}`, BROKEN],
  ['a million rows of a format alone', sheet(`${HEAD}${ONE}${fill('<row><c s="1"/></row>')}`), 1],
  ['a row of a million cells', sheet(`${HEAD}<row>${fill('<c><v>1</v></c>')}</row>`), WIDE],
  ['more rows than are read', sheet(HEAD + '<row><c><v>1</v></c></row>'.repeat(MUCH / 25)), /50\.000 righe/],
  ['quotes that never close, in a CSV', () => `a;b\n"${fill('x')}`, UNCLOSED],
  ['pairs of quotes', () => `a;b\n${fill('""')}`, LONG],
  ['quotes within words', () => `a;b\n${fill('x"')}`, LONG],
  ['heads of quotes', () => fill('"'), NOTHING],
  ['line ends', () => `a;b\n${fill('\n')}`, /50\.000 righe/],
  ['separators', () => `a;b\n${fill(';')}`, /16\.384 colonne/],
  ['rows of separators', () => `a;b\n${fill(`${';'.repeat(16_000)}\n`)}`, NOTHING],
  ['blanks', () => `a;b\n${fill(' ')}`, NOTHING],
  ['blanks behind quotes', () => `a;b\n"a"${fill(' ')}`, 1],
  ['zeros', () => Buffer.alloc(MUCH), /Non è un file CSV o XLSX/],
];
export const sheetBombs: Bomb[] = sheets.map(([title, make, gives]) => ({ title, make, gives: gives! }));

const UNREAD = /controllare per intero/;
const pdf = (inner: string) => `%PDF-1.7\n${inner}\nstartxref\n0\n%%EOF\n`;
export const pdfBombs: Bomb[] = [
  { title: 'a PDF of coded names', make: () => pdf(fill('#41')) },
  { title: 'a PDF of ends of archives', make: () => pdf(fill('PK\x05\x06')) },
  { title: 'a PDF of slashes', make: () => pdf(fill('/')) },
  { title: 'a PDF of lists in lists', make: () => pdf(fill('[')) },
  { title: 'a PDF of records in records', make: () => pdf(fill('<</A ')) },
  { title: 'a PDF of ends', make: () => pdf(fill('%%EOF ')) },
  { title: 'packs without their streams', make: () => pdf(fill('/ObjStm ')), gives: UNREAD },
  { title: 'a pack of filters', make: () => pdf(`1 0 obj /ObjStm${fill('/Filter')}stream\n`), gives: UNREAD },
  { title: 'a pack of blanks', make: () => pdf(`1 0 obj /Filter${fill(' ')}/ObjStm stream\n`), gives: UNREAD },
  {
    title: 'a PDF that unfolds to 1 GB',
    make: () => aPdf('', deflateSync(Buffer.alloc(31_000_000))),
    gives: UNREAD,
  },
];

const DAMAGED = /danneggiata|troppi pixel/;
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345678' }, limitInputPixels: false });
/** A picture with one more part behind its header. */
async function partly(more: Buffer) {
  const whole = await flat(32, 32).png().toBuffer();
  return Buffer.concat([whole.subarray(0, 33), more, whole.subarray(33)]);
}
const folded = (name: string, before: string) => () =>
  partly(
    chunk(name, Buffer.concat([Buffer.from(before, 'latin1'), deflateSync(Buffer.alloc(200_000_000), { level: 9 })])),
  );
export const pictureBombs: Bomb[] = [
  { title: 'a PNG of 60,000 pixels a side', make: () => aPng({ width: 60_000, height: 60_000 }), gives: DAMAGED },
  { title: 'a JPEG of 65,000 pixels a side', make: () => aJpeg({ width: 65_000, height: 65_000 }), gives: DAMAGED },
  { title: 'a JPEG of 100,000 rounds', make: () => aJpeg({ scans: 100_000 }), gives: DAMAGED },
  { title: 'a PNG with a text that unfolds to 200 MB', make: folded('zTXt', 'Comment\0\0') },
  { title: 'a PNG with a profile that unfolds to 200 MB', make: folded('iCCP', 'Profile\0\0') },
  {
    title: 'a PNG of 100,000 parts',
    make: () => partly(Buffer.concat(Array(100_000).fill(chunk('tEXt', Buffer.from('a\0b'))))),
  },
];
