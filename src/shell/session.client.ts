import { IDLE_MS } from '#domain/auth/session.ts';
import { ANSWERED } from '../lib/call.ts';
import { read, write } from '../stores/persisted.ts';

/** How long before the end of the session the dialog opens. */
const WARN_MS = 5 * 60_000;
const LOOK_MS = 15_000;

const dialog = document.getElementById('session') as HTMLDialogElement | null;
/**
 * `asked` is the end of the session that the dialog asks about, with whether it has passed; `waived` is the one for which the person closed
 * the dialog.
 */
let asked = '';
let waived = '';

/** Checks the end of the session, which all tabs share through local storage. */
async function look(): Promise<void> {
  // Loads the dialog's code early: at the end of the session the connection, or this build on the server, may be gone.
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
  // Counts from the remaining time given by the server, because a showroom PC may have a wrong clock.
  write('session', { ends: Date.now() + Number(dialog.dataset.left), seen: Date.now() });
  addEventListener(ANSWERED, () => {
    const kept = read('session');
    if (kept) write('session', { ...kept, seen: Date.now() });
  });
  dialog.addEventListener('close', () => (waived = asked));
  setInterval(look, LOOK_MS);
}
