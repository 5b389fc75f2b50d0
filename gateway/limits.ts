import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { networkOf } from '#domain/auth/rules.ts';
import type { User } from '#domain/auth/schema.ts';
import { fileTooLarge, MOST_JSON_BYTES, type Endpoint } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { answerError } from './answer.ts';
import type { Env, GatewayConfig } from './env.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Exports and imports of one user in an hour. */
const LONG_CALLS = 60;
/**
 * Quota for files that never change (pictures of a list), as a multiple of the quota of calls: a page shows fifty of
 * them.
 */
const LASTING_FACTOR = 10;
/** Quota of calls that bring leads, as a multiple of the quota of calls: a portal sends them one by one. */
const INTAKE_FACTOR = 20;
/**
 * Bytes that one user or token may send in an hour: of leads, which are read and kept as they come, and of all other
 * calls together. Files have limits of their own.
 */
const HOURLY_BYTES = { intake: 40_000_000, others: 200_000_000 };
/** Quota of an address as a multiple of a user's: a whole showroom may share one address. */
const ANONYMOUS_FACTOR = 10;

/** The answer to a body that is longer, or holds more values, than its call allows. */
export const tooLarge = (c: Context<Env>) =>
  answerError(c, new Failure('invalid', 'Il contenuto inviato è troppo grande.'), 413);
const limitJson: MiddlewareHandler<Env> = bodyLimit({ maxSize: MOST_JSON_BYTES, onError: tooLarge });

/**
 * Step 3a: JSON bodies up to 1 MB. A file is forwarded while it arrives: its announced length is checked here, and Node
 * holds it to that; the backend counts a file without one.
 */
export const limitBody: MiddlewareHandler<Env> = async (c, next) => {
  // The body of a safe request is never read; asking whether there is one costs as much as the rest of the step.
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const most = c.get('upload');
  if (most === undefined) return limitJson(c, next);
  if (Number(c.req.header('content-length') ?? 0) <= most) return next();
  return answerError(c, new Failure('invalid', undefined, { fields: { file: fileTooLarge(most) } }), 413);
};

/** Long calls, such as an import of ten thousand rows, and those that wait for their turn may take this multiple of the usual time. */
const LONG_FACTOR = 6;
/** Uploads may take this multiple of the usual time, because they depend on the sender's line, often a phone's. */
const UPLOAD_FACTOR = 12;

const LASTING_WORK: readonly Endpoint['heavy'][] = ['long', 'file', 'intake'];

/** Milliseconds that the upstream may take for a call. */
export const timeOf = ({ UPSTREAM_TIMEOUT }: GatewayConfig, { heavy, upload, queued }: Endpoint): number =>
  UPSTREAM_TIMEOUT * (upload ? UPLOAD_FACTOR : queued || LASTING_WORK.includes(heavy) ? LONG_FACTOR : 1);

/** Step 3b: nobody waits much longer than the upstream may take. A known call sets its own limit by `mayTake`. */
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

/** `wait` > 0 (seconds): refuse. `reset`: seconds until the whole quota is available again. */
interface Taken {
  remaining: number;
  reset: number;
  wait: number;
}

export interface Limiter {
  /** Counts one request, or as many units; more than the whole quota count as all of it. */
  take(key: string, units?: number): Taken;
  /** Restores the whole quota. */
  clear(key: string): void;
}

/**
 * Allows `quota` requests at once and per `windowMs`, refilled evenly (GCRA: one number per key). Keeps at most `most`
 * keys; those idle for longest are dropped first.
 */
export function createLimiter(quota: number, windowMs: number, clock: () => number, most = 50_000): Limiter {
  const interval = windowMs / quota;
  const busyUntil = new Map<string, number>();
  return {
    take(key, units = 1) {
      const now = clock();
      const taken = Math.min(units, quota);
      const from = Math.max(busyUntil.get(key) ?? 0, now);
      const free = Math.floor((now + windowMs - from) / interval + 1e-9);
      if (free < taken) {
        return {
          remaining: 0,
          reset: Math.ceil((from - now) / 1000),
          wait: Math.max(1, Math.ceil((from + interval * taken - windowMs - now) / 1000)),
        };
      }
      busyUntil.delete(key);
      if (busyUntil.size >= most) busyUntil.delete(busyUntil.keys().next().value!);
      busyUntil.set(key, from + interval * taken);
      return { remaining: free - taken, reset: Math.ceil((from + interval * taken - now) / 1000), wait: 0 };
    },
    clear: (key) => void busyUntil.delete(key),
  };
}

/** Throws `too_many` when the quota is used up, with a sentence where the usual one does not say why. */
export function refuseBeyond({ wait }: Taken, sentence?: string): void {
  if (wait > 0) throw new Failure('too_many', sentence, { retryAfter: wait });
}

/** The bytes of a body that the caller announces; one that does not counts as the largest. */
const bytesOf = (c: Context<Env>): number => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return 0;
  const announced = c.req.header('content-length');
  return announced === undefined ? (c.req.raw.body ? MOST_JSON_BYTES : 0) : Number(announced);
};
const TOO_MUCH = 'Troppi dati inviati in un’ora: riprovare più tardi, o inviare meno dati per volta.';

/** Quotas of callers; RATE_LIMIT=0 turns all of them off. Each throws `too_many`. */
export interface Quotas {
  /** A request of an unknown caller: ten times RATE_LIMIT per minute and network. */
  stranger(c: Context<Env>): void;
  /**
   * A call of a user, over all sessions: RATE_LIMIT a minute; long ones (exports, imports) also 60 an hour; lasting
   * files and leads have a quota of their own. What they send is counted in bytes an hour.
   */
  call(c: Context<Env>, user: User, endpoint: Endpoint): void;
  /** A page of a user counts like a call; the calls that the page makes do not count. */
  page(user: User): void;
}

/** The quotas of this process: coarse, in memory. The backend counts tries at passwords in the database. */
export function createQuotas({ RATE_LIMIT }: GatewayConfig, clock: () => number): Quotas {
  if (RATE_LIMIT === 0) return { stranger: () => {}, call: () => {}, page: () => {} };
  const quotas = { user: RATE_LIMIT, address: RATE_LIMIT * ANONYMOUS_FACTOR };
  const users = createLimiter(quotas.user, MINUTE, clock);
  const addresses = createLimiter(quotas.address, MINUTE, clock);
  const long = createLimiter(LONG_CALLS, HOUR, clock);
  const lasting = createLimiter(RATE_LIMIT * LASTING_FACTOR, MINUTE, clock);
  const intake = createLimiter(RATE_LIMIT * INTAKE_FACTOR, MINUTE, clock);
  const bytes = {
    intake: createLimiter(HOURLY_BYTES.intake, HOUR, clock),
    others: createLimiter(HOURLY_BYTES.others, HOUR, clock),
  };
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
      const sent = endpoint.upload && !endpoint.intake ? 0 : bytesOf(c);
      if (sent > 0) refuseBeyond(bytes[endpoint.intake ? 'intake' : 'others'].take(keyOf(user), sent), TOO_MUCH);
      if (endpoint.intake) return refuseBeyond(intake.take(keyOf(user)));
      told(c, 'user', users.take(keyOf(user)));
      if (endpoint.heavy === 'long') refuseBeyond(long.take(keyOf(user)));
    },
    page: (user) => refuseBeyond(users.take(keyOf(user))),
  };
}

/** The most uploads in progress of a person and of a company: on a slow line each takes its place for two minutes. */
export const FILES = { person: 10, company: 40 };

/**
 * Runs `work` while the user and its company have few enough uploads in progress, so that others find a place. Throws
 * `too_many`.
 */
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

/** Step 3c, after the session is read: strangers are counted by their network, known users in step 6. */
export const limitStrangers =
  (quotas: Quotas): MiddlewareHandler<Env> =>
  async (c, next) => {
    if (!c.get('trusted')) quotas.stranger(c);
    await next();
  };
