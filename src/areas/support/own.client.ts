import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { toast } from '#site/ui/toast.ts';

const ask = document.querySelector<HTMLFormElement>('[data-ask]');
const own = document.querySelector<HTMLFormElement>('[data-own]');

if (ask)
  enhance(ask, async (data) => {
    const body = { subject: text(data, 'subject'), text: text(data, 'text'), page: ask.dataset.ask! };
    const { id } = await call('POST /support/tickets', { body, key: crypto.randomUUID() });
    location.assign(`?ticket=${id}`);
  });
if (own)
  enhance(own, async (data) => {
    const params = { id: Number(own.dataset.own) };
    await call('POST /support/tickets/:id/messages', { params, body: { text: text(data, 'text') } });
    location.reload();
  });
own?.querySelector<HTMLElement>('[data-close]')?.addEventListener('click', async ({ currentTarget }) => {
  try {
    const params = { id: Number((currentTarget as HTMLElement).dataset.close) };
    await call('POST /support/tickets/:id/close', { params });
    location.reload();
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  }
});
