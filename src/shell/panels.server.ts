import { inline } from './inline.server.ts';

/**
 * Runs in the browser. Menu, palette and keys are half of a page's elements and seldom opened: within `noscript` they are text, which
 * the first press or key that wants one of them turns into elements, before the press itself is done. Without script they are there.
 */
function wakePanels(): void {
  const wake = () => {
    const panels = document.getElementById('panels');
    // Behind it something stands once it has been read whole.
    if (panels?.nextSibling) panels.outerHTML = panels.textContent;
  };
  for (const wanted of ['click', 'volante:panels']) addEventListener(wanted, wake, { capture: true });
}

/** Stands in the head, before the styles: behind the panels it would wait for these, and the reading of the page with it. */
export const panels = inline(wakePanels);
