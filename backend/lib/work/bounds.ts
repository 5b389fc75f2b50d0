import { type Failure, gone } from '#domain/errors.ts';

/** A task took more time or memory than any honest one needs, or crashed what runs it. */
export class Overrun extends Error {}

/** The machine has no memory, process or descriptor for a task: it is not the task's fault, and later it may run. */
export class Starved extends Error {}

/**
 * Turns an `Overrun` into a failure with it as cause: for files that people send, since the file causes the overrun and
 * its sender must be told.
 */
export const overrunAs =
  (failure: (cause: Overrun) => Failure) =>
  (error: unknown): never => {
    throw error instanceof Overrun ? failure(error) : error;
  };

export interface Bounds {
  /** Tasks at a time. The next one waits, and its time starts only when its turn comes. */
  tasks: number;
  seconds: number;
  megabytes: number;
}

/**
 * Runs `work` with a signal that ends it after `seconds`, or when its caller goes away. Throws `Overrun` in the first
 * case, `gone` in the second.
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
