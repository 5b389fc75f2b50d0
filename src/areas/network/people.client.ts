import { call } from '#site/lib/call.ts';
import { toast } from '#site/ui/toast.ts';

const table = document.getElementById('people')!;
const company_id = Number(table.dataset.company);

table.addEventListener('click', async ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('button');
  const id = Number(button?.closest<HTMLElement>('[data-user]')?.dataset.user);
  if (!button || button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  try {
    await call('POST /network/:company_id/users/:id/invite', { params: { company_id, id } });
    void toast(table.dataset.invited!, { kind: 'ok' });
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  } finally {
    button.ariaBusy = null;
  }
});
