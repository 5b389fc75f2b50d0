import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTooLarge } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { Config } from '#config';
import { StoreError } from './store.ts';

/** A received file; it exists while its call runs. */
export interface Received {
  path: string;
  bytes: number;
}

const HOUR = 3_600_000;
/** A full or failing disk is neither the file's fault nor a programming error: the caller may try again. */
const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: Error) => {
    throw new StoreError(`Files on their way: ${cause.message}`, { cause });
  });
const tooLarge = (mostBytes: number) =>
  new Failure('invalid', undefined, {
    fields: { file: fileTooLarge(mostBytes) },
  });

const folders = new Map<string, Promise<string>>();
/** The folder of files in transit. A file left by a killed process is removed when the next process starts. */
export function incoming({ DATA_DIR }: Config): Promise<string> {
  const known = folders.get(DATA_DIR);
  if (known) return known;
  const made = (async () => {
    const folder = join(DATA_DIR, 'incoming');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
      if (mtimeMs < Date.now() - HOUR) await rm(join(folder, name), { force: true });
    }
    return folder;
  })();
  folders.set(DATA_DIR, made);
  // A folder that could not be made now may succeed for the next file.
  made.catch(() => folders.delete(DATA_DIR));
  return made;
}

/**
 * Writes the body of a request to the disk as it arrives, whatever length it announces, and passes it to `work`; only
 * one piece at a time is in memory. Throws `invalid` at `file` when it is empty or exceeds `mostBytes`, at once and
 * without reading the rest; `StoreError` when the disk fails.
 */
export async function receive<T>(
  { body, headers }: Request,
  { mostBytes }: { mostBytes: number },
  config: Config,
  work: (file: Received) => Promise<T>,
): Promise<T> {
  if (Number(headers.get('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const path = join(await onDisk(incoming(config)), randomUUID());
  try {
    const bytes = body ? await write(path, body, mostBytes) : 0;
    if (bytes === 0) throw new Failure('invalid', undefined, { fields: { file: 'Il file è vuoto' } });
    return await work({ path, bytes });
  } finally {
    await rm(path, { force: true });
  }
}

async function write(path: string, body: ReadableStream<Uint8Array>, mostBytes: number): Promise<number> {
  const file = await onDisk(open(path, 'wx', 0o600));
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes;
      bytes += value.length;
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      await onDisk(file.write(value));
    }
  } finally {
    // The body is not cancelled: that would cut the connection before the caller reads the answer.
    reader.releaseLock();
    await file.close();
  }
}
