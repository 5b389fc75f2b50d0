import { inline } from './inline.server.ts';

/**
 * Runs in the browser. Hides the notices that the person has closed (specification §2), and names the first of the others in the line that
 * opens them; only local storage knows the closed ones. A script that loads later would let them flash. After one is closed, the area
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
        const left = all.filter(({ hidden }) => !hidden);
        const [first] = left;
        const box = area.querySelector('details');
        if (!box) return;
        box.hidden = !first;
        document.documentElement.toggleAttribute('data-notices', Boolean(first));
        if (!first) return;
        const line = box.querySelector('summary')!;
        line.style.setProperty('--notice', first.dataset.color!);
        line.querySelector('b')!.textContent = first.querySelector('h2')!.textContent;
        line.querySelector('small')!.textContent =
          left.length > 1 ? box.dataset.of!.replace('{n}', String(left.length)) : '';
      }
    },
  );
}

/** Goes into the head, before the styles; `hide-closed` goes right behind the notices. */
export const closed = inline(hideClosed);
