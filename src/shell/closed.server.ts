import { inline } from './inline.server.ts';

/**
 * Runs in the browser. Only storage knows which notices the person has closed (specification §2): hidden by a script that loads, they
 * would be seen for a moment. An element that the parser meets, as a script among the content would wait for the styles, and with it
 * the reading of the page.
 */
function hideClosed(): void {
  customElements.define(
    'hide-closed',
    class extends HTMLElement {
      connectedCallback(): void {
        const area = this.parentElement!;
        try {
          const closed = JSON.parse(
            localStorage.getItem(`volante:closedNotices:${area.dataset.user}`) ?? '[]',
          ) as number[];
          for (const notice of area.querySelectorAll<HTMLElement>('.notice'))
            notice.hidden = closed.includes(Number(notice.dataset.id));
        } catch {}
      }
    },
  );
}

/** Stands in the head, before the styles; `hide-closed` stands right behind the notices. */
export const closed = inline(hideClosed);
