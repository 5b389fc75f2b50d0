import { call } from '#site/lib/call.ts';
import { enhance, showChosen, text } from '#site/lib/native-form.client.ts';
import { toast } from '#site/ui/toast.ts';
import { sentFiles } from './sent.client.ts';

showChosen();

const ask = document.querySelector<HTMLFormElement>('[data-ask]');
const own = document.querySelector<HTMLFormElement>('[data-own]');

/** What is said in the form. Nothing leaves before it is said that it may. Throws like a call. */
async function said(form: HTMLFormElement, data: FormData) {
  const persons = data.get('persons') === 'true';
  return { text: text(data, 'text'), persons, fileIds: await sentFiles(form, persons) };
}

if (ask)
  enhance(ask, async (data) => {
    const body = { subject: text(data, 'subject'), ...(await said(ask, data)), page: ask.dataset.ask! };
    const { id } = await call('POST /support/tickets', { body, key: crypto.randomUUID() });
    location.assign(`?ticket=${id}`);
  });
if (own)
  enhance(own, async (data) => {
    const params = { id: Number(own.dataset.own) };
    await call('POST /support/tickets/:id/messages', { params, body: await said(own, data) });
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
