import { call, CallError } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';

/** Typed days are no period any more. */
export function keepDays(): void {
  const period = document.querySelector<HTMLSelectElement>('select[name=period]')!;
  period.form!.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) period.value = '';
  });
}

/** Keeps what is shown under a name, and deletes what was kept. */
export function keepViews(): void {
  const views = document.querySelector<HTMLElement>('[data-views]');
  const form = views?.querySelector('form');
  if (!views || !form) return;
  const said = form.querySelector<HTMLElement>('.error')!;
  let key = newKey();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = new FormData(form);
    const shown = [...new URLSearchParams(location.search)].filter(([name, value]) => value && name !== 'offset');
    const state = { ...Object.fromEntries(shown), report: views.dataset.views! };
    const body = { area: 'reports' as const, name: String(typed.get('name')), shared: typed.has('shared'), state };
    try {
      await call('POST /users/me/views', { body, key });
      location.reload();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      key = newKey();
      said.textContent = error.body.fields?.name ?? error.message;
      said.hidden = false;
    }
  });
  for (const button of views.querySelectorAll<HTMLElement>('[data-drop]'))
    button.addEventListener('click', async () => {
      await call('DELETE /users/me/views/:id', { params: { id: Number(button.dataset.drop) } });
      button.closest('.view')!.remove();
    });
}

/** Sends the chosen reminders, and says to whom none went. */
export function sendReminders(): void {
  const form = document.querySelector<HTMLFormElement>('[data-reminders]');
  if (!form) return;
  const said = form.querySelector<HTMLElement>('[role=status]')!;
  const button = form.querySelector('button')!;
  let key = newKey();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    const customerIds = new FormData(form).getAll('customerId').map(Number);
    try {
      const { sent, refused } = await call('POST /reports/paymentFlowReport/reminders', { body: { customerIds }, key });
      const left = refused.map(({ customer, why }) => `${customer} (${why})`).join(', ');
      said.textContent = `${form.dataset.sent!.replace('{n}', String(sent))}${left && ` ${form.dataset.refused!} ${left}`}`;
      for (const box of form.querySelectorAll<HTMLInputElement>('input:checked'))
        Object.assign(box, { checked: false, disabled: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      said.textContent = error.body.fields?.customerIds ?? error.message;
      button.disabled = false;
    }
    key = newKey();
  });
}
