import { createHash, createHmac } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';

/** Where bytes that do not belong in the database are kept. Keys are made by us: `<company>/<random>`. */
export interface Files {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** null when there is nothing under the key. */
  get(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
}

/** The store that the configuration names: an S3-compatible bucket, or DATA_DIR/files. */
export const openFiles = (config: Config): Files => {
  const { S3_URL, S3_ACCESS_KEY, S3_SECRET_KEY } = config;
  return S3_URL ? s3Files(S3_URL, S3_ACCESS_KEY ?? '', S3_SECRET_KEY ?? '') : diskFiles(join(config.DATA_DIR, 'files'));
};

const wellFormed = /^[a-z0-9]+(\/[a-z0-9-]+)+$/;
function checked(key: string): string {
  if (!wellFormed.test(key)) throw new Error(`Not a file key: ${key}`);
  return key;
}

function diskFiles(folder: string): Files {
  const path = (key: string) => join(folder, checked(key));
  return {
    async put(key, bytes) {
      await mkdir(dirname(path(key)), { recursive: true });
      // Written aside first: a reader never meets half a file.
      await writeFile(`${path(key)}.new`, bytes);
      await rename(`${path(key)}.new`, path(key));
    },
    get: (key) =>
      readFile(path(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    delete: (key) => rm(path(key), { force: true }),
  };
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Uint8Array | string, text: string) => createHmac('sha256', key).update(text).digest();

/** Path-style S3 with signature version 4; the region is what MinIO, Garage and others call `us-east-1`. */
function s3Files(base: string, accessKey: string, secretKey: string): Files {
  const region = 'us-east-1';
  async function call(method: string, key: string, body?: Uint8Array, type?: string): Promise<Response> {
    const url = new URL(`${base.replace(/\/$/, '')}/${checked(key)}`);
    const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`;
    const headers: Record<string, string> = {
      host: url.host,
      'x-amz-content-sha256': sha256(body ?? ''),
      'x-amz-date': stamp,
      ...(type && { 'content-type': type }),
    };
    const names = Object.keys(headers).toSorted();
    const signed = names.join(';');
    const request = [
      method,
      url.pathname,
      '',
      ...names.map((name) => `${name}:${headers[name]}`),
      '',
      signed,
      headers['x-amz-content-sha256'],
    ];
    const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(request.join('\n'))].join('\n');
    const signing = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretKey}`, stamp.slice(0, 8)));
    const signature = hmac(signing, toSign).toString('hex');
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
    const { host: _host, ...sent } = headers;
    const init = {
      method,
      headers: { ...sent, authorization },
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(10_000),
    };
    const answer = await fetch(url, body ? { ...init, body: new Uint8Array(body) } : init);
    if (!answer.ok && answer.status !== 404) throw new Error(`S3 ${method} ${url.pathname}: ${answer.status}`);
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
    async delete(key) {
      await call('DELETE', key);
    },
  };
}
