import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Config } from '#config';
import { bucketFiles, PATIENCE, type Patience } from './bucket.ts';
import { type Files, StoreError } from './store.ts';

/** What of the configuration names the store. */
export type Store = Pick<Config, 'DATA_DIR' | 'S3_URL' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'>;

/** The store that the configuration names: an S3-compatible bucket, or DATA_DIR/files. Throws `StoreError` when it fails. */
export function openFiles(
  { DATA_DIR, S3_URL, S3_ACCESS_KEY, S3_SECRET_KEY }: Store,
  patience: Patience = PATIENCE,
): Files {
  const store = S3_URL
    ? bucketFiles({ base: S3_URL, accessKeyId: S3_ACCESS_KEY ?? '', secretAccessKey: S3_SECRET_KEY ?? '' }, patience)
    : folderFiles(join(DATA_DIR, 'files'));
  return {
    put: (key, content, type) => told('put', store.put(checked(key), content, type)),
    get: (key) => told('get', store.get(checked(key))),
    read: (key, part) => told('read', store.read(checked(key), part)),
    size: (key) => told('size', store.size(checked(key))),
    delete: (key) => told('delete', store.delete(checked(key))),
    list: async (folder) => (await told('list', store.list(folder))).filter((key) => wellFormed.test(key)),
  };
}

const told = <T>(what: string, work: Promise<T>): Promise<T> =>
  work.catch((cause: Error) => {
    throw new StoreError(`File store, ${what}: ${cause.message}`, { cause });
  });

const wellFormed = /^[a-z0-9]+(\/[a-z0-9-]+)+$/;
function checked(key: string): string {
  if (!wellFormed.test(key)) throw new Error(`Not a file key: ${key}`);
  return key;
}

/** Nothing is there. */
function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function folderFiles(folder: string): Files {
  const path = (key: string) => join(folder, key);
  return {
    async put(key, content) {
      await mkdir(dirname(path(key)), { recursive: true });
      // Written under another name and then renamed: nobody ever reads half a file.
      const fresh = `${path(key)}.new`;
      await (content instanceof Uint8Array ? writeFile(fresh, content) : copyFile(content.path, fresh));
      await rename(fresh, path(key));
    },
    get: (key) => readFile(path(key)).catch(orNull),
    async read(key, part) {
      const file = await open(path(key)).catch(orNull);
      if (!file) return null;
      const { first, last } = part ?? { first: 0, last: (await file.stat()).size - 1 };
      return { stream: file.createReadStream({ start: first, end: Math.max(first, last) }), bytes: last - first + 1 };
    },
    size: async (key) => (await stat(path(key)).catch(orNull))?.size ?? null,
    delete: (key) => rm(path(key), { force: true }),
    async list(start) {
      const found = await readdir(path(start), { recursive: true, withFileTypes: true }).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return [];
          throw error;
        },
      );
      return found
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'));
    },
  };
}
