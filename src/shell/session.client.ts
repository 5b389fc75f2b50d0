import { IDLE_MS } from '#domain/auth/session.ts';
import { ANSWERED } from '../lib/call.ts';
import { read, write } from '../stores/persisted.ts';

/** How long before the end of the session the person is asked whether to stay. */
const WARN_MS = 5 * 60_000;
const LOOK_MS = 15_000;

const dialog = document.getElementById('session') as HTMLDialogElement | null;
/** The end of the session that the dialog asks about, whether it has passed, and the end for which the person closed the dialog. */
let asked = '';
let waived = '';

/** All the tabs share one session: each looks at what any of them has kept. */
async function look(): Promise<void> {
  // Loaded long before it is needed: later the connection, or this build on the server, may be gone.
  const { ask } = await import('./stay.client.ts');
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
  // Counted from the seconds that the server gave: the clock of a showroom PC may be wrong.
  write('session', { ends: Date.now() + Number(dialog.dataset.left), seen: Date.now() });
  addEventListener(ANSWERED, () => {
    const kept = read('session');
    if (kept) write('session', { ...kept, seen: Date.now() });
  });
  dialog.addEventListener('close', () => (waived = asked));
  setInterval(look, LOOK_MS);
}
