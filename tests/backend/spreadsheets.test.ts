import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textIn } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '#backend/lib/files/csv.ts';
import { asFile, contentsOf, unguarded, type Column, type Kind } from '#backend/lib/files/export.ts';
import { EXPORT_LIMIT } from '#domain/spreadsheets/limits.ts';
import { createLanes } from '#backend/lib/work/lanes.ts';

const column = (kind: Kind): Column<string | number>[] => [{ header: 'Colonna', kind, value: (row) => row }];
const fileOf = async <Row>(format: 'csv' | 'xlsx', columns: readonly Column<Row>[], rows: readonly Row[]) => {
  const half = Math.ceil(rows.length / 2);
  const contents = await contentsOf(columns, [rows.slice(0, half), rows.slice(half)]);
  return createLanes().heavy('long', 901, () => asFile('prova', format, contents));
};
const textOf = ({ bytes }: { bytes: Uint8Array | string }) => Buffer.from(bytes as Uint8Array).toString();
const csv = async (kind: Kind, ...rows: (string | number)[]) => textOf(await fileOf('csv', column(kind), rows));

test('any texts come back from a CSV as they went in, and only a signed number begins like a formula', async () => {
  const unit = fc.constantFrom(...'aà1;,"\n\r\t =+-@＝＋－＠\'€😀');
  const text = fc.string({ unit, maxLength: 12 }).map((value) => value.trim());
  const row = fc.tuple(text, text, text);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const columns = [0, 1, 2].map((at) => ({
        header: `Testo ${at}`,
        kind: 'text' as const,
        value: (cells: string[]) => cells[at]!,
      }));
      const [, ...read] = readCsv(textOf(await fileOf('csv', columns, rows))) as string[][];
      // A spreadsheet takes a number with its sign for a number, and computes nothing.
      for (const cell of read.flat())
        if (!/^[+-]\d+([.,]\d+)?$/.test(cell)) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      // An empty row has one cell.
      const wanted = rows.map((cells) => (cells.some(Boolean) ? cells : ['']));
      expect(read.map((cells) => cells.map((cell) => unguarded(cell)))).toEqual(wanted);
    }),
  );
});

test('a large one keeps the line ends of Unicode in a cell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'volante-rows-'));
  const large = { name: 'prova', spool: { path: join(folder, 'rows'), rows: 0 } };
  const rows = ['prima\u2028seconda', 'terza\u2029quarta', '\\u2028'];
  const contents = await contentsOf(column('text'), [rows], large);
  const file = await createLanes().heavy('long', 901, () => asFile('prova', 'csv', contents));
  const said = 'stream' in file ? await textIn(file.stream as never) : textOf(file as { bytes: Uint8Array });
  await rm(folder, { recursive: true });
  expect(readCsv(said)).toEqual([['Colonna'], ...rows.map((row) => [row])]);
});

test('a day is the one in Rome, money has its comma', async () => {
  expect(await csv('instant', '2026-10-24T23:30:00Z', '2026-10-25T23:30:00Z')).toContain(
    '\r\n25/10/2026\r\n26/10/2026\r\n',
  );
  expect(await csv('money', 123_456, -5, 0)).toContain('\r\n1234,56\r\n-0,05\r\n0,00\r\n');
  expect(await csv('percent', 22.5)).toContain('\r\n22,5\r\n');
});

test('too many rows are refused, not cut', async () => {
  const rows = Array.from({ length: EXPORT_LIMIT + 1 }, (_, index) => index);
  for (const format of ['csv', 'xlsx'] as const)
    await expect(fileOf(format, column('number'), rows)).rejects.toThrow('Al massimo 50.000 righe');
  await expect(fileOf('csv', column('number'), rows.slice(1))).resolves.toBeTruthy();
});

describe('a spreadsheet is read', () => {
  test.each([
    ['semicolons', 'a;b,c;d\r\n1;2;3'],
    ['commas', 'a,"b,c",d\n1,2,3'],
    ['commas, all in quotes', '"a","b,c","d"\n"1","2","3"'],
    ['tabs, after a mark of the encoding', '\uFEFFa\tb,c\td\r1\t2\t3'],
  ])('with %s', (_, text) => {
    expect(readCsv(text)).toEqual([
      ['a', 'b,c', 'd'],
      ['1', '2', '3'],
    ]);
  });

  test('by the separator between the heads, not by those in their quotes', () => {
    expect(readCsv('"a;b;c;d",e\n1,2')).toEqual([
      ['a;b;c;d', 'e'],
      ['1', '2'],
    ]);
  });

  test('only with quotes that are closed', () => {
    expect(readCsv('a;b\n"1 ""2"" \n3";4" tubi')).toEqual([
      ['a', 'b'],
      ['1 "2" \n3', '4" tubi'],
    ]);
    // A row of as many cells as the others needs none; else nobody knows where it ends.
    expect(readCsv('a;b\n1;2\n3;"4\n5;6')).toEqual([['a', 'b'], ['1', '2'], ['3', '"4'], ['5', '6']]); // prettier-ignore
    expect(readCsv('a;b\n"1;2\n3;"4"')).toEqual([['a', 'b'], ['"1', '2'], ['3', '4']]); // prettier-ignore
    expect(readCsv('a;b\n1;2\n3;"4;5\n5;6')).toBe('Alla riga 3 si aprono virgolette che non si chiudono');
    expect(readCsv('a;b\n"1;2\n3;')).toEqual([['a', 'b'], ['"1', '2'], ['3', '']]); // prettier-ignore
    // What follows a row with such quotes may be the rest of a cell: nobody is made of it.
    expect(readCsv('a;b;c\n1;2;"3\n4;5;"6 7\n8 9; 10"\n11;12;"13"')).toMatch(/^Alla riga 2 /);
    expect(readCsv('a;b\n1;2\n"3\n4;5')).toBe('Alla riga 3 si aprono virgolette che non si chiudono');
  });

  test('as far as asked: no file of twenty megabytes becomes gigabytes of rows', () => {
    const tooMany = 'Al massimo 2 righe: dividere il file';
    expect(readCsv('a\n1\n\n2\n', { most: 2 })).toEqual([['a'], ['1'], [''], ['2']]);
    expect(readCsv('a\n1\n\n2\n3\n"never closed', { most: 2 })).toBe(tooMany);
    expect(readCsv('a;b;c\n1;2;3', { widest: 2 })).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    const [, first, second] = readCsv('a;b\n;\n;\n1;2') as string[][];
    expect(first).toBe(second);
    expect(readCsv(`a\n${'\n'.repeat(1_048_600)}`, { most: 2 })).toBe(tooMany);
    const tooWide = 'Al massimo 16.384 colonne';
    expect(readCsv(`a;b\n${';'.repeat(16_383)}`)).toHaveLength(2);
    expect(readCsv(`a;b\n${';'.repeat(16_385)}"never closed`)).toBe(tooWide);
    expect(readCsv(`a;b\n${'"\n";'.repeat(16_385)}`)).toBe(tooWide);
  });

  test('only with nothing behind them, in any mixture of line ends', () => {
    expect(readCsv('a;b\r\n" 1 " ;2\n\n3;4\r')).toEqual([['a', 'b'], ['1', '2'], [''], ['3', '4']]);
    expect(readCsv('a;b\n"Barre" lunghe;2')).toEqual([['a', 'b'], ['"Barre" lunghe', '2']]); // prettier-ignore
    expect(readCsv('a;b\n"Barre;corte" lunghe;2')).toBe('Alla riga 2 c’è del testo dopo le virgolette che si chiudono');
    // As databases write quotes, and signs of HTML.
    expect(readCsv('a;b\n"dice \\"ciao\\"";C:\\')).toEqual([['a', 'b'], ['dice "ciao"', 'C:\\']]); // prettier-ignore
    expect(readCsv('a;b\nD&#39;Angelo;R&amp;B')).toEqual([['a', 'b'], ['D&#39;Angelo', 'R&amp;B']]); // prettier-ignore
  });
});
