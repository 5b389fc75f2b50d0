import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showWhile } from '#site/lib/delayed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An answer after so many milliseconds; what was shown, and when the outcome came. */
async function ask(ms: number, { fails = false } = {}) {
  const began = Date.now();
  const seen = { shownAt: null as number | null, came: null as number | null };
  const answer = new Promise<string>((resolve, reject) =>
    setTimeout(() => (fails ? reject(new Error('no')) : resolve('yes')), ms),
  );
  const outcome = showWhile(answer, () => (seen.shownAt = Date.now() - began)).finally(
    () => (seen.came = Date.now() - began),
  );
  const settled = outcome.catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  return { ...seen, outcome: await settled };
}

test('a quick answer shows no loading state and is not held back', async () => {
  expect(await ask(0)).toEqual({ shownAt: null, came: 0, outcome: 'yes' });
  expect(await ask(199)).toEqual({ shownAt: null, came: 199, outcome: 'yes' });
});

test('a slow answer shows it after 200 ms and for 200 ms at the least, also when it fails', async () => {
  expect(await ask(201)).toEqual({ shownAt: 200, came: 400, outcome: 'yes' });
  expect(await ask(350, { fails: true })).toEqual({ shownAt: 200, came: 400, outcome: 'no' });
  expect(await ask(1000)).toEqual({ shownAt: 200, came: 1000, outcome: 'yes' });
});
