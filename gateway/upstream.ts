import {
  bulkhead,
  type BulkheadPolicy,
  BrokenCircuitError,
  BulkheadRejectedError,
  circuitBreaker,
  ConstantBackoff,
  handleWhen,
  handleWhenResult,
  retry,
  SamplingBreaker,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import { Failure, gone, isGone } from '#domain/errors.ts';
import { FILES } from './limits.ts';
import { type Arrived, Broken, type Reach, type Sent } from './reach.ts';

/** An answer as it arrived: all of it, or the stream of a file whose headers have arrived. */
export interface Raw extends Pick<Arrived, 'status' | 'header'> {
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

interface Sending {
  /** Time limit of the whole call, in milliseconds. */
  ms: number;
  /** Whether the answer is a file, passed on while it arrives. */
  streamed: boolean;
  /** Whether it may be sent again when the upstream has undone it. */
  repeats: boolean;
  /** The caller: a token, or the address of a stranger, and the lane of a heavy call. */
  by: string;
  /** Ends the wait earlier. */
  until?: AbortSignal | undefined;
}

const ANSWER_BYTES = 10_000_000;
/** The most simultaneous calls, and how many may wait; further ones get 503 at once. */
const [RUNNING, WAITING] = [100, 1000];
/**
 * The same limits for one caller, for heavy calls of each kind by themselves. The upstream works on four calls of a
 * person; more would only take the places of others. Uploads have their own places and must not wait here, so as many run at once.
 */
const OWN = { running: FILES.person, waiting: 200 };

/**
 * Whether the caller went away while its file passed through: a phone that loses its line does not count against the
 * upstream.
 */
const isCallerGone = (error: unknown): boolean =>
  !(error instanceof Broken) && (isGone(error) || (error instanceof Error && isGone(error.cause)));

/**
 * Any other exception than a broken connection is a programming error: it is neither repeated nor counted against the
 * upstream.
 */
const isBroken = (error: unknown) => error instanceof Broken;
const isDown = (error: unknown) => error instanceof TaskCancelledError || isBroken(error);
const isUnavailable = (error: unknown) =>
  isDown(error) || error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;

/**
 * The upstream undid the call because somebody else held what it needed, and says that it may be sent again in a second.
 */
const isUndone = (raw: unknown) => (raw as Raw).status === 503 && (raw as Raw).header('retry-after') === '1';

/**
 * Sends calls to the upstream: with a total time, limited numbers at once in all and of one caller, one retry for GET
 * and for what the upstream has undone, and a breaker that opens when more than half of at least 20 calls in 10 s fail
 * and lets one call through after 5 s (rules.md §26, 4); an answer that says when to come again is no failure, as a
 * part of the companies may be out of its reach. Throws `unavailable` when no answer comes, `too_many` when far too many
 * calls of the caller wait. Redirects are returned and never followed.
 */
export function createSender(reach: Reach) {
  const breaker = circuitBreaker(
    handleWhen(isDown).orWhenResult(
      (raw) => [502, 503, 504].includes((raw as Raw).status) && (raw as Raw).header('retry-after') === null,
    ),
    { halfOpenAfter: 5000, breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 2 }) },
  );
  const crowd = bulkhead(RUNNING, WAITING);
  const callers = new Map<string, BulkheadPolicy>();
  const undone = retry(handleWhenResult(isUndone), { maxAttempts: 1, backoff: new ConstantBackoff(1000) });
  const again = retry(handleWhen(isBroken), { maxAttempts: 1, backoff: new ConstantBackoff(50) });

  /**
   * Sends once. It ends with `signal` even if the upstream ignores it; a call that has returned is not aborted any
   * more, so the stream of a file, once begun, continues.
   */
  async function sendOnce(sent: Sent, streamed: boolean, signal: AbortSignal): Promise<Raw> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = () => reject(new TaskCancelledError());
    const work = async (): Promise<Raw> => {
      const { status, header, stream, whole } = await reach(sent, signal);
      const isGood = status >= 200 && status <= 299;
      return { status, header, body: streamed && isGood ? stream() : await whole(ANSWER_BYTES) };
    };
    if (signal.aborted) throw new TaskCancelledError();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([work(), stopped]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  return async (sent: Sent, { ms, streamed, repeats, by, until }: Sending): Promise<Raw> => {
    const own = callers.get(by) ?? bulkhead(OWN.running, OWN.waiting);
    if (own.queueSlots === 0) throw new Failure('too_many', undefined, { retryAfter: 2 });
    callers.set(by, own);
    try {
      const bound = wrap(timeout(ms, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false }), own, crowd);
      const once = sent.method === 'GET' ? wrap(again, breaker) : breaker;
      const policy = repeats ? wrap(bound, undone, once) : wrap(bound, once);
      return await policy.execute(({ signal }) => sendOnce(sent, streamed, signal), until);
    } catch (cause) {
      if (isCallerGone(cause)) throw gone();
      throw isUnavailable(cause) ? new Failure('unavailable', undefined, { cause, retryAfter: 5 }) : cause;
    } finally {
      if (own.executionSlots === OWN.running) callers.delete(by);
    }
  };
}
