import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { toast } from '#site/ui/toast.ts';

const people = document.getElementById('people')!;
const dialog = document.querySelector<HTMLDialogElement>('#blocking')!;
const title = dialog.querySelector<HTMLElement>('[data-title]')!;
const company_id = Number(people.dataset.company);
let blocking = 0;

people.addEventListener('click', async ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('button');
  const row = button?.closest<HTMLElement>('[data-user]');
  if (!button || !row || button.ariaBusy === 'true') return;
  const id = Number(row.dataset.user);
  if ('block' in button.dataset) {
    blocking = id;
    title.textContent = t(title.dataset.title!, { name: row.querySelector('b')!.textContent });
    dialog.showModal();
    return;
  }
  button.ariaBusy = 'true';
  try {
    const params = { company_id, id };
    const ends = 'end' in button.dataset;
    if (ends) await call('DELETE /network/:company_id/users/:id/sessions', { params });
    else await call('POST /network/:company_id/users/:id/invite', { params });
    void toast(ends ? people.dataset.ended! : people.dataset.invited!, { kind: 'ok' });
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  } finally {
    button.ariaBusy = null;
  }
});

enhance(dialog.querySelector('form')!, async (data) => {
  const body = { reason: text(data, 'reason') };
  await call('POST /network/:company_id/users/:id/block', { params: { company_id, id: blocking }, body });
  location.reload();
});
