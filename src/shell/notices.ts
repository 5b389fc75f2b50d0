import { read, write } from '../stores/persisted.ts';
import { toast } from './toast.ts';

const area = document.querySelector<HTMLElement>('.notices');
const closed = read('closedNotices') ?? [];

for (const notice of area?.querySelectorAll<HTMLElement>('.notice') ?? []) {
  const id = Number(notice.dataset.id);
  notice.style.setProperty('--notice', notice.dataset.color ?? '');
  notice.hidden = closed.includes(id);
  notice.querySelector('button')!.addEventListener('click', () => {
    notice.hidden = true;
    write('closedNotices', [...new Set([...(read('closedNotices') ?? []), id])]);
  });
}
// What is fixed at the foot hides neither the end of the page nor what gets the focus.
const foot = area?.parentElement;
const makeRoom = () => {
  const room = `${foot?.offsetHeight ?? 0}px`;
  document.body.style.paddingBottom = room;
  document.documentElement.style.scrollPaddingBottom = room;
};
if (foot) new ResizeObserver(makeRoom).observe(foot);

for (const message of area?.dataset.failed?.split('\n') ?? []) void toast(message, { kind: 'bad' });
