import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '#domain/errors.ts';
import type { Config } from '#config';
import { StoreError } from './files.ts';

/** A file as it was sent; it is there as long as its call runs. */
export interface Received {
  path: string;
  bytes: number;
}

const HOUR = 3_600_000;
/** A disk that is full or refuses is no mistake of the file's, nor ours: the caller may try again. */
const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: Error) => {
    throw new StoreError(`Files on their way: ${cause.message}`, { cause });
  });
const tooLarge = (mostBytes: number) =>
  new Failure('invalid', undefined, {
    fields: { file: `Il file è troppo grande: al massimo ${Math.floor(mostBytes / 1e6)} MB` },
  });

/** The folder of files on their way. What a process left that was killed is removed when the next one begins. */
const folders = new Map<string, Promise<string>>();
function folderOf({ DATA_DIR }: Config): Promise<string> {
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
  // A folder that could not be made today may be there when the next file comes.
  made.catch(() => folders.delete(DATA_DIR));
  return made;
}

/**
 * Writes the body of a request to the disk as it comes, however large it says to be, and gives it to `work`; the memory holds one
 * piece at a time. Throws `invalid` at `file` for more than `mostBytes`, at once and without reading the rest, and for nothing;
 * `StoreError` when the disk takes it not.
 */
export async function receive<T>(
  { body, headers }: Request,
  { mostBytes }: { mostBytes: number },
  config: Config,
  work: (file: Received) => Promise<T>,
): Promise<T> {
  if (Number(headers.get('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const path = join(await onDisk(folderOf(config)), randomUUID());
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
    // Not cancelled: that would cut the connection before the caller has heard why.
    reader.releaseLock();
    await file.close();
  }
}
