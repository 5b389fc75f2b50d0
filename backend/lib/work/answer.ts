import { bodies } from '#domain/answer-mark.ts';
import type { FileAnswer, StreamAnswer } from './bind.ts';

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

/** A file answer that no browser runs or guesses about. */
export function answerFile(file: FileAnswer | StreamAnswer): Response {
  const { type, name, inline = false } = file;
  const plain = name.replace(/[^\w.-]/g, '_');
  // RFC 8187: an apostrophe ends the language tag, and brackets and asterisks are not allowed, but encodeURIComponent
  // keeps them.
  const coded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return new Response(bodyOf(file), {
    headers: {
      'content-type': type,
      'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${coded}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'private, no-store',
    },
  });
}
