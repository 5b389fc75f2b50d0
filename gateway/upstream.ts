import {
  bulkhead,
  type BulkheadPolicy,
  BrokenCircuitError,
  BulkheadRejectedError,
  circuitBreaker,
  ConstantBackoff,
  handleWhen,
  retry,
  SamplingBreaker,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import { Failure, gone, isGone } from '#domain/errors.ts';
import type { Upstream } from './env.ts';
import { FILES } from './limits.ts';

/** An answer as it arrived: all bytes, or the stream of a file whose headers have arrived. */
export interface Raw {
  status: number;
  headers: Headers;
  body: Uint8Array | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

interface Sending {
  /** Time limit of the whole call, in milliseconds. */
  ms: number;
  /** Whether the answer is a file, passed on while it arrives. */
  streamed: boolean;
  /** The caller: a token, or the address of a stranger. */
  by: string;
  /** Ends the wait earlier. */
  until?: AbortSignal | undefined;
}

const ANSWER_BYTES = 10_000_000;
/** The most simultaneous calls, and how many may wait; further ones get 503 at once. */
const [RUNNING, WAITING] = [100, 1000];
/**
 * The same limits for one caller. The upstream works on six calls of a person; more would only take the places of
 * others. Uploads have their own places and must not wait here, so as many run at once.
 */
const OWN = { running: FILES.person, waiting: 200 };

/**
 * Whether the caller went away while its file passed through: a phone that loses its line does not count against the
 * upstream.
 */
const isCallerGone = (error: unknown): boolean => isGone(error) || (error instanceof Error && isGone(error.cause));

/**
 * Whether the connection failed rather than the code. `fetch` says so in one of two sentences, sockets by their code.
 * Any other exception of an upstream in this process is a programming error: it is neither repeated nor counted against
 * the upstream.
 */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || isCallerGone(error)) return false;
  if (error instanceof TypeError && /^(fetch failed|terminated)/.test(error.message)) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code);
}
const isDown = (error: unknown) => error instanceof TaskCancelledError || isConnectionError(error);
const isUnavailable = (error: unknown) =>
  isDown(error) || error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;

/** Reads a body up to a limit; beyond it the rest is not read and the answer is refused. */
async function readBounded(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > ANSWER_BYTES) throw new Failure('bad_answer', undefined, { cause: new Error('answer too large') });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Sends calls to the upstream: with a total time, limited numbers at once in all and of one caller, one retry
 * for GET, and a breaker that opens when more than half of at least 20 calls in 10 s fail and lets one call through
 * after 5 s (reliability.md A15). Throws `unavailable` when no answer comes, `too_many` when far too many calls of the
 * caller wait. Redirects are returned and never followed.
 */
export function createSender(upstream: Upstream) {
  const breaker = circuitBreaker(
    handleWhen(isDown).orWhenResult((raw) => [502, 503, 504].includes((raw as Raw).status)),
    { halfOpenAfter: 5000, breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 2 }) },
  );
  const crowd = bulkhead(RUNNING, WAITING);
  const callers = new Map<string, BulkheadPolicy>();
  const again = retry(handleWhen(isConnectionError), { maxAttempts: 1, backoff: new ConstantBackoff(50) });

  /**
   * Sends once. It ends with `signal` even if the upstream ignores it; the stream of a file, once begun, continues.
   */
  async function sendOnce(url: URL, init: RequestInit, streamed: boolean, signal: AbortSignal): Promise<Raw> {
    const own = new AbortController();
    let stop = () => {};
    const stopped = new Promise<never>((_, reject) => {
      stop = () => {
        own.abort();
        reject(new TaskCancelledError());
      };
    });
    const work = async (): Promise<Raw> => {
      const response = await upstream(new Request(url, { ...init, redirect: 'manual', signal: own.signal }));
      const { status, headers } = response;
      return { status, headers, body: streamed && response.ok ? response.body : await readBounded(response.body) };
    };
    if (signal.aborted) throw new TaskCancelledError();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([work(), stopped]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  return async (url: URL, init: RequestInit & { method: string }, sending: Sending): Promise<Raw> => {
    const { ms, streamed, by, until } = sending;
    const own = callers.get(by) ?? bulkhead(OWN.running, OWN.waiting);
    if (own.queueSlots === 0) throw new Failure('too_many', undefined, { retryAfter: 2 });
    callers.set(by, own);
    try {
      const bound = wrap(timeout(ms, TimeoutStrategy.Aggressive), own, crowd);
      const policy = init.method === 'GET' ? wrap(bound, again, breaker) : wrap(bound, breaker);
      return await policy.execute(({ signal }) => sendOnce(url, init, streamed, signal), until);
    } catch (cause) {
      if (isCallerGone(cause)) throw gone();
      throw isUnavailable(cause) ? new Failure('unavailable', undefined, { cause, retryAfter: 5 }) : cause;
    } finally {
      if (own.executionSlots === OWN.running) callers.delete(by);
    }
  };
}
