import type { MiddlewareHandler } from 'hono';
import { OCTETS } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { Env, GatewayConfig } from './env.ts';
import { BEARER, cookieOf, SESSION_DOOR, sessionCookie } from './session.ts';

const isSafe = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Whether it is `application/json`, with or without charset: the only type of our bodies, and one that no HTML form can
 * send.
 */
export const isJson = (contentType: string | null): boolean =>
  contentType !== null && /^application\/json(;\s*charset=utf-8)?$/i.test(contentType.trim());

/**
 * Whether the caller is another system: it sends Authorization or X-Session, which no foreign page can make a browser
 * add, and no session cookie. Any other request that changes state must prove that it comes from this application.
 */
function isOtherSystem(headers: Headers, config: GatewayConfig): boolean {
  const asks = BEARER.test(headers.get('authorization') ?? '') || headers.get(SESSION_DOOR) === 'bearer';
  return asks && cookieOf(headers, sessionCookie(config).name) === undefined;
}

/**
 * Whether this request may change state for the person whose browser sent it (rules.md §26, 3). In this order: safe
 * methods and other systems pass; Sec-Fetch-Site must be same-origin; without it Origin must be the configured one;
 * without both it is refused.
 */
export function isOwnRequest(method: string, headers: Headers, config: GatewayConfig): boolean {
  if (isSafe(method) || isOtherSystem(headers, config)) return true;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return headers.get('origin') === new URL(config.PUBLIC_ORIGIN).origin;
}

/** Step 5: refuses requests that another site made the browser send, and bodies that a plain form can send. */
export function csrfGuard(config: GatewayConfig): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { headers } = c.req.raw;
    if (!isOwnRequest(c.req.method, headers, config)) {
      throw new Failure('forbidden', 'Richiesta rifiutata: non proviene da questa applicazione.');
    }
    if (!isSafe(c.req.method) && !isOtherSystem(headers, config)) {
      const type = headers.get('content-type');
      // A file is judged by its type alone: it is not read before the sender is known.
      if (c.get('upload') !== undefined && type === OCTETS) return next();
      const bodyless = type === null && (await c.req.arrayBuffer()).byteLength === 0;
      if (!bodyless && !isJson(type)) throw new Failure('forbidden', 'Richiesta rifiutata: il corpo deve essere JSON.');
    }
    await next();
  };
}
