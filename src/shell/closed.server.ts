import { inline } from './inline.server.ts';

/**
 * Runs in the browser. Hides the notices that the person has closed (specification §2), and says how many lines are left, for which the
 * style sheet leaves room; only local storage knows the closed ones. A script that loads later would let them flash. After one is closed, the area
 * hears `closed` and is drawn anew. A custom element runs as soon as the parser meets it, while a script among the content would wait for the
 * styles and block parsing.
 */
function hideClosed(): void {
  customElements.define(
    'hide-closed',
    class extends HTMLElement {
      connectedCallback(): void {
        this.show();
        this.parentElement!.addEventListener('closed', () => this.show());
      }
      show(): void {
        const area = this.parentElement!;
        const all = [...area.querySelectorAll<HTMLElement>('.notice')];
        try {
          const closed = JSON.parse(
            localStorage.getItem(`volante:closedNotices:${area.dataset.user}`) ?? '[]',
          ) as number[];
          for (const notice of all) notice.hidden ||= closed.includes(Number(notice.dataset.id));
        } catch {}
        const left = all.filter(({ hidden }) => !hidden).length;
        document.documentElement.style.setProperty('--notices', `${left}`);
      }
    },
  );
}

/** Goes into the head, before the styles; `hide-closed` goes right behind the notices. */
export const closed = inline(hideClosed);
