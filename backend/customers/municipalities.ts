import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Municipality } from '#domain/customers/schema.ts';

const file = createRequire(import.meta.url).resolve('#backend/customers/municipalities.tsv');

interface Tables {
  byCap: Map<string, Municipality[]>;
  byCode: Map<string, Municipality>;
  byName: Map<string, Municipality[]>;
}

/** A name for comparison: without accents, case and punctuation. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

const add = (map: Map<string, Municipality[]>, key: string, one: Municipality) =>
  map.set(key, [...(map.get(key) ?? []), one]);

/** All postal codes of a text like `20121-20124 20131`. */
const capsOf = (text: string): string[] =>
  text.split(' ').flatMap((part) => {
    const [from = '', to = from] = part.split('-');
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => String(Number(from) + at).padStart(5, '0'));
  });

async function load(): Promise<Tables> {
  const tables: Tables = { byCap: new Map(), byCode: new Map(), byName: new Map() };
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const [code, name, province, caps] = line.split('\t');
    if (line.startsWith('#') || !code || !name || !province) continue;
    const one = { name, province, code };
    tables.byCode.set(code, one);
    add(tables.byName, plain(name), one);
    for (const cap of caps ? capsOf(caps) : []) add(tables.byCap, cap, one);
  }
  return tables;
}

let tables: Promise<Tables> | null = null;

/**
 * The municipalities with a postal code, a name or a cadastral code; empty when ISTAT's list has none. The list is read
 * once per process.
 */
export async function findMunicipalities(asked: {
  cap?: string;
  code?: string;
  name?: string;
}): Promise<Municipality[]> {
  const { byCap, byCode, byName } = await (tables ??= load());
  const named = asked.code ? byCode.get(asked.code) : undefined;
  return [
    ...(named ? [named] : []),
    ...((asked.cap && byCap.get(asked.cap)) || []),
    ...((asked.name && byName.get(plain(asked.name))) || []),
  ];
}
