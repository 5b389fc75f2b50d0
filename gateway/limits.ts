import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { Failure } from '#domain/errors.ts';
import { answerError } from './answer.ts';
import type { Env, GatewayConfig } from './env.ts';
import { tokenHash } from './users.ts';

const BODY_BYTES = 1_000_000;
const MINUTE = 60_000;
/** A whole showroom sits behind one address. */
const ANONYMOUS_FACTOR = 10;

/** Step 3a: JSON bodies up to 1 MB. */
export const limitBody: MiddlewareHandler<Env> = bodyLimit({
  maxSize: BODY_BYTES,
  onError: (c) => answerError(c, new Failure('invalid', 'Il contenuto inviato è troppo grande.'), 413),
});

/** Step 3b: nobody waits longer than the upstream may take and a little. */
export const limitTime = (config: GatewayConfig): MiddlewareHandler<Env> =>
  timeout(config.UPSTREAM_TIMEOUT + 500, () => new HTTPException(503));

/** `wait` > 0 (seconds): refuse. `reset`: seconds until all of the quota is there again. */
interface Taken {
  remaining: number;
  reset: number;
  wait: number;
}

export interface Limiter {
  /** Count one request. */
  take(key: string): Taken;
  /** Give the whole quota back. */
  clear(key: string): void;
}

/**
 * At most `quota` requests at once and per `windowMs`, refilled evenly (GCRA: one number per key). Keeps at most `most` keys:
 * the ones idle for longest go first.
 */
export function createLimiter(quota: number, windowMs: number, clock: () => number, most = 50_000): Limiter {
  const interval = windowMs / quota;
  const busyUntil = new Map<string, number>();
  return {
    take(key) {
      const now = clock();
      const from = Math.max(busyUntil.get(key) ?? 0, now);
      const free = Math.floor((now + windowMs - from) / interval + 1e-9);
      if (free < 1) {
        return {
          remaining: 0,
          reset: Math.ceil((from - now) / 1000),
          wait: Math.max(1, Math.ceil((from + interval - windowMs - now) / 1000)),
        };
      }
      busyUntil.delete(key);
      if (busyUntil.size >= most) busyUntil.delete(busyUntil.keys().next().value!);
      busyUntil.set(key, from + interval);
      return { remaining: free - 1, reset: Math.ceil((from + interval - now) / 1000), wait: 0 };
    },
    clear: (key) => void busyUntil.delete(key),
  };
}

/** Throws `too_many` when the quota is used up. */
export function refuseBeyond({ wait }: Taken): void {
  if (wait > 0) throw new Failure('too_many', undefined, { retryAfter: wait });
}

/** Step 3c, after the session is read: RATE_LIMIT calls per minute and session; without one, ten times that per address. */
export function limitRate(config: GatewayConfig, clock: () => number): MiddlewareHandler<Env> {
  if (config.RATE_LIMIT === 0) return (_c, next) => next();
  const quotas = { session: config.RATE_LIMIT, address: config.RATE_LIMIT * ANONYMOUS_FACTOR };
  const limiters = {
    session: createLimiter(quotas.session, MINUTE, clock),
    address: createLimiter(quotas.address, MINUTE, clock),
  };
  return async (c, next) => {
    const token = c.get('token');
    const by = token && c.get('trusted') ? 'session' : 'address';
    const taken = limiters[by].take(by === 'session' ? tokenHash(token!) : c.get('ip'));
    c.header('ratelimit-policy', `"${by}";q=${quotas[by]};w=60`);
    c.header('ratelimit', `"${by}";r=${taken.remaining};t=${taken.reset}`);
    refuseBeyond(taken);
    await next();
  };
}
