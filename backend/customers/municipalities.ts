import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Municipality } from '#domain/customers/schema.ts';

const file = createRequire(import.meta.url).resolve('#backend/customers/municipalities.tsv');

interface Tables {
  byCap: Map<string, Municipality[]>;
  byCode: Map<string, Municipality>;
}

/** Every postal code of `20121-20124 20131`. */
const capsOf = (text: string): string[] =>
  text.split(' ').flatMap((part) => {
    const [from = '', to = from] = part.split('-');
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => String(Number(from) + at).padStart(5, '0'));
  });

async function load(): Promise<Tables> {
  const tables: Tables = { byCap: new Map(), byCode: new Map() };
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const [code, name, province, caps] = line.split('\t');
    if (line.startsWith('#') || !code || !name || !province) continue;
    const one = { name, province };
    tables.byCode.set(code, one);
    for (const cap of caps ? capsOf(caps) : []) {
      const list = tables.byCap.get(cap);
      if (list) list.push(one);
      else tables.byCap.set(cap, [one]);
    }
  }
  return tables;
}

let tables: Promise<Tables> | null = null;

/** Municipalities of a postal code, or the one of a cadastral code; none where the list of the state knows none. Read once per process. */
export async function findMunicipalities({ cap, code }: { cap?: string; code?: string }): Promise<Municipality[]> {
  const { byCap, byCode } = await (tables ??= load());
  const named = code ? byCode.get(code) : undefined;
  return [...(named ? [named] : []), ...((cap && byCap.get(cap)) || [])];
}
