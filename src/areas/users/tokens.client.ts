import { call } from '#site/lib/call.ts';
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
    // The list behind is drawn by the server, and the token is gone with the page.
    if (shown.textContent) return location.reload();
    form.reset();
    showErrors(form, '');
  });
  section.addEventListener('click', async ({ target }) => {
    const row = (target as Element).closest('li button')?.closest<HTMLElement>('[data-token]');
    if (!row) return;
    try {
      await call('DELETE /users/tokens/:id', { params: { id: Number(row.dataset.token) } });
      row.remove();
      void toast(words.revoked, { kind: 'ok' });
    } catch (cause) {
      void toast((cause as Error).message, { kind: 'bad' });
    }
  });
}
