import { call, CallError } from '../lib/call.ts';
import { live, panels as words } from '../messages/it/shell.ts';
import { toast } from '#site/ui/toast.ts';

const ASK_MS = 60_000;

/** Asks in a toast for 60 s, then ends the session (specification §2, "Logout"). */
export function askLogout(left: () => void, focus: boolean): void {
  document.getElementById('account')?.hidePopover();
  const confirm = async () => {
    try {
      await call('POST /auth/logout', {});
      left();
    } catch (cause) {
      // The session has already ended, so there is nothing to log out of.
      if (cause instanceof CallError && cause.status === 401) left();
      else void toast(live.logoutFailed, { kind: 'bad' });
    }
  };
  void toast(words.logoutAsk, {
    duration: ASK_MS,
    focus,
    actions: [
      { label: words.cancel, run: () => undefined },
      { label: words.confirm, run: confirm, primary: true },
    ],
  });
}
