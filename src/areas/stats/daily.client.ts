import { readAgain } from '#site/lib/read-again.client.ts';

/** Milliseconds between two looks, and after the last sign of use: an abandoned page must not keep its session alive. */
const EVERY_MS = 60_000;
const PATIENCE_MS = 10 * 60_000;

/** Puts what the server shows now in the place of what is shown, unless somebody is within it. */
async function look(): Promise<void> {
  const shown = document.querySelector('[data-live]');
  if (!shown || document.hidden || shown.contains(document.activeElement)) return;
  const page = await readAgain();
  if (!page) return;
  for (const part of ['[data-live]', '[data-live-at]']) {
    const [now, then] = [page, document].map((one) => one.querySelector(part));
    if (now && then) then.replaceWith(document.importNode(now, true));
  }
}

/** Shows the day as it goes on while somebody looks at it. */
export function keepLive(): void {
  let used = Date.now();
  for (const sign of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(sign, () => (used = Date.now()), { passive: true });
  setInterval(() => void (Date.now() - used < PATIENCE_MS && look()), EVERY_MS);
}
