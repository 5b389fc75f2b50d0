import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Env, GatewayConfig } from './env.ts';

/** The id of a request in gateway, backend, log and error page: the caller's when well formed, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id');
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

/**
 * The caller's address. Behind `proxies` trusted proxies it is the entry that the outermost of them wrote into
 * X-Forwarded-For; anybody can invent the entries further left. Without proxies it is the socket's.
 */
export function addressBehind(proxies: number, socketAddress: string, forwardedFor: string | null): string {
  if (proxies === 0) return socketAddress;
  const entry = forwardedFor?.split(',').at(-proxies)?.trim();
  return entry && /^[\da-f.:]{2,45}$/i.test(entry) ? entry : socketAddress;
}

/** The socket's address under @hono/node-server; Astro's server stores it on the request. */
function socketAddress(c: Context<Env>): string {
  const fromAstro: unknown = Reflect.get(c.req.raw, Symbol.for('astro.clientAddress'));
  return c.env?.incoming?.socket.remoteAddress ?? (typeof fromAstro === 'string' ? fromAstro : 'local');
}

/**
 * Step 1: request id, the caller's address, and one log line per request: the name of the call, never its path, query
 * or body.
 */
export function requestLine(log: Logger, config: GatewayConfig): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now();
    const requestId = requestIdOf(c.req.raw.headers);
    c.set('requestId', requestId);
    c.set('ip', addressBehind(config.TRUSTED_PROXIES, socketAddress(c), c.req.header('x-forwarded-for') ?? null));
    c.header('x-request-id', requestId);
    await next();
    const { status } = c.res;
    const user = c.get('user');
    log[status >= 500 ? 'error' : 'info']({
      requestId,
      method: c.req.method,
      route: c.get('route') ?? 'none',
      status,
      error: c.get('failed'),
      ms: Math.round(performance.now() - started),
      ip: c.get('ip'),
      user: user?.id,
      company: user?.company_id,
    });
  };
}
