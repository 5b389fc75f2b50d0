import { SESSION_MS } from '#domain/auth/session.ts';
import { time } from '#domain/italian.ts';
import { call } from '../lib/call.ts';
import { enhance, showErrors, text } from '../lib/native-form.client.ts';
import { write } from '../stores/persisted.ts';

const dialog = document.getElementById('session') as HTMLDialogElement;
const form = dialog.querySelector('form')!;
const why = document.getElementById('session-why')!;
const login = dialog.querySelector<HTMLElement>('[data-login]')!;

enhance(form, async (data) => {
  if (login.hidden) await call('GET /auth/user', {});
  else {
    await call('POST /auth/login', { body: { email: text(data, 'email'), password: text(data, 'password') } });
    write('session', { ends: Date.now() + SESSION_MS, seen: Date.now() });
  }
  dialog.close();
});
dialog.addEventListener('close', () => {
  form.reset();
  showErrors(form, '');
});
// Ctrl+S and Ctrl+Invio confirm this dialog while it is open; they must not save the page behind it.
dialog.addEventListener('keydown', (event) => {
  event.stopPropagation();
  if (!(event.ctrlKey || event.metaKey) || !['s', 'Enter'].includes(event.key)) return;
  event.preventDefault();
  form.requestSubmit();
});

/** An idle session is kept by any request; one that reaches its full length at `end` (milliseconds) needs the password again. */
export function ask(end: number, idle: boolean): void {
  const over = end < Date.now();
  const words = why.dataset[over ? 'over' : idle ? 'idle' : 'ends']!;
  why.textContent = words.replace('{time}', time(new Date(end).toISOString()));
  login.hidden = idle && !over;
  if (!dialog.open) dialog.showModal();
}
