import type { BehalfArea } from '#domain/network/terms.ts';
import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { toast } from '#site/ui/toast.ts';

for (const row of document.querySelectorAll<HTMLElement>('[data-grant]')) {
  const params = { id: Number(row.dataset.grant) };
  const form = row.querySelector('form');
  if (form)
    enhance(form, async (data) => {
      const body = {
        areas: data.getAll('areas') as BehalfArea[],
        writes: data.has('writes'),
        hours: Number(text(data, 'hours')),
      };
      await call('POST /grants/:id/allow', { params, body });
      // The server renders the list.
      location.reload();
    });
  row.querySelector('[data-end]')?.addEventListener('click', async () => {
    try {
      await call('POST /grants/:id/end', { params });
      location.reload();
    } catch (cause) {
      void toast((cause as Error).message, { kind: 'bad' });
    }
  });
}
