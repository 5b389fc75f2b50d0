import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as TEXT } from 'hono/compress';

/** Compression would make a shorter body larger. */
const LEAST_BYTES = 1024;

/**
 * Compresses text responses whole, on a thread of the system: streaming compression would take a third of the time of a page. Brotli gives
 * the same size for the same work, but its memory use triggers garbage collection. ETags become weak; gateway and backend accept both
 * kinds.
 */
export const compressed: MiddlewareHandler = async (c, next) => {
  await next();
  const { status, headers, body } = c.res;
  const length = headers.get('content-length');
  if (!body || !TEXT.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return;
  // A file that comes in parts or piece by piece goes on as it is.
  if (headers.has('accept-ranges')) return;
  if (c.req.method === 'HEAD' || (length && Number(length) < LEAST_BYTES)) return;
  headers.append('vary', 'accept-encoding');
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(c.req.header('accept-encoding') ?? '')) return;
  const bytes = await promisify(gzip)(await c.res.arrayBuffer());
  headers.set('content-encoding', 'gzip');
  headers.set('content-length', String(bytes.length));
  const etag = headers.get('etag');
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`);
  // Cleared first, because Hono copies every header from an existing response.
  c.res = undefined;
  c.res = new Response(bytes, { status, headers });
};
