/** Runs in a thread: writes ZIP files. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { openFiles, type Store } from './files.ts';

/** What goes into a ZIP: bytes, or a file of the store by its key. */
export type Entry = { name: string } & ({ bytes: Uint8Array | string } | { key: string });

interface Packing {
  /** The file that is written. */
  path: string;
  entries: readonly Entry[];
  /** The date that they get. */
  mtime: Date;
  store: Store;
}

/** PDF, pictures and Office files are compressed already. */
const isPressed = (name: string) => /\.(pdf|jpe?g|png|webp|docx|xlsx|pptx)$/i.test(name);
const LOST = 'File mancanti.txt';

/**
 * Writes the entries one after the other, each piece by piece as the disk takes them, so that a few pieces are in memory
 * however large the entries are; names those that the store has lost.
 */
export async function pack({ path, entries, mtime, store }: Packing): Promise<void> {
  const files = openFiles(store);
  const zip = new ZipFile();
  let reading: Readable | undefined;
  const add = async (name: string, stream: Readable) => {
    reading = stream;
    zip.addReadStream(stream, name, { mtime, compress: !isPressed(name) });
    await finished(stream);
  };
  const addAll = async () => {
    const lost: string[] = [];
    for (const entry of entries) {
      const stream = 'key' in entry ? (await files.read(entry.key))?.stream : Readable.from([Buffer.from(entry.bytes)]);
      if (stream) await add(entry.name, stream);
      else lost.push(entry.name);
    }
    if (lost.length > 0) await add(LOST, Readable.from([Buffer.from(lost.join('\r\n'))]));
    zip.end();
  };
  const ending = new AbortController();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = pipeline(zip.outputStream, file, { signal: ending.signal });
  await Promise.all([addAll(), written]).finally(() => {
    ending.abort();
    reading?.destroy();
  });
}
