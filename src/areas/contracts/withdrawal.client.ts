/** Sends the second step of a withdrawal; the page then shows what the server says. */
import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';

const form = document.querySelector<HTMLFormElement>('[data-withdraw]');
if (form)
  enhance(form, async (data) => {
    const body = { token: form.dataset.token!, name: text(data, 'name'), email: text(data, 'email') };
    await call('POST /withdrawal', { body });
    location.reload();
  });
