/** Milliseconds after the last sign of use at which looking ends: an abandoned page must not keep its session alive. */
const PATIENCE_MS = 15 * 60_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;

/**
 * Looks again and again what others have done, while the page is seen and used, and at once when somebody comes back to
 * it, or its connection does. `everyMs`: milliseconds between two looks; `patience`: for how many milliseconds nobody
 * need use the page. A look that fails is made again. Returns what ends it.
 */
export function keepLooking(everyMs: number, look: () => Promise<unknown>, patience = PATIENCE_MS): () => void {
  let used = Date.now();
  const again = () => {
    if (!document.hidden && Date.now() - used <= patience) look().catch(console.info);
  };
  const timer = setInterval(again, everyMs);
  const looking = new AbortController();
  const options = { passive: true, signal: looking.signal };
  for (const sign of signs) addEventListener(sign, () => (used = Date.now()), options);
  for (const sign of ['online', 'offline']) addEventListener(sign, again, options);
  document.addEventListener('visibilitychange', again, options);
  return () => {
    clearInterval(timer);
    looking.abort();
  };
}
