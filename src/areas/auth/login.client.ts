import { call, CallError } from '#site/lib/call.ts';
import { enhance, showErrors, text } from '#site/lib/native-form.client.ts';
import { authLive as words } from '#site/messages/it/auth-live.ts';
import { waitText } from './wait.ts';

const form = document.getElementById('login') as HTMLFormElement;
const button = form.querySelector<HTMLButtonElement>('.primary')!;
const insecure = form.querySelector<HTMLElement>('[data-cookie]')!;
insecure.hidden = isSecureContext || insecure.dataset.cookie !== 'secure';

/** Locked out: the wait is shown and counts down. */
function wait(seconds: number): void {
  button.disabled = seconds > 0;
  showErrors(form, seconds > 0 ? waitText(seconds) : words.lockedOver);
  if (seconds > 0) setTimeout(() => wait(seconds - 1), 1000);
}

enhance(form, async (data) => {
  try {
    await call('POST /auth/login', { body: { email: text(data, 'email'), password: text(data, 'password') } });
    // The login page redirects who is logged in: the server knows where to.
    location.replace(location.pathname + location.search);
    await new Promise(() => {});
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    if (cause.body.error === 'too_many') wait(cause.body.retryAfter ?? 60);
    else if (cause.status === 503) showErrors(form, words.unreachable);
    else throw cause;
  }
});
