import { bodies } from '#domain/answer-mark.ts';
import { Readable } from 'node:stream';
import { Failure } from '#domain/errors.ts';
import { partOf, tagOf, type Wanted } from '../files/ranges.ts';
import type { Files } from '../files/store.ts';
import type { FileAnswer, StoredAnswer, StreamAnswer } from './bind.ts';

function jsonResponse(value: unknown, init: { status?: number; headers: Record<string, string> }): Response {
  // Bytes lie outside the heap: as text, two bytes a sign, the collector copies a list of 30 kB twice (decision 027).
  const body = Buffer.from(JSON.stringify(value));
  const response = new Response(body, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
  bodies.set(response, body);
  return response;
}

/** A JSON answer: status 204 without a value, and an ETag when the record has a version. */
export function answerJson(value: unknown, status: number, replayed = false): Response {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (replayed) headers['idempotent-replayed'] = 'true';
  if (value === undefined || value === null) return new Response(null, { status: 204, headers });
  const { version } = value as { version?: unknown };
  if (typeof version === 'number') headers.etag = `"v${version}"`;
  return jsonResponse(value, { status, headers });
}

/** An answer that the caller may keep and ask for again: 304 when `known` (If-None-Match) holds its current hash. */
export function answerCached(value: { hash: string }, known = ''): Response {
  const etag = `"${value.hash}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  // A proxy that compresses weakens the ETag it passes on; the content is the same.
  const same = known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
  return same ? new Response(null, { status: 304, headers }) : jsonResponse(value, { headers });
}

function bodyOf(file: FileAnswer | StreamAnswer): BodyInit {
  if ('stream' in file) return file.stream;
  return typeof file.bytes === 'string' ? file.bytes : new Uint8Array(file.bytes);
}

/** Headers of a file that no browser runs or guesses about. */
function headersOf({ type, name, inline = false }: Omit<FileAnswer, 'bytes'>): Record<string, string> {
  const plain = name.replace(/[^\w.-]/g, '_');
  // RFC 8187: an apostrophe ends the language tag, and brackets and asterisks are not allowed, but encodeURIComponent
  // keeps them.
  const coded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return {
    'content-type': type,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${coded}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'private, no-store',
  };
}

export const answerFile = (file: FileAnswer | StreamAnswer): Response =>
  new Response(bodyOf(file), { headers: headersOf(file) });

/**
 * A file of the store, or the part of it that the caller asks for (206; 416 when there is none of it), piece by piece as
 * it is taken. Throws `not_found` when the store has none.
 */
export async function answerStored(files: Files, file: StoredAnswer, wanted: Wanted): Promise<Response> {
  const { key } = file;
  const tag = tagOf(key);
  const headers = { ...headersOf(file), etag: tag, 'accept-ranges': 'bytes' };
  const size = wanted.range === undefined ? null : await files.size(key);
  const part = size === null ? null : partOf(wanted, size, tag);
  if (part === 'outside')
    return new Response(null, {
      status: 416,
      headers: { 'accept-ranges': 'bytes', 'content-range': `bytes */${size}` },
    });
  const found = await files.read(key, part ?? undefined);
  if (!found) throw new Failure('not_found');
  return new Response(Readable.toWeb(found.stream) as ReadableStream<Uint8Array>, {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(found.bytes),
      ...(part && { 'content-range': `bytes ${part.first}-${part.last}/${size}` }),
    },
  });
}
