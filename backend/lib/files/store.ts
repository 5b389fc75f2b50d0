/** What a file store does; `files.ts` opens the one of the configuration. */
import type { Readable } from 'node:stream';

/** What is written: bytes, or a file of this machine, which is read piece by piece. */
export type Content = Uint8Array | { path: string };

/** A part of a file: places of its first and last byte, counted from 0. */
export interface Part {
  first: number;
  last: number;
}

/** The store for bytes that do not belong in the database. Keys are made by the backend: `<company>/<random>`. */
export interface Files {
  put(key: string, content: Content, type: string): Promise<void>;
  /** null when there is nothing under the key. */
  get(key: string): Promise<Uint8Array | null>;
  /** The same or a part of it piece by piece, and how many bytes come: however many, a few pieces are in memory. */
  read(key: string, part?: Part): Promise<{ stream: Readable; bytes: number } | null>;
  /** How many bytes are under a key. */
  size(key: string): Promise<number | null>;
  delete(key: string): Promise<void>;
  /** The keys that begin with `folder` (ends with a slash), in no particular order. */
  list(folder: string): Promise<string[]>;
}

/** The store failed: it is full, refuses or cannot be reached. */
export class StoreError extends Error {}
