import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { StreamAnswer } from '../work/bind.ts';
import type { PublicCtx } from '../work/context.ts';
import type { Entry } from './pack.ts';
import { incoming } from './receive.ts';
import { inThread } from '../work/worker.ts';

/** Entries under names of their own: of two that are called the same, one would replace the other where they are unpacked. */
function apart(entries: readonly Entry[]): Entry[] {
  const taken = new Set<string>();
  return entries.map((entry) => {
    let { name } = entry;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1)
      name = entry.name.replace(/(\.[a-z0-9]{1,5})?$/i, ` (${n})$1`);
    taken.add(name.toLowerCase());
    return { ...entry, name };
  });
}

/**
 * The entries as one ZIP file `name`, each dated `now`: written by a thread of the caller's lane to the disk, from where
 * it is sent as its reader takes it. However large its files are, a few pieces of them are in memory.
 */
export async function zipOf(
  { config, now }: Pick<PublicCtx, 'config' | 'now'>,
  name: string,
  entries: readonly Entry[],
): Promise<StreamAnswer> {
  const path = join(await incoming(config), randomUUID());
  const { DATA_DIR, S3_URL, S3_ACCESS_KEY, S3_SECRET_KEY } = config;
  const store = { DATA_DIR, S3_URL, S3_ACCESS_KEY, S3_SECRET_KEY };
  try {
    await inThread('lib/files/pack.ts', 'pack', { path, entries: apart(entries), mtime: now, store });
    const stream = Readable.toWeb((await open(path)).createReadStream());
    return { stream: stream as ReadableStream<Uint8Array>, type: 'application/zip', name };
  } finally {
    // An open file can be read to its end although it has no name any more, and nothing is left when its reader goes away.
    await rm(path, { force: true });
  }
}
