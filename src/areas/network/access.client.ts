import type { BehalfArea } from '#domain/network/terms.ts';
import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { toast } from '#site/ui/toast.ts';

const section = document.getElementById('access')!;
const company_id = Number(section.dataset.company);
const form = section.querySelector<HTMLFormElement>('#ask');
// The server renders what has become of it.
if (form)
  enhance(form, async (data) => {
    const body = {
      areas: data.getAll('areas') as BehalfArea[],
      writes: data.has('writes'),
      hours: Number(text(data, 'hours')),
      reason: text(data, 'reason'),
      ticketId: Number(text(data, 'ticketId')) || null,
    };
    await call('POST /network/:company_id/grants', { params: { company_id }, body });
    location.reload();
  });
section.querySelector('[data-leave]')?.addEventListener('click', async () => {
  try {
    const id = Number(section.dataset.access);
    await call('DELETE /network/:company_id/grants/:id', { params: { company_id, id } });
    location.reload();
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  }
});
