import { inline } from './inline.server.ts';

/**
 * Runs in the browser. Menu, palette and keys make up half of a page's elements and are seldom used. They are kept as text inside
 * `noscript`, and the first press or key that needs them turns the text into elements before it is handled. Without JavaScript they are
 * ordinary elements.
 */
function wakePanels(): void {
  const wake = () => {
    const panels = document.getElementById('panels');
    // The text is complete only when something follows it.
    if (panels?.nextSibling) panels.outerHTML = panels.textContent;
  };
  for (const wanted of ['click', 'volante:panels']) addEventListener(wanted, wake, { capture: true });
}

/** Goes into the head, before the styles: next to the panels it would wait for the styles and block parsing. */
export const panels = inline(wakePanels);
