import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { toast } from '#site/ui/toast.ts';

const section = document.getElementById('standing')!;
const params = { company_id: Number(section.dataset.company) };
const form = section.querySelector('form');

// The server renders what has become of it.
if (form)
  enhance(form, async (data) => {
    await call('POST /network/:company_id/suspend', { params, body: { reason: text(data, 'reason') } });
    location.reload();
  });
section.querySelector('[data-reopen]')?.addEventListener('click', async () => {
  try {
    await call('POST /network/:company_id/reopen', { params });
    location.reload();
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  }
});
