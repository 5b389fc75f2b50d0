import { read, write } from '../stores/persisted.ts';
import { toast } from '#site/ui/toast.ts';

/** So many of the last closed ones are told to the server; a notice is of interest for days. */
const TOLD = 50;
const YEAR_S = 31_536_000;

const area = document.querySelector<HTMLElement>('.notices');
const shown = [...(area?.querySelectorAll<HTMLElement>('.notice') ?? [])];

/** The server reads them in a cookie and leaves them out of the page: hidden by script they would be seen for a moment. */
function tell(closed: readonly number[]): void {
  const value = closed.slice(-TOLD).join('.');
  document.cookie = `closedNotices=${value}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

const closed = read('closedNotices') ?? [];
for (const notice of shown) {
  const id = Number(notice.dataset.id);
  notice.hidden = closed.includes(id);
  notice.querySelector('button')!.addEventListener('click', () => {
    notice.hidden = true;
    const all = [...new Set([...(read('closedNotices') ?? []), id])];
    write('closedNotices', all);
    tell(all);
  });
}
// The cookie is gone or is of another person's browser; the storage remembers.
if (shown.some(({ hidden }) => hidden)) tell(closed);
// What stays at the foot of the window does not cover what gets the focus.
const foot = area?.parentElement;
const makeRoom = () => {
  document.documentElement.style.scrollPaddingBottom = `${foot?.offsetHeight ?? 0}px`;
};
if (foot) new ResizeObserver(makeRoom).observe(foot);

for (const message of area?.dataset.failed?.split('\n') ?? []) void toast(message, { kind: 'bad' });
