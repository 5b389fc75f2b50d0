import { readCsv } from '../lib/csv.ts';

/** Heads of the list "Codici delle unità amministrative territoriali" of ISTAT, as they begin: their ends change with the years. */
const heads = {
  code: /^Codice Catastale/i,
  name: /^Denominazione in italiano/i,
  province: /^Sigla automobilistica/i,
} as const;

/** The text of the list: ISTAT writes Windows-1252; who has saved it again may have made it UTF-8. */
export function decodeIstat(bytes: Uint8Array): string {
  const utf8 = Buffer.from(bytes).toString('utf8');
  return utf8.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : utf8;
}

/**
 * The municipalities that are kept (`code name province caps`, tabs between) with those of a list of ISTAT: new ones are added, names and
 * provinces follow the list, postal codes stay, and those that are no more remain, because people are born there. Throws with an
 * Italian sentence when it is no such list.
 */
export function mergeIstat(kept: string, csv: string): { text: string; added: number; changed: number } {
  const rows = readCsv(csv);
  if (typeof rows === 'string') throw new Error(rows);
  // Heads hold line ends within their quotes.
  const first = rows[0]?.map((head) => head.replace(/\s+/g, ' ').trim()) ?? [];
  const at = Object.fromEntries(
    Object.entries(heads).map(([key, head]) => [key, first.findIndex((one) => head.test(one))]),
  ) as Record<keyof typeof heads, number>;
  if (Object.values(at).includes(-1))
    throw new Error('Non è l’elenco dei comuni dell’ISTAT: mancano codice catastale, nome o sigla.');
  const lines = kept.replace(/\n+$/, '').split('\n');
  const place = new Map(lines.map((line, index) => [line.split('\t')[0]!, index]));
  let [added, changed] = [0, 0];
  for (const row of rows.slice(1)) {
    const [code, name, province] = [row[at.code], row[at.name], row[at.province]];
    if (!code || !/^[A-Z]\d{3}$/.test(code) || !name || !/^[A-Z]{2}$/.test(province ?? '')) continue;
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
  const [head, ...all] = lines;
  return { text: `${[head, ...all.toSorted()].join('\n')}\n`, added, changed };
}
