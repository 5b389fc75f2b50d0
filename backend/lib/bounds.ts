import { type Failure, gone } from '#domain/errors.ts';

/** A task took more time or memory than any of ours needs. */
export class Overrun extends Error {}

/** For files of others: that a task overran is the file's fault, and its sender is told so. */
export const overrunAs =
  (failure: Failure) =>
  (error: unknown): never => {
    throw error instanceof Overrun ? failure : error;
  };

export interface Bounds {
  /** At a time; the next one waits, and its time does not run. */
  tasks: number;
  seconds: number;
  megabytes: number;
}

/**
 * Runs `work` with a signal that ends it after `seconds`, or when its caller goes away. Throws `Overrun` after the time, and `gone`
 * where the caller went away.
 */
export async function within<T>(
  { seconds }: Bounds,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), seconds * 1000);
  try {
    if (caller?.aborted) throw gone();
    return await work(caller ? AbortSignal.any([time.signal, caller]) : time.signal);
  } catch (error) {
    if (caller?.aborted) throw gone();
    throw time.signal.aborted ? new Overrun(`longer than ${seconds} s`, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}
