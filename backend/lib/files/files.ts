import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { Config } from '#config';

/** The store for bytes that do not belong in the database. Keys are made by the backend: `<company>/<random>`. */
export interface Files {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** null when there is nothing under the key. */
  get(key: string): Promise<Uint8Array | null>;
  /** The same piece by piece, for what is only passed on: however large it is, a few pieces are in memory. */
  read(key: string): Promise<Readable | null>;
  delete(key: string): Promise<void>;
  /** The keys that begin with `folder` (ends with a slash), in no particular order. */
  list(folder: string): Promise<string[]>;
}

/** What of the configuration names the store. */
export type Store = Pick<Config, 'DATA_DIR' | 'S3_URL' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'>;

/** The store failed: it is full, refuses or cannot be reached. */
export class StoreError extends Error {}

/** The store that the configuration names: an S3-compatible bucket, or DATA_DIR/files. Throws `StoreError` when it fails. */
export function openFiles({ DATA_DIR, S3_URL, S3_ACCESS_KEY, S3_SECRET_KEY }: Store): Files {
  const store = S3_URL ? s3Files(S3_URL, S3_ACCESS_KEY ?? '', S3_SECRET_KEY ?? '') : diskFiles(join(DATA_DIR, 'files'));
  return {
    put: (key, bytes, type) => told('put', store.put(checked(key), bytes, type)),
    get: (key) => told('get', store.get(checked(key))),
    read: (key) => told('read', store.read(checked(key))),
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

function diskFiles(folder: string): Files {
  const path = (key: string) => join(folder, key);
  return {
    async put(key, bytes) {
      await mkdir(dirname(path(key)), { recursive: true });
      // Written under another name and then renamed: nobody ever reads half a file.
      await writeFile(`${path(key)}.new`, bytes);
      await rename(`${path(key)}.new`, path(key));
    },
    get: (key) => readFile(path(key)).catch(orNull),
    async read(key) {
      const file = await open(path(key)).catch(orNull);
      return file && file.createReadStream();
    },
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

/** An S3 store with path-style addresses; SeaweedFS, MinIO and Garage call their region `us-east-1`. */
function s3Files(base: string, accessKeyId: string, secretAccessKey: string): Files {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1', retries: 2 });
  const bucket = base.replace(/\/$/, '');
  async function call(method: string, key: string, bytes?: Uint8Array, type = '', ms = 5000): Promise<Response> {
    const url = `${bucket}/${key}`;
    const body = bytes && Buffer.from(bytes);
    // The signature covers the content too, because the connection to the store may be plain http.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const headers = { 'x-amz-content-sha256': hash, ...(body && { 'content-type': type }) };
    const signal = AbortSignal.timeout(ms);
    const answer = await aws.fetch(url, { method, headers, signal, redirect: 'manual', ...(body && { body }) });
    if (!answer.ok && answer.status !== 404) throw new Error(`S3 ${method} ${url}: ${answer.status}`);
    return answer;
  }
  return {
    async put(key, bytes, type) {
      const answer = await call('PUT', key, bytes, type);
      if (!answer.ok) throw new Error(`S3 PUT: ${answer.status}`);
    },
    async get(key) {
      const answer = await call('GET', key);
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
    },
    async read(key) {
      // Its reader takes it as fast as it can use it.
      const { ok, body } = await call('GET', key, undefined, '', 30_000);
      if (ok && body) return Readable.fromWeb(body as WebStream<Uint8Array>);
      await body?.cancel();
      return null;
    },
    async delete(key) {
      await call('DELETE', key);
    },
    async list(folder) {
      const keys: string[] = [];
      for (let next: string | undefined, more = true; more;) {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: folder,
          ...(next && { 'continuation-token': next }),
        });
        const answer = await call('GET', `?${query}`);
        const text = await answer.text();
        if (!answer.ok || !text.includes('<ListBucketResult')) throw new Error(`S3 list: ${answer.status}`);
        keys.push(...[...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1]!));
        next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]?.replaceAll('&amp;', '&');
        more = next !== undefined && text.includes('<IsTruncated>true<');
      }
      return keys;
    },
  };
}
