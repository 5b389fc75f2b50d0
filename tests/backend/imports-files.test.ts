import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readFile, type FileRead, type RowRead } from '#backend/imports/read-file.ts';
import { workbookOf, zipOf } from '#tests/support/xlsx.ts';

const folder = mkdtempSync(join(tmpdir(), 'volante-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));
const rowsOf = (bytes: Buffer | string) => {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const read = readFile(path);
  if (typeof read === 'string') return read;
  const { heads, parts } = read.worksheets[read.worksheet]!;
  const lines = parts.flatMap((part) => JSON.parse(part) as RowRead[]);
  return [heads, ...lines.flatMap(([row, cells, part]) => (part === 'row' ? [[row, cells]] : []))];
};

describe('a CSV file', () => {
  const lines = 'Codice;Descrizione\r\nA;Perché, però\r\n\r\nB;€ "12"';
  const expected = [
    ['Codice', 'Descrizione'],
    [2, ['A', 'Perché, però']],
    [4, ['B', '€ "12"']],
  ];
  test.each([
    ['UTF-8', Buffer.from(lines)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${lines}`)],
    ['Windows-1252', Buffer.from(lines.replace('€', '\x80'), 'latin1')],
    ['UTF-16, as Excel calls Unicode text', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines, 'utf16le')])],
    ['with tabs', Buffer.from(lines.replaceAll(';', '\t'))],
  ])('is read: %s', (_, bytes) => expect(rowsOf(bytes)).toEqual(expected));

  test('with commas is read, and broken letters are told apart from no text at all', () => {
    expect(rowsOf('Codice,Prezzo\nA,"12,50"')).toEqual([
      ['Codice', 'Prezzo'],
      [2, ['A', '12,50']],
    ]);
    expect(rowsOf(Buffer.from([0x43, 0xff, 0x0a, 0xc3, 0x28]))).toEqual([['Cÿ'], [2, ['Ã(']]]);
    expect(rowsOf(Buffer.from('Codice\0;\0'))).toMatch(/Non è un file CSV o XLSX/);
    expect(rowsOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toMatch(/vecchio file Excel/);
  });

  test('a file of 50,000 rows and 200 columns is read to its last cell, and one row more is refused', () => {
    const head = Array.from({ length: 200 }, (_, i) => `Colonna ${i}`).join(';');
    const line = `${'x;'.repeat(100)}${';'.repeat(99)}y\n`;
    const read = rowsOf(`${head}\n${line.repeat(50_000)}`) as [string[], ...[number, string[]][]];
    expect([read[0].length, read.length]).toEqual([200, 50_001]);
    expect([read.at(-1)![0], read.at(-1)![1].length, read.at(-1)![1].at(-1)]).toEqual([50_001, 200, 'y']);
    expect(rowsOf(`a\n${'x\n'.repeat(50_001)}`)).toMatch(/50\.000 righe/);
    expect(rowsOf(`${Array.from({ length: 201 }, (_, i) => `c${i}`).join(';')}\n1`)).toMatch(/200 colonne/);
  });

  test('loses the apostrophes that our exports put before formulas, and no others', () => {
    expect(rowsOf("Codice;Nome\nA;'=1+1\nB;'ndrangheta")).toEqual([
      ['Codice', 'Nome'],
      [2, ['A', '=1+1']],
      [3, ['B', "'ndrangheta"]],
    ]);
  });
});

describe('where the list begins and ends', () => {
  const listOf = (text: string) => {
    const [heads, ...rows] = rowsOf(text) as [string[], ...[number, string[]][]];
    return { heads, rows: rows.map(([row]) => row) };
  };

  test('titles and blank rows above are passed over, totals and notes below left out', () => {
    const text = `Concessionaria Riva srl;;;
Elenco auto al 20/11/2026;;;

Targa;Marca;Costo acquisto;Giacenza
AB123CD;Fiat;7.500,00;12
AB124CD;Ford;8.000,00;9

Totale;2;15.500,00;
Stampato il 20/11/2026 10:21;;;`;
    expect(listOf(text)).toEqual({ heads: ['Targa', 'Marca', 'Costo acquisto', 'Giacenza'], rows: [5, 6] });
  });

  test.each([
    [
      'Codice;Descrizione;Prezzo\narticolo;;(IVA escl.)\nA1;Tappeti;10,00\nA2;Telo;20,00',
      ['Codice articolo', 'Descrizione', 'Prezzo (IVA escl.)'],
    ],
    [
      'Nominativo;Residenza;;Domicilio;\n;Via;Città;Via;Città\nRossi;Via A 1;Milano;Via B 2;Monza\nBianchi;Via C 3;Lodi;;',
      ['Nominativo', 'Residenza Via', 'Residenza Città', 'Domicilio Via', 'Domicilio Città'],
    ],
    [
      'Anagrafica;;;Recapiti;\nCognome;Nome;Città;Tel;Mail\nRossi;Mario;Lodi;021234567;a@b.it',
      ['Cognome', 'Nome', 'Città', 'Tel', 'Mail'],
    ],
    ['Nome;Ruolo\nmario;venditore\nanna;contabile', ['Nome', 'Ruolo']],
  ])('a heading of two lines is joined where it is one: %s', (text, heads) => {
    expect(listOf(text).heads).toEqual(heads);
  });

  test('a heading printed again on each page is no row', () => {
    expect(listOf('Codice;Prezzo\nA;1\nCodice;Prezzo\nB;2').rows).toEqual([2, 4]);
  });

  test('the separator is found below a title, and UTF-16 without its mark', () => {
    expect(listOf('Listino, in euro\nCodice;Prezzo;Costo\nA;1,50;1,20\nB;2,50;2,20').heads).toEqual([
      'Codice',
      'Prezzo',
      'Costo',
    ]);
    expect(rowsOf(Buffer.from('Codice;Nome\nA;Però', 'utf16le'))).toEqual([
      ['Codice', 'Nome'],
      [2, ['A', 'Però']],
    ]);
  });
});

describe('an XLSX file', () => {
  const text = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
  const sheetOf = (...lines: string[][]) =>
    `<worksheet><sheetData>${lines.map((cells, at) => `<row r="${at + 1}">${cells.map(text).join('')}</row>`).join('')}</sheetData></worksheet>`;

  test('the sheet with the longest list is read, and the others can be chosen', () => {
    const names = ['Copertina', 'Anagrafica', 'Sedi'];
    const path = join(folder, 'file');
    writeFileSync(
      path,
      zipOf({
        'xl/workbook.xml': `<workbook><sheets>${names.map((name, at) => `<sheet name="${name}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/${at}.xml"/>`).join('')}</Relationships>`,
        'xl/worksheets/0.xml': sheetOf(['Elenco dei clienti'], ['al 20/11/2026']),
        'xl/worksheets/1.xml': sheetOf(['Cognome', 'Nome'], ['Rossi', 'Mario'], ['Bianchi', 'Anna']),
        'xl/worksheets/2.xml': sheetOf(['Sede', 'Città'], ['Brera', 'Milano']),
      }),
    );
    const read = readFile(path) as FileRead;
    expect([read.encoding, read.worksheets.map(({ name }) => name), read.worksheets[read.worksheet]!.heads]).toEqual([
      'XLSX',
      ['Copertina', 'Anagrafica', 'Sedi'],
      ['Cognome', 'Nome'],
    ]);
  });

  test('merged cells stand in each of their rows, errors of formulas in none', () => {
    const rows = `<row r="1"><c r="A1" t="str"><v>Marca</v></c><c r="B1" t="str"><v>Prezzo</v></c></row>
      <row r="2"><c r="A2" t="str"><v>Fiat</v></c><c r="B2"><v>1</v></c></row><row r="3"><c r="B3" t="e"><f>A1/0</f><v>#DIV/0!</v></c><c r="C3"><v>9</v></c></row>`;
    expect(rowsOf(workbookOf({ rows: `${rows}<mergeCells><mergeCell ref="A2:A3"/></mergeCells>` }))).toEqual([
      ['Marca', 'Prezzo'],
      [2, ['Fiat', '1']],
      [3, ['Fiat', '', '9']],
    ]);
  });

  test('is read as people see it: days, amounts, percentages, texts, formulas by their value', () => {
    const bytes = workbookOf({
      styles:
        '<numFmts><numFmt numFmtId="170" formatCode="[$-410]d&#x20;mmm"/><numFmt numFmtId="171" formatCode="&quot;d&quot;0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="10"/><xf numFmtId="171"/></cellXfs>',
      texts:
        '<si><t>Codice</t></si><si><r><t>Per</t></r><r><rPr/><t xml:space="preserve">ché </t></r><rPh><t>no</t></rPh></si><si><t>a_x000D_&amp;&#232;</t></si>',
      rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Quarta</t></is></c></row>
        <row r="3"><c r="A3"><v>1234567</v></c><c r="B3" s="1"><v>46053</v></c><c r="C3" s="2"><v>46053.75</v></c><c r="D3" s="3"><v>0.22</v></c></row>
        <row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="4"><v>12.100000000000001</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" t="str"><f>A1&amp;"x"</f><v>valore</v></c></row>
        <row r="5"><c r="A5" s="1"/></row>`,
    });
    expect(rowsOf(bytes)).toEqual([
      ['Codice', 'Perché', '', 'Quarta'],
      [3, ['1234567', '2026-01-31', '2026-01-31', '22%']],
      [4, ['a\r&è', '12,1', 'Sì', 'valore']],
    ]);
  });

  test.each([
    ['a ZIP without a workbook', zipOf({ 'a.txt': 'a' }), /nessun foglio/],
    ['a ZIP that is cut off', workbookOf({ rows: '' }).subarray(0, 300), /rovinato/],
    [
      'a directory that points nowhere',
      Buffer.concat([
        Buffer.from('PK\x03\x04'),
        Buffer.from('PK\x05\x06\0\0\0\0\xff\0\xff\0\xff\xff\xff\0\xff\xff\xff\0\0\0', 'latin1'),
      ]),
      /rovinato/,
    ],
    [
      'a ZIP of thousands of files',
      zipOf(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`${i}`, '']))),
      /rovinato/,
    ],
    ['a bomb', zipOf({ 'xl/workbook.xml': Buffer.alloc(120_000_000, ' ') }), /troppo grande/],
    [
      'a text that is shown a million times',
      workbookOf({
        texts: `<si><t>${'x'.repeat(19_000)}</t></si>`,
        rows: `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(100),
      }),
      /troppo grande/,
    ],
    ['a cell far to the right', workbookOf({ rows: '<row><c r="XFD1"><v>1</v></c></row>' }), /200 colonne/],
    ['too many rows', workbookOf({ rows: '<row/><row><c><v>1</v></c></row>'.repeat(50_002) }), /50\.000 righe/],
    ['no rows', workbookOf({ rows: '<row><c><v>1</v></c></row>' }), /nessuna riga/],
  ])('%s is refused', (_, bytes, message) => expect(rowsOf(bytes)).toMatch(message));

  test('half letters and NUL stand for nothing, an entity that nobody knows for itself', () => {
    const rows = `<row><c t="inlineStr"><is><t>Codice</t></is></c></row>
      <row><c t="inlineStr"><is><t>&a;&#0;&#xD800;_x0000_ok</t></is></c></row>`;
    expect(rowsOf(workbookOf({ rows }))).toEqual([['Codice'], [2, ['&a;\uFFFDok']]]);
  });

  test('text in comments is left out, and text in CDATA is read', () => {
    const rows = `<row><c t="str"><v>Codice</v></c></row><!-- <row><c><v>1</v></c></row> -->
      <row><c t="inlineStr"><is><t>A<!-- </t> --><![CDATA[<b>&amp;]]></t><rPh><t>a</t></rPh></is></c></row>`;
    expect(rowsOf(workbookOf({ rows }))).toEqual([['Codice'], [2, ['A<b>&amp;']]]);
  });
});
