import { IDLE_MS } from '#domain/auth/session.ts';
import { ANSWERED } from '../lib/call.ts';
import { read, write } from '../stores/persisted.ts';

/** So long before the session ends one is asked whether to stay. */
const WARN_MS = 5 * 60_000;
const LOOK_MS = 15_000;

const dialog = document.getElementById('session') as HTMLDialogElement | null;
/** Which end is asked about, before it or after, and for which the question was put away. */
let asked = '';
let waived = '';

/** All the tabs share one session: each looks at what any of them has kept. */
async function look(): Promise<void> {
  // Long before it is needed: by then the connection may be gone, or this build.
  const { ask } = await import('./stay.ts');
  const kept = read('session');
  if (!kept) return;
  const end = Math.min(kept.ends, kept.seen + IDLE_MS);
  if (end > Date.now() + WARN_MS) return dialog!.close();
  const question = `${end} ${end < Date.now()}`;
  if (question === waived) return;
  asked = question;
  ask(end, end < kept.ends);
}

if (dialog) {
  // The server said how long from now: the clocks of showroom PCs go as they like.
  write('session', { ends: Date.now() + Number(dialog.dataset.left), seen: Date.now() });
  addEventListener(ANSWERED, () => {
    const kept = read('session');
    if (kept) write('session', { ...kept, seen: Date.now() });
  });
  dialog.addEventListener('close', () => (waived = asked));
  setInterval(look, LOOK_MS);
}
