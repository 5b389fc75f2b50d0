import { read, write } from '../stores/persisted.ts';
import { toast } from '#site/ui/toast.ts';

/** The number of closed notices to remember; a notice matters for a few days only. */
const KEPT = 200;

const area = document.querySelector<HTMLElement>('.notices');
const key = `closedNotices:${area?.dataset.user}` as const;

for (const notice of area?.querySelectorAll<HTMLElement>('.notice') ?? [])
  notice.querySelector('button')?.addEventListener('click', () => {
    notice.hidden = true;
    const id = Number(notice.dataset.id);
    write(key, [...new Set([...(read(key) ?? []), id])].slice(-KEPT));
    // Whoever wrote it counts how many have read it; the notice is closed whatever becomes of that.
    void import('../lib/call.ts')
      .then(({ call }) => call('PUT /portal/notices/:id/read', { params: { id } }))
      .catch(console.info);
    area!.dispatchEvent(new Event('closed'));
  });
// Keeps the bar at the foot of the window from covering the focused element (base.css), or what else stands at the foot (foot.css).
const foot = area?.parentElement;
let room: string | undefined;
const makeRoom = () => {
  const root = document.documentElement;
  const height = `${foot?.offsetHeight ?? 0}px`;
  // All elements inherit it: each is styled anew when it is set, even to what the style sheet says already.
  room ??= getComputedStyle(root).getPropertyValue('--foot');
  if (room !== height) root.style.setProperty('--foot', height);
  room = height;
};
if (foot) new ResizeObserver(makeRoom).observe(foot);

for (const message of area?.dataset.failed?.split('\n') ?? []) void toast(message, { kind: 'bad' });
