import { readCsv } from '../lib/files/csv.ts';

/**
 * How the headings in ISTAT's list "Codici delle unità amministrative territoriali" begin; their ends change every
 * year.
 */
const heads = {
  code: ['codice catastale', /^codice catastale/i],
  name: ['denominazione in italiano', /^denominazione\s*\(?(in )?italiano/i],
  province: ['sigla automobilistica', /^sigla( automobilistica)?$/i],
} as const;
/** The most title lines above the headings. */
const MOST_ABOVE = 10;

type Places = Record<keyof typeof heads, number>;

const placesIn = (row: readonly string[]): Places =>
  Object.fromEntries(
    // Headings contain line ends within their quotes.
    Object.entries(heads).map(([key, [, head]]) => [
      key,
      row.findIndex((one) => head.test(one.replace(/\s+/g, ' ').trim())),
    ]),
  ) as Places;

/** The headings that a row lacks, in ISTAT's words. */
const lackingIn = (at: Places): string[] =>
  Object.entries(heads).flatMap(([key, [name]]) => (at[key as keyof typeof heads] < 0 ? [name] : []));

/**
 * Decodes the list. ISTAT writes Windows-1252; a copy saved elsewhere may be UTF-8 or, as "Unicode", UTF-16. Throws
 * with an Italian sentence when the file is the workbook.
 */
export function decodeIstat(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf))
    throw new Error('È il file di Excel: prendere il CSV da istat.it, o salvarlo come CSV.');
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const utf8 = Buffer.from(bytes).toString('utf8');
  return utf8.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : utf8;
}

/**
 * Merges ISTAT's list into the stored municipalities (`code name province caps`, separated by tabs): new ones are
 * added, names and provinces are updated, postal codes stay, and abolished municipalities remain because people are
 * born there. Throws with an Italian sentence when the text is no such list.
 */
export function mergeIstat(kept: string, csv: string): { text: string; added: number; changed: number } {
  const rows = readCsv(csv);
  if (typeof rows === 'string') throw new Error(rows);
  const above = rows.slice(0, MOST_ABOVE).map(placesIn);
  const head = above.findIndex((found) => lackingIn(found).length === 0);
  const at = above[head];
  if (!at) {
    const lacks = above.map(lackingIn).toSorted((a, b) => a.length - b.length)[0] ?? lackingIn(placesIn([]));
    throw new Error(`Non è l’elenco dei comuni dell’ISTAT: mancano le colonne ${lacks.join(', ')}.`);
  }
  const lines = kept.replace(/\n+$/, '').split('\n');
  const place = new Map(lines.map((line, index) => [line.split('\t')[0]!, index]));
  let [read, added, changed] = [0, 0, 0];
  for (const row of rows.slice(head + 1)) {
    const [code, name, province] = [row[at.code]?.toUpperCase(), row[at.name], row[at.province]?.toUpperCase()];
    if (!code || !/^[A-Z]\d{3}$/.test(code) || !name || !/^[A-Z]{2}$/.test(province ?? '')) continue;
    read += 1;
    const index = place.get(code);
    const caps = index === undefined ? '' : (lines[index]!.split('\t')[3] ?? '');
    const line = [code, name, province, caps].join('\t');
    if (index === undefined) {
      lines.push(line);
      added += 1;
    } else if (lines[index] !== line) {
      lines[index] = line;
      changed += 1;
    }
  }
  if (read === 0)
    throw new Error('Nell’elenco non c’è nessun comune con codice catastale, nome e sigla: il file è incompleto.');
  const [title, ...all] = lines;
  return { text: `${[title, ...all.toSorted()].join('\n')}\n`, added, changed };
}
