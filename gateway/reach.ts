import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { bodies } from '#domain/answer-mark.ts';
import { Failure } from '#domain/errors.ts';
import type { Upstream } from './env.ts';

/** A call on its way: `path` with its query, and JSON text or the stream of a file. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | ReadableStream<Uint8Array> | null;
}

/** An answer whose headers have arrived. Redirects are answers as well: nothing follows them. */
export interface Arrived {
  status: number;
  header(name: string): string | null;
  /** The body as a whole; throws `bad_answer` when it has more than `most` bytes. */
  whole(most: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Or as a stream, for a file that goes on while it arrives. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** Sends one call; `signal` breaks it off, also while its answer arrives. Throws `Broken` when the connection fails. */
export type Reach = (sent: Sent, signal: AbortSignal) => Promise<Arrived>;

/** The connection to the upstream failed, rather than the code on either side. */
export class Broken extends Error {}

/** The body of a stream is sent while it arrives; the browser's types do not have this option, which Node requires. */
const STREAMED: object = { duplex: 'half' };
const NOWHERE = 'http://backend.invalid';

/** The upstream in this process, a function. */
export function inProcess(upstream: Upstream): Reach {
  return async ({ path, body, ...rest }, signal) => {
    const asked = new Request(NOWHERE + path, { ...rest, body, signal, ...(body && STREAMED) });
    const answer = await upstream(asked);
    return {
      status: answer.status,
      header: (name) => answer.headers.get(name),
      whole: async (most) => {
        const body = bodies.get(answer);
        return wholeOf(body ? [body] : (answer.body ?? []), most);
      },
      stream: () => answer.body as ReadableStream<Uint8Array<ArrayBuffer>> | null,
    };
  };
}

/**
 * The upstream at an address, over connections that are kept open and used again. Node's own client takes half of the
 * processor time of `fetch` (decision 027).
 */
export function overHttp(address: string): Reach {
  const { protocol, hostname, port, pathname } = new URL(address);
  const { request, Agent } = protocol === 'https:' ? https : http;
  const base = pathname.replace(/\/+$/, '');
  const host = hostname.replace(/^\[|\]$/g, '');
  const where = { protocol, hostname: host, port, agent: new Agent({ keepAlive: true }) };
  return ({ method, path, headers, body }, signal) =>
    new Promise((done, fail) => {
      const asked = request({ ...where, path: base + path, method, headers }, (answer) => {
        done({
          status: answer.statusCode!,
          header: (name) => {
            const value = answer.headers[name];
            return Array.isArray(value) ? value.join(', ') : (value ?? null);
          },
          whole: (most) => wholeOf(unbroken(answer), most),
          stream: () => Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>,
        });
      });
      signal.addEventListener('abort', () => asked.destroy(), { once: true });
      asked.on('error', (cause) => fail(new Broken('no answer', { cause })));
      if (typeof body === 'string' || body === null) asked.end(body ?? undefined);
      else
        void pass(body, asked).catch((error: unknown) => {
          fail(error);
          asked.destroy();
        });
    });
}

/**
 * Passes a file on while it arrives, one piece at a time. The rest of one that nobody takes is not cancelled: that would
 * cut its sender off before the answer.
 */
async function pass(file: ReadableStream<Uint8Array>, asked: http.ClientRequest): Promise<void> {
  const reader = file.getReader();
  const closed = new Promise((done) => asked.once('close', done));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (asked.destroyed) return;
      if (done) return void asked.end();
      await Promise.race([new Promise((sent) => asked.write(value, sent)), closed]);
    }
  } finally {
    reader.releaseLock();
  }
}

async function* unbroken(answer: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* answer as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new Broken('the answer was cut', { cause });
  }
}

const tooLarge = () => new Failure('bad_answer', undefined, { cause: new Error('answer too large') });

async function wholeOf(
  pieces: AsyncIterable<Uint8Array> | Uint8Array[],
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    // The rest is not read.
    if (size > most) throw tooLarge();
    held.push(piece);
  }
  return (held.length === 1 ? held[0]! : Buffer.concat(held)) as Uint8Array<ArrayBuffer>;
}
