import { inline } from './inline.server.ts';

/**
 * Runs in the browser. Hides the notices that the person has closed (specification §2); only local storage knows them. A script that loads
 * later would let them flash. A custom element runs as soon as the parser meets it, while a script among the content would wait for the
 * styles and block parsing.
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

/** Goes into the head, before the styles; `hide-closed` goes right behind the notices. */
export const closed = inline(hideClosed);
