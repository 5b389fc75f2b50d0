/** Sends the second step of a withdrawal; the page then shows what the server says. */
import { call, CallError, whyOf } from '#site/lib/call.ts';

document.querySelector<HTMLFormElement>('[data-withdraw]')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const button = form.querySelector('button')!;
  const error = form.querySelector<HTMLElement>('[data-error]')!;
  const typed = new FormData(form);
  const body = { token: form.dataset.token!, name: String(typed.get('name')), email: String(typed.get('email')) };
  button.disabled = true;
  call('POST /withdrawal', { body })
    .then(() => location.reload())
    .catch((failure: unknown) => {
      if (!(failure instanceof CallError)) throw failure;
      button.disabled = false;
      error.textContent = whyOf(failure);
      error.hidden = false;
    });
});
