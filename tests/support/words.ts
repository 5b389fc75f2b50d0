import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { waitedFor } from './weights.ts';

const folder = join(import.meta.dirname, '../../src/messages/it');

function* sentences(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object') for (const one of Object.values(value ?? {})) yield* sentences(one);
}

/** Every sentence of the words. */
const all: Promise<Set<string>> = (async () => {
  const modules = readdirSync(folder).map((file) => import(join(folder, file)) as Promise<object>);
  return new Set((await Promise.all(modules)).flatMap((module) => [...sentences({ ...module })]));
})();

/** A literal of a script as it is read. */
const said = (literal: string): string =>
  literal
    .replace(/\\u\{?([\da-f]{4})\}?|\\x([\da-f]{2})/gi, (_, four, two) => String.fromCharCode(parseInt(four ?? two, 16)))
    .replace(/\\n/g, '\n')
    .replace(/\\(.)/g, '$1');

/** The words that stand in a script of the build and in all that it imports at once; and what they weigh, compressed together. */
export async function wordsOf(address: string): Promise<{ words: string[]; bytes: number }> {
  const known = await all;
  const literals = waitedFor(address).flatMap((text) =>
    [...text.matchAll(/`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/gs)].map(([, a, b, c]) => said(a ?? b ?? c!)),
  );
  const words = [...new Set(literals)].filter((literal) => known.has(literal));
  return { words, bytes: brotliCompressSync(words.join('\n')).length };
}
