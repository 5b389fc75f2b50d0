import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { enhance, showErrors, text } from '#site/lib/native-form.client.ts';
import { settings } from '#site/messages/it/users.ts';
import { toast } from '#site/ui/toast.ts';

const words = settings.tokens;
const section = document.getElementById('tokens');
if (section) manage(section);

function manage(section: HTMLElement): void {
  const dialog = document.getElementById('token') as HTMLDialogElement;
  const form = dialog.querySelector('form')!;
  const made = dialog.querySelector<HTMLElement>('[data-made]')!;
  const shown = made.querySelector('code')!;
  const take = takeOver();

  enhance(form, async (data) => {
    const privileges = data.getAll('scope').map(Number);
    const body = { name: text(data, 'name'), days: Number(text(data, 'days')), privileges };
    shown.textContent = (await call('POST /users/tokens', { body })).token;
    [form.hidden, made.hidden] = [true, false];
    made.querySelector<HTMLElement>('[data-copy]')!.focus();
  });
  made.querySelector('[data-copy]')!.addEventListener('click', async () => {
    await navigator.clipboard.writeText(shown.textContent).then(
      () => toast(words.copied, { kind: 'ok' }),
      () => toast(words.notCopied, { kind: 'bad' }),
    );
  });
  dialog.addEventListener('close', () => {
    // The server renders the list, and the token is shown only once: loading again hides it.
    if (shown.textContent) return location.reload();
    form.reset();
    showErrors(form, '');
  });
  section.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('li button');
    const row = button?.closest<HTMLElement>('[data-token]');
    if (!row) return;
    const id = Number(row.dataset.token);
    if (button?.dataset.take) return take(id, button.dataset);
    try {
      await call('DELETE /users/tokens/:id', { params: { id } });
      row.remove();
      void toast(words.revoked, { kind: 'ok' });
    } catch (cause) {
      void toast((cause as Error).message, { kind: 'bad' });
    }
  });
}

/** Prepares the dialog that takes a token over and tells what the token loses. Returns the function that opens it. */
function takeOver(): (id: number, token: DOMStringMap) => void {
  const dialog = document.getElementById('take-token') as HTMLDialogElement;
  const form = dialog.querySelector('form')!;
  const warn = (name: 'loses' | 'idle', sentence: string, names = '', by = '') => {
    const box = dialog.querySelector<HTMLElement>(`[data-${name}]`)!;
    box.hidden = names === '';
    box.textContent = t(sentence, { names, by });
  };
  let chosen = 0;
  enhance(form, async () => {
    await call('POST /users/tokens/:id/take-over', { params: { id: chosen } });
    location.reload();
  });
  return (id, { take = '', loses, idle, by }) => {
    chosen = id;
    showErrors(form, '');
    dialog.querySelector('[data-help]')!.textContent = t(words.takeHelp, { name: take });
    warn('loses', words.loses, loses);
    warn('idle', words.losesIdle, idle, by);
    dialog.showModal();
  };
}
