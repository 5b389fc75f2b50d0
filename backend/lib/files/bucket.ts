import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Content, Files, Part } from './store.ts';

/** Milliseconds for which a bucket is waited for: until it answers, and while it neither takes nor gives a piece. */
export interface Patience {
  answer: number;
  piece: number;
}
export const PATIENCE: Patience = { answer: 5000, piece: 30_000 };

/** How often a call is made again after an error of the bucket, and the first pause in milliseconds. */
const AGAIN = { times: 2, pause: 50 };
/** Bytes that are given to the bucket in one go. */
const PIECE = 65_536;

/** Ends a call when it is waited for too long; between its pieces nobody waits. */
function watch() {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const rest = () => clearTimeout(timer);
  const wait = (ms: number) => {
    rest();
    timer = setTimeout(() => ending.abort(new Error(`nothing for ${ms} ms`)), ms);
  };
  return { signal: ending.signal, wait, rest };
}
type Watch = ReturnType<typeof watch>;

async function* piecesOf(content: Content): AsyncGenerator<Uint8Array> {
  if (!(content instanceof Uint8Array)) yield* createReadStream(content.path) as AsyncIterable<Uint8Array>;
  else for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE);
}

async function digestOf(content: Content | undefined): Promise<string> {
  const hash = createHash('sha256');
  if (content) for await (const piece of piecesOf(content)) hash.update(piece);
  return hash.digest('hex');
}

interface BucketRequest {
  content?: { of: Content; type: string };
  part?: Part | undefined;
}
interface Answered {
  answer: Response;
  watched: Watch;
}

interface Bucket {
  base: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The calls to a bucket with path-style addresses; SeaweedFS, MinIO and Garage call their region `us-east-1`. */
function callsTo({ base, accessKeyId, secretAccessKey }: Bucket, patience: Patience) {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' });
  const bucket = base.replace(/\/$/, '');

  /** Sends a call once. The answer may be waited for longer while the bucket takes the content. */
  async function once(method: string, url: string, headers: Record<string, string>, content?: Content) {
    const watched = watch();
    async function* given() {
      for await (const piece of piecesOf(content!)) {
        watched.wait(patience.piece);
        yield piece;
      }
      watched.wait(patience.piece);
    }
    const body = content && (Readable.toWeb(Readable.from(given())) as ReadableStream);
    const request = await aws.sign(url, { method, headers, ...(body && { body }) });
    watched.wait(patience.answer);
    try {
      const answer = await fetch(request, { signal: watched.signal, redirect: 'manual' });
      return { answer, watched };
    } finally {
      watched.rest();
    }
  }

  async function call(method: string, key: string, { content, part }: BucketRequest = {}): Promise<Answered> {
    const url = `${bucket}/${key}`;
    const headers = {
      // The signature covers the content too, because the connection to the store may be plain http.
      'x-amz-content-sha256': await digestOf(content?.of),
      ...(content && { 'content-type': content.type, 'content-length': String(await lengthOf(content.of)) }),
      ...(part && { range: `bytes=${part.first}-${part.last}` }),
    };
    for (let left = AGAIN.times; ; left -= 1) {
      const answered = await once(method, url, headers, content?.of);
      const { ok, status, body } = answered.answer;
      if (ok || status === 404) return answered;
      await body?.cancel();
      if (left === 0 || (status < 500 && status !== 429)) throw new Error(`S3 ${method} ${url}: ${status}`);
      await sleep(AGAIN.pause * 2 ** (AGAIN.times - left));
    }
  }

  /** The pieces of an answer; whoever takes them may be slow, the bucket may not. */
  async function* taken({ answer, watched }: Answered): AsyncGenerator<Uint8Array> {
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    try {
      for (;;) {
        watched.wait(patience.piece);
        const { done, value } = await reader.read();
        watched.rest();
        if (done) return;
        yield value;
      }
    } finally {
      watched.rest();
      // Its reader may have gone before the end.
      await reader.cancel().catch(() => {});
    }
  }

  return { call, taken };
}

/** A store in an S3-compatible bucket. */
export function bucketFiles(bucket: Bucket, patience: Patience): Files {
  const { call, taken } = callsTo(bucket, patience);

  async function read(key: string, part?: Part) {
    const answered = await call('GET', key, { part });
    const { ok, body, headers } = answered.answer;
    if (ok && body)
      return {
        stream: Readable.from(taken(answered), { objectMode: false }),
        bytes: Number(headers.get('content-length')),
      };
    await body?.cancel();
    return null;
  }

  return {
    async put(key, of, type) {
      const { answer } = await call('PUT', key, { content: { of, type } });
      if (!answer.ok) throw new Error(`S3 PUT: ${answer.status}`);
    },
    async get(key) {
      const found = await read(key);
      return found && new Uint8Array(await buffer(found.stream));
    },
    read,
    async size(key) {
      const { answer } = await call('HEAD', key);
      return answer.ok ? Number(answer.headers.get('content-length')) : null;
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
        const answered = await call('GET', `?${query}`);
        const text = answered.answer.ok ? String(await buffer(taken(answered))) : '';
        if (!text.includes('<ListBucketResult')) throw new Error(`S3 list: ${answered.answer.status}`);
        keys.push(...[...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1]!));
        next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]?.replaceAll('&amp;', '&');
        more = next !== undefined && text.includes('<IsTruncated>true<');
      }
      return keys;
    },
  };
}

const lengthOf = async (content: Content): Promise<number> =>
  content instanceof Uint8Array ? content.length : (await stat(content.path)).size;
