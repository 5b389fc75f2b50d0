/**
 * A loading state appears after this time and lasts at least as long, so that it is visible and does not flicker (specification §9). In ms.
 */
export const MINIMUM_MS = 200;

/** The promise's outcome, at the earliest after `ms` milliseconds. */
export async function atLeast<T>(promise: Promise<T>, ms: number = MINIMUM_MS): Promise<T> {
  const [outcome] = await Promise.allSettled([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/**
 * The promise's outcome. If it takes longer than 200 ms, `show` is called, and the outcome then comes at least 200 ms later: fast answers
 * show no loading state, and slow ones show it without flicker.
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
