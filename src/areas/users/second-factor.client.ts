import type { Setup } from '#domain/auth/second-factor.ts';
import { call } from '#site/lib/call.ts';
import { enhance, showErrors, text } from '#site/lib/native-form.client.ts';
import { settings } from '#site/messages/it/users.ts';
import { toast } from '#site/ui/toast.ts';

type Task = 'activate' | 'change' | 'renew' | 'remove';

const words = settings.secondFactor;
const section = document.getElementById('second-factor')!;
const dialog = document.getElementById('factor') as HTMLDialogElement;
const title = document.getElementById('factor-title')!;
const ask = document.getElementById('factor-ask') as HTMLFormElement;
const confirm = document.getElementById('factor-confirm') as HTMLFormElement;
const sent = document.getElementById('factor-sent')!;
const codes = document.getElementById('factor-codes')!;
let task: Task = 'activate';
let ticket = '';
/** True when the page behind the dialog is out of date. */
let changed = false;

function show(part: HTMLElement, heading: string): void {
  for (const one of [ask, sent, confirm, codes]) one.hidden = one !== part;
  title.textContent = title.dataset[heading] ?? '';
  part.querySelector<HTMLElement>('input:not([hidden]), .primary')?.focus();
}

function open(next: Task): void {
  task = next;
  for (const form of [ask, confirm]) {
    form.reset();
    showErrors(form, '');
  }
  for (const part of ask.querySelectorAll<HTMLElement>('[data-for]'))
    part.hidden = !part.dataset.for!.split(' ').includes(task);
  dialog.showModal();
  show(ask, task);
  [...ask.querySelectorAll('input')].find((input) => !input.closest('[hidden]'))?.focus();
}

function showSetup(setup: Setup): void {
  ticket = setup.ticket;
  const { size, path } = setup.qr;
  const svg = confirm.querySelector('svg')!;
  svg.setAttribute('viewBox', `-4 -4 ${size + 8} ${size + 8}`);
  svg.querySelector('path')!.setAttribute('d', path);
  confirm.querySelector('code')!.textContent = setup.secret;
  show(confirm, task);
}

function showCodes(list: readonly string[]): void {
  changed = true;
  codes
    .querySelector('ol')!
    .replaceChildren(...list.map((code) => Object.assign(document.createElement('li'), { textContent: code })));
  show(codes, 'codes');
}

enhance(ask, async (data) => {
  const code = text(data, 'code');
  if (task === 'renew')
    return showCodes((await call('POST /auth/second-factor/recovery-codes', { body: { code } })).recoveryCodes);
  if (task === 'remove') {
    await call('POST /auth/second-factor/remove', { body: { code } });
    changed = true;
    return dialog.close();
  }
  const body = { password: text(data, 'password'), ...(task === 'change' && { code }) };
  const begun = await call('POST /auth/second-factor', { body });
  if ('step' in begun) show(sent, task);
  else showSetup(begun);
});

enhance(confirm, async (data) => {
  const body = { ticket, code: text(data, 'code') };
  showCodes((await call('POST /auth/second-factor/confirm', { body })).recoveryCodes);
});

// The server renders the card behind the dialog, so the page loads again.
dialog.addEventListener('close', () => changed && location.reload());
codes.querySelector('[data-copy]')!.addEventListener('click', async () => {
  const list = [...codes.querySelectorAll('li')].map(({ textContent }) => textContent).join('\n');
  await navigator.clipboard.writeText(list).then(
    () => toast(words.copied, { kind: 'ok' }),
    () => toast(words.notCopied, { kind: 'bad' }),
  );
});

section.addEventListener('click', async ({ target }) => {
  const button = (target as Element).closest('button');
  if (button?.dataset.do) return open(button.dataset.do as Task);
  const row = button?.closest<HTMLElement>('[data-device]');
  if (!row) return;
  try {
    await call('DELETE /auth/devices/:id', { params: { id: Number(row.dataset.device) } });
    row.remove();
    void toast(words.forgotten, { kind: 'ok' });
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  }
});
