import { inline } from './inline.server.ts';

/**
 * Runs in the browser. Reloads the page when one of its own scripts or styles does not load, because the page is then of an older build; at
 * most once per 60 s (specification §2). Not while offline, as the page would be lost, and not without session storage, as it would reload
 * forever.
 */
function reloadWhenMissing(): void {
  const KEY = 'volante:reloadedAt';
  // Elements that a script shows later are hidden only when scripts run (ListTable.tsx).
  const { dataset } = document.documentElement;
  dataset.script = 'on';
  // A fresh visit starts at the top of the page. Going back or to a section needs the full height of the page at once (base.css).
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type === 'navigate' && !location.hash) dataset.anew = '';
  const missing = (event: Event): void => {
    try {
      if (navigator.onLine && Date.now() - Number(sessionStorage.getItem(KEY)) > 60_000) {
        sessionStorage.setItem(KEY, String(Date.now()));
        event.preventDefault();
        location.reload();
        return;
      }
    } catch {}
    delete dataset.script;
    dispatchEvent(new Event('volante:missing'));
  };
  addEventListener('vite:preloadError', missing);
  addEventListener('astro:hydration-error', (event) => {
    const { error } = (event as CustomEvent<{ error: unknown }>).detail;
    // No browser gives a failed import a name of its own: it is a TypeError whose message mentions a module.
    if (error instanceof TypeError && /module/i.test(error.message)) missing(event);
  });
  const isOurs = (part: EventTarget | null): boolean =>
    part instanceof HTMLScriptElement
      ? part.src.startsWith(`${location.origin}/_astro/`)
      : part instanceof HTMLLinkElement &&
        part.rel === 'stylesheet' &&
        part.href.startsWith(`${location.origin}/_astro/`);
  // Error events of elements do not bubble, so this listens while capturing.
  addEventListener('error', (event) => isOurs(event.target) && missing(event), true);
}

/** Goes into the head of every page, inline and first, because a separate script might be missing, too. */
export const reload = inline(reloadWhenMissing);
