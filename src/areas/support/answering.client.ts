import { call } from '#site/lib/call.ts';
import { showChosen, showErrors, text } from '#site/lib/native-form.client.ts';
import { CallError } from '#site/lib/call.ts';
import { defaultMessage } from '#domain/errors.ts';
import { sentFiles } from './sent.client.ts';

showChosen();

const form = document.querySelector<HTMLFormElement>('[data-ticket]');

// Three buttons send it, each in its own way.
form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.submitter as HTMLButtonElement;
  if (form.querySelector('[aria-busy=true]')) return;
  button.ariaBusy = 'true';
  showErrors(form, '');
  const params = { company_id: Number(form.dataset.company), id: Number(form.dataset.ticket) };
  const said = {
    text: text(new FormData(form), 'text'),
    as: button.value as 'note' | 'wait' | 'close',
    after: Number(form.dataset.last),
  };
  try {
    const body = { ...said, fileIds: await sentFiles(form) };
    await call('POST /network/:company_id/tickets/:id/messages', { params, body });
    location.reload();
  } catch (cause) {
    const isRefused = cause instanceof CallError;
    if (!isRefused) console.error(cause);
    showErrors(form, isRefused ? cause.message : defaultMessage.internal, isRefused ? cause.body.fields : {});
  } finally {
    button.ariaBusy = null;
  }
});
