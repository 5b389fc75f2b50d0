import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Municipality } from '#domain/customers/schema.ts';

const { resolve } = createRequire(import.meta.url);
const files = ['municipalities', 'ceased'].map((name) => resolve(`#backend/customers/${name}.tsv`));

/** A municipality that is no more, or has another name now, with its days. */
interface Ceased extends Municipality {
  from: string;
  to: string;
}

interface Tables {
  byCap: Map<string, Municipality[]>;
  byCode: Map<string, Municipality>;
  byName: Map<string, Municipality[]>;
  ceasedByCode: Map<string, Ceased[]>;
  ceasedByName: Map<string, Ceased[]>;
}

/** A name for comparison: without accents, case and punctuation. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

const add = <One>(map: Map<string, One[]>, key: string, one: One) => map.set(key, [...(map.get(key) ?? []), one]);

/** All postal codes of a text like `20121-20124 20131`. */
const capsOf = (text: string): string[] =>
  text.split(' ').flatMap((part) => {
    const [from = '', to = from] = part.split('-');
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => String(Number(from) + at).padStart(5, '0'));
  });

async function load(): Promise<Tables> {
  const tables: Tables = {
    byCap: new Map(),
    byCode: new Map(),
    byName: new Map(),
    ceasedByCode: new Map(),
    ceasedByName: new Map(),
  };
  const [now, ceased] = await Promise.all(files.map(async (file) => (await readFile(file, 'utf8')).split('\n')));
  for (const line of ceased!) {
    const [code, name, province, from, to] = line.split('\t');
    if (line.startsWith('#') || !code || !name || !province || !from || !to) continue;
    const one = { name, province, code, from, to };
    add(tables.ceasedByCode, code, one);
    add(tables.ceasedByName, plain(name), one);
  }
  for (const line of now!) {
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

/** The last of those that have ceased, or the one that was there on a day. */
function ceasedIn(all: readonly Ceased[] = [], on?: string): Municipality[] {
  const known = on === undefined ? all : all.filter(({ from, to }) => from <= on && on <= to);
  const last = known.toSorted((one, other) => other.to.localeCompare(one.to))[0];
  return last ? [{ name: last.name, province: last.province, code: last.code }] : [];
}

/**
 * The municipalities with a postal code, a name or a cadastral code; empty when the lists have none. Of a code the one that
 * was there on the day of birth (`born`), where it is given: towns cease and change their names. The lists are read once
 * per process.
 */
export async function findMunicipalities(asked: {
  cap?: string;
  code?: string;
  name?: string;
  born?: string;
}): Promise<Municipality[]> {
  const { byCap, byCode, byName, ceasedByCode, ceasedByName } = await (tables ??= load());
  const { cap, code, born } = asked;
  const former = code ? ceasedByCode.get(code) : undefined;
  const then = born === undefined ? [] : ceasedIn(former, born);
  const now = code ? byCode.get(code) : undefined;
  const name = asked.name ? plain(asked.name) : '';
  return [
    ...(then.length > 0 ? then : now ? [now] : ceasedIn(former)),
    ...((cap && byCap.get(cap)) || []),
    ...((name && (byName.get(name) ?? ceasedIn(ceasedByName.get(name)))) || []),
  ];
}
