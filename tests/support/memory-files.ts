import { Readable } from 'node:stream';
import type { Files } from '#backend/lib/files/files.ts';

/** A store in memory; a test sees what it keeps. */
export const memoryFiles = (kept: Map<string, Uint8Array>): Files => ({
  put: async (key, bytes) => void kept.set(key, bytes),
  get: async (key) => kept.get(key) ?? null,
  read: async (key) => (kept.has(key) ? Readable.from([kept.get(key)]) : null),
  delete: async (key) => void kept.delete(key),
  list: async () => [...kept.keys()],
});
