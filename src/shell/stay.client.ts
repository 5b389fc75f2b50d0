import { SESSION_MS } from '#domain/auth/session.ts';
import { time } from '#domain/italian.ts';
import { call, type CallError } from '../lib/call.ts';
import { enhance, showErrors, text } from '../lib/native-form.client.ts';
import { write } from '../stores/persisted.ts';

const dialog = document.getElementById('session') as HTMLDialogElement;
const form = dialog.querySelector('form')!;
const why = document.getElementById('session-why')!;
const login = dialog.querySelector<HTMLElement>('[data-login]')!;
const code = dialog.querySelector<HTMLElement>('[data-code]')!;

/** The ticket that the password earned; '' before. */
let ticket = '';
function askCode(next: string): void {
  ticket = next;
  login.hidden = next !== '';
  code.hidden = next === '';
  if (next) code.querySelector('input')!.focus();
}

/** Sends the password, then the code when one is required. Returns false while the dialog must ask for more. */
async function enter(data: FormData): Promise<boolean> {
  if (ticket) {
    await call('POST /auth/code', { body: { ticket, code: text(data, 'code') } }).catch((cause: CallError) => {
      if (cause.body.fields?.ticket) askCode('');
      throw cause;
    });
    return true;
  }
  const body = { email: text(data, 'email'), password: text(data, 'password') };
  const entered = await call('POST /auth/login', { body });
  if (!('step' in entered)) return true;
  if (entered.step === 'code') askCode(entered.ticket);
  else showErrors(form, form.dataset.activate!);
  return false;
}

enhance(form, async (data) => {
  if (login.hidden && !ticket) await call('GET /auth/user', {});
  else {
    if (!(await enter(data))) return;
    write('session', { ends: Date.now() + SESSION_MS, seen: Date.now() });
  }
  dialog.close();
});
dialog.addEventListener('close', () => {
  form.reset();
  askCode('');
  showErrors(form, '');
});
// Ctrl+S and Ctrl+Invio confirm this dialog while it is open; they must not save the page behind it.
dialog.addEventListener('keydown', (event) => {
  event.stopPropagation();
  if (!(event.ctrlKey || event.metaKey) || !['s', 'Enter'].includes(event.key)) return;
  event.preventDefault();
  form.requestSubmit();
});

/**
 * Opens the dialog. Any request prolongs an idle session; a session that reaches its maximum length at `end` (milliseconds) needs the
 * password again.
 */
export function ask(end: number, idle: boolean): void {
  const over = end < Date.now();
  const words = why.dataset[over ? 'over' : idle ? 'idle' : 'ends']!;
  why.textContent = words.replace('{time}', time(new Date(end).toISOString()));
  login.hidden = (idle && !over) || ticket !== '';
  if (!dialog.open) dialog.showModal();
}
