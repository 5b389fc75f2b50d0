import type { Step } from '#domain/auth/second-factor.ts';
import { call, CallError } from '#site/lib/call.ts';
import { enhance, showErrors, text } from '#site/lib/native-form.client.ts';
import { clearAtLogout } from '#site/stores/persisted.ts';
import { authLive as words } from '#site/messages/it/auth.ts';
import { LEFT } from './left.ts';
import { waitText } from './wait.ts';

const leaver = new RegExp(`(?:^|; )${LEFT}=(\\d+)`).exec(document.cookie)?.[1];
if (leaver) forget(leaver);

const form = document.getElementById('login') as HTMLFormElement | null;
if (form) enterBy(form);

/** The session was ended without scripts: clears the person's data here and in the other tabs, once. */
function forget(userId: string): void {
  clearAtLogout(userId);
  new BroadcastChannel('volante').postMessage(userId);
  document.cookie = `${LEFT}=; path=/; max-age=0`;
}

/** The first step of the login; the second is an ordinary form. */
function enterBy(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('.primary')!;
  const insecure = form.querySelector<HTMLElement>('[data-cookie]')!;
  insecure.hidden = isSecureContext || insecure.dataset.cookie !== 'secure';

  /** Disables the form while the person is locked out, and counts down. */
  function wait(seconds: number): void {
    button.disabled = seconds > 0;
    showErrors(form, seconds > 0 ? waitText(seconds) : words.lockedOver);
    if (seconds > 0) setTimeout(() => wait(seconds - 1), 1000);
  }

  enhance(form, async (data) => {
    try {
      const body = { email: text(data, 'email'), password: text(data, 'password') };
      const entered = await call('POST /auth/login', { body });
      // The login page redirects a logged-in user; the server knows the target.
      if ('step' in entered) follow(entered);
      else location.replace(location.pathname + location.search);
      await new Promise(() => {});
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      if (cause.body.error === 'too_many') wait(cause.body.retryAfter ?? 60);
      else if (cause.status === 503) showErrors(form, words.unreachable);
      else throw cause;
    }
  });
}

/** Sends the step to the server, which renders what follows the password. */
function follow(entered: Step): void {
  const next = document.getElementById('login-step') as HTMLFormElement;
  if (entered.step !== 'mail') next.querySelector<HTMLInputElement>('[name=ticket]')!.value = entered.ticket;
  next.querySelector<HTMLInputElement>('[name=step]')!.value = entered.step;
  next.submit();
}
