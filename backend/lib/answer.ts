import type { FileAnswer } from './bind.ts';

/** A JSON answer: 204 without a value, ETag when the record has a version. */
export function answerJson(value: unknown, status: number, replayed = false): Response {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (replayed) headers['idempotent-replayed'] = 'true';
  if (value === undefined || value === null) return new Response(null, { status: 204, headers });
  const { version } = value as { version?: unknown };
  if (typeof version === 'number') headers.etag = `"v${version}"`;
  return Response.json(value, { status, headers });
}

/** An answer that the caller may keep and ask about: 304 when one of the hashes in `known` (If-None-Match) is still its own. */
export function answerCached(value: { hash: string }, known = ''): Response {
  const etag = `"${value.hash}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  // A proxy that compresses weakens the ETag it passes on; the content is the same.
  const same = known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
  return same ? new Response(null, { status: 304, headers }) : Response.json(value, { headers });
}

/** A file answer that no browser runs or guesses about. */
export function answerFile({ bytes, type, name, inline = false }: FileAnswer): Response {
  const plain = name.replace(/[^\w.-]/g, '_');
  // An apostrophe ends the language in this form (RFC 8187), and a bracket is no letter of it.
  const coded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return new Response(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${coded}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'private, no-store',
    },
  });
}
