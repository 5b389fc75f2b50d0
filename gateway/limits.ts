import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { networkOf } from '#domain/auth/rules.ts';
import type { User } from '#domain/auth/schema.ts';
import type { Endpoint } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { answerError } from './answer.ts';
import type { Env, GatewayConfig } from './env.ts';

const BODY_BYTES = 1_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Exports and imports of one user in an hour. */
const LONG_CALLS = 60;
/** Files that never change (pictures of a list) over the quota of calls: a page shows fifty of them. */
const LASTING_FACTOR = 10;
/** Quota of an address over that of a user: a whole showroom may share one address. */
const ANONYMOUS_FACTOR = 10;

/** The answer to a body that is longer, or holds more, than any that its call takes. */
export const tooLarge = (c: Context<Env>) =>
  answerError(c, new Failure('invalid', 'Il contenuto inviato è troppo grande.'), 413);
const limitJson: MiddlewareHandler<Env> = bodyLimit({ maxSize: BODY_BYTES, onError: tooLarge });

/**
 * Step 3a: JSON bodies up to 1 MB. A file passes on while it comes: here as far as it says its length, which Node holds it to; one
 * that says none is counted by the backend.
 */
export const limitBody: MiddlewareHandler<Env> = async (c, next) => {
  const most = c.get('upload');
  if (most === undefined) return limitJson(c, next);
  return Number(c.req.header('content-length') ?? 0) > most ? tooLarge(c) : next();
};

/** What is long by its nature, such as an import of ten thousand rows, may take so many times as long as other calls. */
const LONG_FACTOR = 6;
/** A file takes as long as the line of who sends it, often a phone's. */
const UPLOAD_FACTOR = 12;

/** Milliseconds that the upstream may take for a call. */
export const timeOf = ({ UPSTREAM_TIMEOUT }: GatewayConfig, { heavy, upload }: Endpoint): number =>
  UPSTREAM_TIMEOUT * (upload ? UPLOAD_FACTOR : heavy === 'long' || heavy === 'file' ? LONG_FACTOR : 1);

/** Step 3b: nobody waits longer than the upstream may take and a little. A call that is known sets its own time by `mayTake`. */
export const limitTime =
  ({ UPSTREAM_TIMEOUT }: GatewayConfig): MiddlewareHandler<Env> =>
  async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, refuse) => {
      c.set('mayTake', (ms) => {
        clearTimeout(timer);
        timer = setTimeout(() => refuse(new Failure('unavailable')), ms + 500);
      });
      c.get('mayTake')(UPSTREAM_TIMEOUT);
    });
    await Promise.race([next(), late]).finally(() => clearTimeout(timer));
  };

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

/** Who may ask how often; all of it is off with RATE_LIMIT=0. Each throws `too_many`. */
export interface Quotas {
  /** A request of nobody that is known: ten times RATE_LIMIT per minute and network. */
  stranger(c: Context<Env>): void;
  /** A call of a user, over all its sessions: RATE_LIMIT a minute; long ones (exports, imports) 60 an hour, too; lasting files apart. */
  call(c: Context<Env>, user: User, endpoint: Endpoint): void;
  /** A page of a user counts like a call; the calls that it makes do not. */
  page(user: User): void;
}

/** The quotas of this process: coarse, in memory. What guards a password is counted in the database by the backend. */
export function createQuotas({ RATE_LIMIT }: GatewayConfig, clock: () => number): Quotas {
  if (RATE_LIMIT === 0) return { stranger: () => {}, call: () => {}, page: () => {} };
  const quotas = { user: RATE_LIMIT, address: RATE_LIMIT * ANONYMOUS_FACTOR };
  const users = createLimiter(quotas.user, MINUTE, clock);
  const addresses = createLimiter(quotas.address, MINUTE, clock);
  const long = createLimiter(LONG_CALLS, HOUR, clock);
  const lasting = createLimiter(RATE_LIMIT * LASTING_FACTOR, MINUTE, clock);
  const keyOf = ({ id, company_id }: User) => `${company_id}/${id}`;
  const told = (c: Context<Env>, by: keyof typeof quotas, taken: Taken) => {
    c.header('ratelimit-policy', `"${by}";q=${quotas[by]};w=60`);
    c.header('ratelimit', `"${by}";r=${taken.remaining};t=${taken.reset}`);
    refuseBeyond(taken);
  };
  return {
    stranger: (c) => told(c, 'address', addresses.take(networkOf(c.get('ip')))),
    call(c, user, endpoint) {
      if (endpoint.lasting) return refuseBeyond(lasting.take(keyOf(user)));
      told(c, 'user', users.take(keyOf(user)));
      if (endpoint.heavy === 'long') refuseBeyond(long.take(keyOf(user)));
    },
    page: (user) => refuseBeyond(users.take(keyOf(user))),
  };
}

/** Files on their way at a time, of a person and of a company: on a slow line each keeps its place for two minutes. */
export const FILES = { person: 10, company: 40 };

/** Runs `work` while few enough files of the user and of its company are on their way, so that others find a place. Throws `too_many`. */
export function createArrivals() {
  const held = new Map<string, number>();
  return async <T>({ id, company_id }: User, work: () => Promise<T>): Promise<T> => {
    const shares = [
      [`${company_id}/${id}`, FILES.person],
      [`${company_id}`, FILES.company],
    ] as const;
    const countOf = (key: string) => held.get(key) ?? 0;
    if (shares.some(([key, most]) => countOf(key) >= most)) throw new Failure('too_many', undefined, { retryAfter: 5 });
    for (const [key] of shares) held.set(key, countOf(key) + 1);
    try {
      return await work();
    } finally {
      for (const [key] of shares)
        if (countOf(key) === 1) held.delete(key);
        else held.set(key, countOf(key) - 1);
    }
  };
}

/** Step 3c, after the session is read: strangers count by their network; users when they are known, in step 6. */
export const limitStrangers =
  (quotas: Quotas): MiddlewareHandler<Env> =>
  async (c, next) => {
    if (!c.get('trusted')) quotas.stranger(c);
    await next();
  };
