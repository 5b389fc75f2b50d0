import { inline } from './inline.server.ts';

/**
 * Runs in the browser. A script or style of ours that does not load is of an older build, be it of the shell, of an island or of a
 * part loaded later: reload, at most once per 60 s (specification §2). Without connection a reload would only lose the page, without
 * storage it would never end.
 */
function reloadWhenMissing(): void {
  const KEY = 'volante:reloadedAt';
  // What a script shows later is hidden only where there is one (ListTable.tsx).
  const { dataset } = document.documentElement;
  dataset.script = 'on';
  // Who comes anew stands at the head of the page; who comes back, or to a part of it, where the whole height is needed (base.css).
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
    // Browsers have no name for it: an import that fails is a TypeError that speaks of a module.
    if (error instanceof TypeError && /module/i.test(error.message)) missing(event);
  });
  const isOurs = (part: EventTarget | null): boolean =>
    part instanceof HTMLScriptElement
      ? part.src.startsWith(`${location.origin}/_astro/`)
      : part instanceof HTMLLinkElement &&
        part.rel === 'stylesheet' &&
        part.href.startsWith(`${location.origin}/_astro/`);
  // Of elements it does not rise: heard on its way down.
  addEventListener('error', (event) => isOurs(event.target) && missing(event), true);
}

/** Stands in the head of every page, before what may be missing: in a script of its own it might be missing itself. */
export const reload = inline(reloadWhenMissing);
