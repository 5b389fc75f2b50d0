import type { roleNames } from '#domain/role-names.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { toast } from '#site/ui/toast.ts';

const list = document.getElementById('invitations')!;
const company_id = Number(list.dataset.company);
let key = newKey();

enhance(document.querySelector<HTMLFormElement>('#inviting form')!, async (data) => {
  const body = {
    name: text(data, 'name'),
    email: text(data, 'email'),
    roleName: text(data, 'roleName') as (typeof roleNames)[number],
  };
  try {
    await call('POST /network/:company_id/invitations', { params: { company_id }, key, body });
  } finally {
    // What was refused is written anew.
    key = newKey();
  }
  location.reload();
});

list.addEventListener('click', async ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('[data-withdraw]');
  if (!button) return;
  const id = Number(button.closest<HTMLElement>('[data-invitation]')!.dataset.invitation);
  try {
    await call('DELETE /network/:company_id/invitations/:id', { params: { company_id, id } });
    location.reload();
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  }
});
