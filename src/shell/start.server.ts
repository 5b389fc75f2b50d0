import { inline } from './inline.server.ts';

/**
 * Runs in the browser. The scripts of a page wait in a template (fetch.ts) until the person sees what the server wrote, as they would hold up
 * the first picture. Until they are here, nobody else hears what is pressed and typed: it is kept, and told to them in order. What the browser
 * does without scripts, such as following a link, it does at once.
 */
function startAfterPicture(): void {
  const types = ['click', 'input', 'change', 'submit', 'pointerup', 'keydown', 'toggle'];
  const early: Event[] = [];
  const keep = (event: Event): void => {
    early.push(event);
    event.stopPropagation();
    const { type, target, ctrlKey, metaKey, key } = event as KeyboardEvent;
    // A form without address and method belongs to scripts, and the browser has other ideas about two of their keys.
    const isForScripts =
      type === 'submit'
        ? !(target as Element).matches('[action], [method]')
        : type === 'keydown' && (ctrlKey || metaKey) && /^[ks]$/i.test(key);
    if (isForScripts) event.preventDefault();
  };
  const tell = (): void => {
    for (const type of types) removeEventListener(type, keep, true);
    for (const event of early) {
      if (event.type === 'submit' && !event.defaultPrevented) continue;
      const again = new (event.constructor as typeof Event)(event.type, event);
      // What the browser does upon a press, it has done.
      if (event.type === 'click') again.preventDefault();
      event.target!.dispatchEvent(again);
    }
  };
  const start = async (): Promise<void> => {
    const waiting = document.querySelector<HTMLTemplateElement>('#scripts')!;
    const modules = [...waiting.content.querySelectorAll<HTMLScriptElement>('[type=module]')];
    const loads = modules.map((script) => {
      // In the order of the page.
      script.async = false;
      return new Promise((done) => Object.assign(script, { onload: done, onerror: done }));
    });
    document.head.append(...modules);
    await Promise.all(loads);
    tell();
    // Islands come to life last: what was pressed in them is theirs (early.client.ts).
    waiting.replaceWith(waiting.content);
  };
  const isRead = new Promise((done) => document.addEventListener('DOMContentLoaded', done));
  const isSeen = new Promise<void>((done) => {
    // Nobody waits for the picture of a tab in the background, and not every browser tells of it, or in time.
    if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) return done();
    document.addEventListener('visibilitychange', () => done(), { once: true });
    setTimeout(done, 3000);
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      done();
    }).observe({ type: 'paint', buffered: true });
  });
  for (const type of types) addEventListener(type, keep, true);
  void Promise.all([isRead, isSeen]).then(start);
}

/** Goes into the head of every page, inline, as it is what the page's scripts wait for. */
export const start = inline(startAfterPicture);
