import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readFile, type RowRead } from '#backend/imports/read-file.ts';
import { press } from '#backend/uploads/pdf.ts';
import { aPdf } from '#tests/support/a-pdf.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { workbookOf } from '#tests/support/xlsx.ts';

const folder = mkdtempSync(join(tmpdir(), 'volante-foreign-'));
const path = join(folder, 'file');
const numRuns = isSoak ? 30_000 : 300;

afterAll(() => rmSync(folder, { recursive: true }));

/** A text with pieces of it taken out, doubled, moved, or written over by what a reader looks for. */
const mutated = (whole: string, words: readonly string[]) =>
  fc
    .array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.nat(12),
        piece: fc.oneof(fc.constantFrom('', ...words), fc.string({ maxLength: 6 })),
        times: fc.constantFrom(1, 1, 1, 2, 50),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((changes) =>
      changes.reduce((text, { at, length, piece, times }) => {
        const from = Math.floor(at * text.length);
        return text.slice(0, from) + piece.repeat(times) + text.slice(from + length);
      }, whole),
    );

/** What is wrong with what becomes of a file: it has to be a sentence for the person, or rows and lines that a database holds. */
function faultsOf(bytes: Buffer): unknown[] {
  writeFileSync(path, bytes);
  const read = readFile(path);
  if (typeof read === 'string') return /^[A-ZÈ][^{}]+$/.test(read) ? [] : [read];
  const found = read.worksheets.flatMap(({ parts }) => parts.flatMap((part) => JSON.parse(part) as RowRead[]));
  return found.filter(([line, cells], index) => {
    const isLine = Number.isInteger(line) && line > (found[index - 1]?.[0] ?? 0) && line <= 1_048_576;
    return !isLine || cells.some((cell) => !cell.isWellFormed() || cell.includes('\0'));
  });
}

const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Prezzo &amp; IVA</t></is></c></row>
  <!-- fine --><row r="2"><c r="A2" s="1"><v>45000</v></c><c r="B2" t="str"><v><![CDATA[<12>]]></v></c></row>`;
const texts = '<si><r><t>Co</t></r><r><t>dice</t></r><rPh><t>ko</t></rPh></si>';
const styles =
  '<numFmts><numFmt numFmtId="200" formatCode="dd/mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs>';
const xmlWords =
  `< > /> </row> <row <c <v> " ' <!-- <![CDATA[ ]]> <? <!DOCTYPE &# &#x110000; r="1e99" r="ZZZ9" _x0000_`.split(' ');

test('whatever is changed in the parts of a workbook, it is read or refused', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('rows', 'texts', 'styles').chain((part) => {
        const parts = { rows, texts, styles };
        return mutated(parts[part as keyof typeof parts], xmlWords).map((text) => ({ ...parts, [part]: text }));
      }),
      (parts) => void expect(faultsOf(workbookOf(parts))).toEqual([]),
    ),
    { numRuns },
  );
});

test('whatever is changed in the bytes of a workbook, a CSV or a PDF, it is read or refused', async () => {
  const csv = 'Codice;Descrizione;Prezzo\r\nA;"Perché; ""no"""\t;12,50\r\n\r\nB;x;1';
  const book = workbookOf({ rows, texts, styles }).toString('latin1');
  fc.assert(
    fc.property(
      fc.oneof(
        mutated(book, ['PK\x01\x02', 'PK\x05\x06', '\0\0\0\0', '\xff\xff']),
        mutated(csv, ['"', '""', ';', '\r', '\n', '\t']),
      ),
      (text) => void expect(faultsOf(Buffer.from(text, 'latin1'))).toEqual([]),
    ),
    { numRuns },
  );
  const pdf = aPdf('<< /S /URI /URI (https://example.it) >>').toString('latin1');
  await fc.assert(
    fc.asyncProperty(
      mutated(pdf, ['/ObjStm', ' obj ', 'stream\n', '/Filter/FlateDecode', '#4', '%%EOF']),
      async (text) => {
        writeFileSync(path, text, 'latin1');
        const pressed = await press(path);
        if ('refused' in pressed) expect(pressed.refused).toMatch(/PDF/);
      },
    ),
    { numRuns },
  );
});
