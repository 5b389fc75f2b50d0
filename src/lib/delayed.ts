/** A fetch state is shown after this time and lasts at least as long, so that it can be seen and does not flicker (specification §9). */
export const MINIMUM_MS = 200;

/** The promise's outcome, not before 200 ms have passed. */
export async function atLeast<T>(promise: Promise<T>, ms: number = MINIMUM_MS): Promise<T> {
  const [outcome] = await Promise.allSettled([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/**
 * The promise's outcome. `show` is called when it takes longer than 200 ms, and then the outcome comes 200 ms after that at the
 * earliest: quick answers show no loading state, slow ones none that flickers.
 */
export async function showWhile<T>(promise: Promise<T>, show: () => void): Promise<T> {
  let shown: Promise<unknown> = Promise.resolve();
  const timer = setTimeout(() => {
    show();
    shown = new Promise((resolve) => setTimeout(resolve, MINIMUM_MS));
  }, MINIMUM_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await shown;
  }
}
