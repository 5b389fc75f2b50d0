import { call, CallError } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { toast } from '#site/ui/toast.ts';

const ask = document.querySelector<HTMLFormElement>('[data-ask]');
const own = document.querySelector<HTMLFormElement>('[data-own]');

/** Files that were sent already: a second press after a refusal sends none twice. */
const kept = new Map<File, number>();

const refused = (field: string, message: string) =>
  new CallError(422, { error: 'invalid', message, fields: { [field]: message }, requestId: '' });

/** What is said in the form, with the ids of its files. Throws like a call. */
async function said(form: HTMLFormElement, data: FormData) {
  const input = form.querySelector<HTMLInputElement>('[name=fileIds]')!;
  const persons = data.get('persons') === 'true';
  const files = [...(input.files ?? [])];
  const most = Number(input.dataset.most);
  if (files.some(({ size }) => size > most)) throw refused('fileIds', input.dataset.tooLarge!);
  // Nothing leaves before it is said that it may.
  if (files.length > 0 && persons) {
    const { upload } = await import('#site/lib/upload.ts');
    for (const file of files)
      if (!kept.has(file)) kept.set(file, (await upload('POST /uploads', { purpose: 'ticket' }, file, () => {})).id);
  }
  // Without leave the ids only say that there are files, so that the server refuses them at their place.
  return { text: text(data, 'text'), persons, fileIds: files.map((file, at) => kept.get(file) ?? at + 1) };
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
