import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { reloadTyped } from './typed.client.ts';

const beside = document.querySelector<HTMLElement>('.beside[data-ticket]');
const cause = beside?.querySelector<HTMLFormElement>('[data-cause]');
const handler = beside?.querySelector<HTMLFormElement>('[data-handler]');
const params = { company_id: Number(beside?.dataset.company), id: Number(beside?.dataset.ticket) };

if (cause)
  enhance(cause, async (data) => {
    const body = { cause: text(data, 'cause'), from: cause.dataset.cause! };
    await call('POST /network/:company_id/tickets/:id/cause', { params, body });
    reloadTyped();
  });
if (handler)
  enhance(handler, async (data) => {
    const body = { toId: Number(text(data, 'toId')), from: Number(handler.dataset.handler) || null };
    await call('POST /network/:company_id/tickets/:id/handler', { params, body });
    reloadTyped();
  });
