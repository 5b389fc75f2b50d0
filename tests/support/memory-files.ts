import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Files } from '#backend/lib/files/store.ts';

/** A store in memory; a test sees what it keeps. */
export const memoryFiles = (kept: Map<string, Uint8Array>): Files => ({
  put: async (key, content) =>
    void kept.set(key, content instanceof Uint8Array ? content : await readFile(content.path)),
  get: async (key) => kept.get(key) ?? null,
  read: async (key, part) => {
    const all = kept.get(key);
    if (!all) return null;
    const bytes = part ? all.subarray(part.first, part.last + 1) : all;
    return { stream: Readable.from([bytes], { objectMode: false }), bytes: bytes.length };
  },
  size: async (key) => kept.get(key)?.length ?? null,
  delete: async (key) => void kept.delete(key),
  list: async () => [...kept.keys()],
});
