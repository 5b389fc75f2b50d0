/** A fetch state lasts at least this long, so that it can be seen and does not flicker (specification §9). */
export const MINIMUM_MS = 200;

/** The promise's outcome, not before 200 ms have passed. */
export async function atLeast<T>(promise: Promise<T>, ms: number = MINIMUM_MS): Promise<T> {
  const [outcome] = await Promise.allSettled([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
