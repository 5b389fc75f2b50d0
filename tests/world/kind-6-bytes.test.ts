/** Bytes become the text that was meant: by what a document declares, else by what makes sense in Italian. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, describe, expect, test } from 'vitest';
import { readFile, type FileRead, type RowRead } from '#backend/imports/read-file.ts';
import { decodeAs, decoded, decodedXml, encodeAs, once } from '#backend/lib/files/encoding.ts';
import { encodingNames } from '#domain/imports/terms.ts';
import { rounds } from '#tests/support/rounds.ts';

const folder = await mkdtemp(join(tmpdir(), 'bytes-'));
afterAll(() => rm(folder, { recursive: true }));
const path = join(folder, 'file.csv');

const LIST = ['Cognome;Nome;Città;Note', 'Cafarò;Nicolò;Forlì;Perché no?', 'Calì;Niccolò;Cantù;È già più giù'].join(
  '\n',
);
const SHOUTED = ['COGNOME;CITTÀ', 'CAFARÒ;FORLÌ', 'CALÌ;CANTÙ', 'PERCHÉ;È'].join('\n');

async function cellsOf(bytes: Buffer): Promise<{ encoding: string; heads: string[]; rows: string[][] }> {
  await writeFile(path, bytes);
  const read = readFile(path) as FileRead;
  expect(read).toBeTypeOf('object');
  const [list] = read.worksheets;
  const rows = list!.parts.flatMap((part) => JSON.parse(part) as RowRead[]);
  return {
    encoding: read.encoding,
    heads: list!.heads,
    rows: rows.filter(([, , part]) => part === 'row').map(([, cells]) => cells),
  };
}

const encodings = [
  ['UTF-8', 'utf8'],
  ['cp1252', 'windows-1252'],
  ['CP850', 'cp850'],
  ['MacRoman', 'macintosh'],
] as const;

describe('kind 6: a file', () => {
  test.each(encodings)('a file in %s is read', async (name, label) => {
    for (const text of [LIST, SHOUTED, LIST.replaceAll(';', ','), LIST.replaceAll(';', '|')]) {
      const { encoding, heads, rows } = await cellsOf(iconv.encode(text, label));
      expect(encoding).toBe(name);
      expect([heads, ...rows].map((cells) => cells.join(';')).join('\n')).toBe(text.replaceAll(/[,|]/g, ';'));
    }
  });
  test('a file in ISO-8859-15 has its euro', async () => {
    const text = 'Codice;Note\nA;Costo 50 € più IVA\nB;Già pagati 10 €';
    expect((await cellsOf(iconv.encode(text, 'iso-8859-15'))).rows[0]).toEqual(['A', 'Costo 50 € più IVA']);
    expect((await cellsOf(iconv.encode(text, 'windows-1252'))).rows[0]).toEqual(['A', 'Costo 50 € più IVA']);
  });
  test('with a mark, without one, or of two bytes a sign is read', async () => {
    const rows = LIST.split('\n')
      .slice(1)
      .map((line) => line.split(';'));
    for (const bytes of [
      Buffer.from(`\ufeff${LIST}`),
      iconv.encode(LIST, 'utf-16le', { addBOM: true }),
      iconv.encode(LIST, 'utf-16be', { addBOM: true }),
      iconv.encode(LIST, 'utf-16le'),
    ])
      expect((await cellsOf(bytes)).rows).toEqual(rows);
  });
  test('a file that was encoded twice, or three times, or in part, is read once', async () => {
    const twice = iconv.encode(decodeAs(Buffer.from(LIST), 'cp1252'), 'utf8');
    const thrice = iconv.encode(decodeAs(twice, 'cp1252'), 'utf8');
    const [head = '', one = '', other = ''] = LIST.split('\n');
    const mixed = Buffer.concat([Buffer.from(`${head}\n${one}\n`), encodeAs(other, 'cp1252')]);
    for (const bytes of [twice, thrice, mixed])
      expect((await cellsOf(bytes)).rows).toEqual([one, other].map((line) => line.split(';')));
  });
  test.each([
    ['a line that names the separator', 'sep=;\nCognome;Nome\nRossi;Anna\nVerdi;Bea'],
    ['rows in quotes as a whole', '"Cognome;Nome"\n"Rossi;Anna"\n"Verdi;Bea"'],
    ['single quotes', "'Cognome';'Nome'\n'Rossi';'Anna'\n'Verdi';'Bea'"],
    ['texts as formulas', 'Cognome;Nome\n="Rossi";="Anna"\n="Verdi";Bea'],
    ['lines that are drawn', 'Cognome|Nome\n-------+-----\nRossi|Anna\nVerdi|Bea\n(2 rows)'],
    ['the end of an old program', 'Cognome;Nome\r\nRossi;Anna\r\nVerdi;Bea\x1a\0'],
    ['ends of lines of an old Mac', 'Cognome;Nome\rRossi;Anna\rVerdi;Bea'],
    ['carets between cells', 'Cognome^Nome\nRossi^Anna\nVerdi^Bea'],
    ['single quotes below its heading', "Cognome;Nome\n'Rossi';'Anna'\n'Verdi';'Bea'"],
    ['separators of a mainframe', 'Cognome\x1fNome\nRossi\x1fAnna\nVerdi\x1fBea'],
    ['broken bars between cells', 'Cognome¦Nome\nRossi¦Anna\nVerdi¦Bea'],
    ['tildes between cells', 'Cognome~Nome\r\nRossi~Anna\r\nVerdi~Bea\r\n'],
  ])('with %s is read', async (_, text) => {
    const { heads, rows } = await cellsOf(Buffer.from(text));
    expect([heads, ...rows]).toEqual([
      ['Cognome', 'Nome'],
      ['Rossi', 'Anna'],
      ['Verdi', 'Bea'],
    ]);
  });
  test.each([
    ['apostrophes in single quotes', "Nome;Zona\n'D''Angelo';'Nord'\n'Rossi';'Sud'", ["D'Angelo", 'Nord']],
    ['approximate numbers', 'Nome;Km\nAnna;~85000\nBea;~90000', ['Anna', '~85000']],
    ['approximate numbers alone', 'Km\n~85000\n~90000', ['~85000']],
    ['a quote that is never closed', 'Nome;Note\nAnna;"già cliente\nBea;"ok"', ['Anna', '"già cliente']],
    [
      'one that inches close',
      'Nome;Città;Note\nAnna;Lodi;"vuole un SUV\nBea;Lodi;cerchi da 19"\nUgo;;',
      ['Anna', 'Lodi', '"vuole un SUV'],
    ],
    [
      'a note of lines',
      'Nome;Città;Note\nAnna;Lodi;"uno; due\ntre; quattro"\nBea;;',
      ['Anna', 'Lodi', 'uno; due\ntre; quattro'],
    ],
  ])('with %s keeps them', async (_, text, row) => {
    expect((await cellsOf(Buffer.from(text))).rows[0]).toEqual(row);
  });
  test.each([
    ['typographic quotes', 'Nome;Note\nAnna;“Bello” disse – 5 m²', 'windows-1252'],
    ['a Škoda alone', 'Cognome;Note\nRossi;Škoda Fabia', 'windows-1252'],
    ['an ellipsis alone', 'Cognome;Note\nRossi;ruote, cerchi, ecc…', 'windows-1252'],
    ['a trade mark alone', 'Cognome;Note\nRossi;Cerchi Logo™', 'windows-1252'],
    ['an ordinal alone', 'Cognome;Note\nRossi;1ª rata', 'windows-1252'],
    ['small accents among capitals', 'Cognome;Note\nROSSI;CAFFèBAR', 'windows-1252'],
    ['degrees of a Mac', 'Cognome;Note\nRossi;20°', 'macintosh'],
    ['a capital of a Mac', 'Cognome;Note\nRossi;ÀNCORA', 'macintosh'],
    ['the house of a name of DOS', 'Cognome;Note\nRossi;Cà', 'cp850'],
    ['accents at the ends of words of DOS', 'Cognome;Città\nRossi;Città', 'cp850'],
    ['names of Poland', 'Cognome;Nome\nWałęsa;Łukasz\nŚwiątek;Michał', 'windows-1250'],
    ['names of Poland in capitals', 'COGNOME;NOME\nWAŁĘSA;ŁUKASZ\nŚWIĄTEK;MICHAŁ', 'windows-1250'],
  ])('with %s is read', async (_, text, label) => {
    const { heads, rows } = await cellsOf(iconv.encode(text, label));
    expect([heads, ...rows].map((cells) => cells.join(';')).join('\n')).toBe(text);
  });
  test.each([
    ['<html><table><tr><td>Cognome</td></tr></table></html>', /HTML/],
    ['BEGIN:VCARD\nN:Rossi;Anna\nEND:VCARD', /vCard/],
    ['[{"cognome":"Rossi"}]', /JSON/],
    ['%PDF-1.4\nxyz', /PDF/],
    ["INSERT INTO clienti (cognome) VALUES ('Rossi');", /SQL/],
  ])('that is none is named: %j', async (text, words) => {
    await writeFile(path, text);
    expect(readFile(path)).toMatch(words);
  });
  test('a file whose heading has one separator fewer has its values under their names', async () => {
    const numbered = 'Cognome;Nome\n1;Rossi;Anna\n2;Verdi;Bea\n3;Neri;Carla';
    expect((await cellsOf(Buffer.from(numbered))).heads).toEqual(['', 'Cognome', 'Nome']);
    const figures = 'Modello;Km;Porte\n1;Panda;9900;5\n2;Tipo;12000;3';
    expect((await cellsOf(Buffer.from(figures))).heads).toEqual(['', 'Modello', 'Km', 'Porte']);
    const more = 'Cognome;Nome\nRossi;Anna;x\nVerdi;Bea;y';
    expect((await cellsOf(Buffer.from(more))).heads).toEqual(['Cognome', 'Nome', '']);
    // Cents behind a comma without quotes: each of these rows says that it has a value too many.
    const cents = 'Nome,Prezzo\nFiat 500,12900,50\nPanda,9900,00';
    expect((await cellsOf(Buffer.from(cents))).heads).toEqual(['Nome', 'Prezzo']);
    const counted = 'Id,Prezzo\n1,12900,50\n2,9900,00';
    expect((await cellsOf(Buffer.from(counted))).heads).toEqual(['Id', 'Prezzo']);
    const empty = 'Cognome;Nome\nRossi;Anna;\nVerdi;Bea;';
    expect((await cellsOf(Buffer.from(empty))).heads).toEqual(['Cognome', 'Nome']);
  });
});

describe('kind 6: signs', () => {
  test.each([
    ['NicolÃ² CafarÃ²', 'Nicolò Cafarò'],
    ['perchÃ© no', 'perché no'],
    ['CittÃ  di Castello', 'Città di Castello'],
    ['lâ€™auto', 'l’auto'],
    ['50 â‚¬', '50 €'],
    ['MÃ¼ller', 'Müller'],
    ['WaÅ‚Ä™sa', 'Wałęsa'],
    ['n. 5Â°', 'n. 5°'],
    ['ÃƒÂ¨', 'è'],
  ])('%j is %j', (text, right) => expect(once(text)).toBe(right));
  test.each(['Âge', 'SÃO PAULO', 'Ää', 'CAFÉ»', 'Nicolò', '5 m²', 'Å', 'â'])('%j stays', (text) =>
    expect(once(text)).toBe(text),
  );
});

describe('kind 6: XML', () => {
  const text = '<note>Città è più</note>';
  test.each([
    ['ISO-8859-1', 'windows-1252'],
    ['iso8859-1', 'windows-1252'],
    ['windows-1252', 'windows-1252'],
    ['ISO-8859-15', 'iso-8859-15'],
    ['IBM850', 'cp850'],
    ['UTF-8', 'utf8'],
    ['UTF-8', 'windows-1252'],
    ['macintosh', 'macintosh'],
    ['nessuno', 'utf8'],
  ])('XML that declares %s is read in bytes of %s', (declared, label) => {
    const xml = `<?xml version="1.0" encoding="${declared}"?>${text}`;
    expect(decodedXml(iconv.encode(xml, label))).toBe(xml);
  });
  test('XML that declares no encoding is read by its bytes', () => {
    expect(decodedXml(Buffer.from(text))).toBe(text);
    expect(decodedXml(iconv.encode(text, 'windows-1252'))).toBe(text);
    expect(decodedXml(iconv.encode(text, 'utf-16le', { addBOM: true }))).toBe(text);
  });
});

describe('kind 6: there and back', () => {
  const words = fc.array(
    fc.constantFrom('Nicolò', 'Città', 'perché', 'Forlì', 'più', 'Rossi', 'È', 'NICOLÒ', 'Müller'),
    {
      minLength: 3,
      maxLength: 12,
    },
  );
  test.each(encodings)('%s', (name, label) => {
    fc.assert(
      fc.property(words, (some) => {
        const text = ['Città', ...some].join(' ');
        expect(decoded(iconv.encode(text, label)).text).toBe(text);
        expect(decodeAs(encodeAs(text, name), name)).toBe(text);
      }),
      { numRuns: rounds(30) },
    );
  });
  test('no byte is lost in any encoding of one byte a sign', () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    for (const name of encodingNames.filter((one) => one !== 'UTF-8'))
      expect([...encodeAs(decodeAs(all, name), name)]).toEqual([...all]);
  });
});
