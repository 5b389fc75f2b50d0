import { CallError } from '#site/lib/call.ts';

/** Does a step of an edition, and shows what the server makes of it; a refusal names all that is missing. */
export async function step(alert: HTMLElement, act: () => Promise<unknown>, then?: string): Promise<void> {
  try {
    await act();
    // The same address with a place in the page would only be scrolled to.
    if (then === undefined) location.reload();
    else location.assign(then);
  } catch (cause) {
    const missing = cause instanceof CallError ? (cause.body.missing ?? []) : [];
    alert.textContent = [(cause as Error).message, ...missing.map(({ sentence }) => sentence)]
      .filter((one, at, all) => all.indexOf(one) === at)
      .join(' · ');
    alert.hidden = false;
  }
}
