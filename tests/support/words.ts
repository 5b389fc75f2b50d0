import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { waitedFor } from './weights.ts';

const folder = join(import.meta.dirname, '../../src/messages/it');
const domain = join(import.meta.dirname, '../../domain');

function* sentences(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object') for (const one of Object.values(value ?? {})) yield* sentences(one);
}

const LITERAL = /`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/gs;

/** Every sentence of the words; labels of terms and fields are the domain's. */
const all: Promise<Set<string>> = (async () => {
  const modules = readdirSync(folder).map((file) => import(join(folder, file)) as Promise<object>);
  const words = new Set((await Promise.all(modules)).flatMap((module) => [...sentences({ ...module })]));
  for (const file of readdirSync(domain, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts'))
      for (const label of literalsOf(readFileSync(join(domain, file), 'utf8'))) words.delete(label);
  return words;
})();

/** A literal of a script as it is read. */
const said = (literal: string): string =>
  literal
    .replace(/\\u\{?([\da-f]{4})\}?|\\x([\da-f]{2})/gi, (_, four, two) =>
      String.fromCharCode(parseInt(four ?? two, 16)),
    )
    .replace(/\\n/g, '\n')
    .replace(/\\(.)/g, '$1');

function literalsOf(script: string): string[] {
  return [...script.matchAll(LITERAL)].map(([, a, b, c]) => said(a ?? b ?? c!));
}

/** The words that stand in a script of the build and in all that it imports at once; and what they weigh, compressed together. */
export async function wordsOf(address: string): Promise<{ words: string[]; bytes: number }> {
  const known = await all;
  const words = [...new Set(waitedFor(address).flatMap(literalsOf))].filter((literal) => known.has(literal));
  return { words, bytes: brotliCompressSync(words.join('\n')).length };
}
