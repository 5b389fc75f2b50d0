import { call, whyOf } from '#site/lib/call.ts';
import { toast } from '#site/ui/toast.ts';

const list = document.getElementById('invited');
list?.addEventListener('click', async ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('button');
  const row = button?.closest<HTMLElement>('[data-invitation]');
  if (!button || !row || button.ariaBusy === 'true') return;
  const params = { id: Number(row.dataset.invitation) };
  const confirms = 'confirm' in button.dataset;
  button.ariaBusy = 'true';
  try {
    if (confirms) await call('POST /network-invitations/:id/confirm', { params });
    else await call('POST /network-invitations/:id/refuse', { params });
    void toast(confirms ? list.dataset.confirmed! : list.dataset.refused!, { kind: 'ok' });
    location.reload();
  } catch (cause) {
    button.ariaBusy = null;
    void toast(whyOf(cause), { kind: 'bad' });
  }
});
