import { defaultMessage } from '#domain/errors.ts';
import { CallError } from './call.ts';
import { atLeast } from './delayed.ts';
import { refusalOf } from './forms.ts';

/** Shows messages at their fields and focuses the first field; other messages go to the form's alert. */
export function showErrors(form: HTMLFormElement, message: string, fields: Record<string, string> = {}): void {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('[name]')];
  const names = inputs.map(({ name }) => name);
  const { atFields, rest } = refusalOf({ message, fields }, names);
  for (const input of inputs) {
    const text = atFields[input.name];
    const error = document.getElementById(`${input.id}-error`);
    if (text) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    if (error) Object.assign(error, { textContent: text ?? '', hidden: !text });
  }
  const alert = form.querySelector<HTMLElement>('[role=alert]');
  if (alert) Object.assign(alert, { textContent: rest, hidden: rest === '' });
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

/** Enhances a form without React: its button is busy while `send` runs, and the gateway's errors appear at the fields. */
export function enhance(form: HTMLFormElement, send: (data: FormData) => Promise<void>): void {
  // Its own: within it may stand one that belongs to another form.
  const button = [...form.elements].find((one) => one instanceof HTMLButtonElement && one.type === 'submit')!;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    showErrors(form, '');
    try {
      await atLeast(send(new FormData(form)));
    } catch (cause) {
      if (cause instanceof CallError) showErrors(form, cause.message, cause.body.fields);
      else {
        console.error(cause);
        showErrors(form, defaultMessage.internal);
      }
    } finally {
      button.ariaBusy = null;
    }
  });
}

/** The browser asks before a page is left while something typed on it is not saved; returns what lets it go. */
export function askBeforeLeaving(isUnsaved: () => boolean): () => void {
  const control = new AbortController();
  addEventListener('beforeunload', (event) => isUnsaved() && event.preventDefault(), { signal: control.signal });
  return () => control.abort();
}

export const text = (data: FormData, name: string): string => String(data.get(name) ?? '');

/** Loads the strength meter of a new password at the first letter, because few people change their password. */
export function showStrengthWhenTyped(form: HTMLFormElement): void {
  const load = () => void import('./strength.client.ts').then(({ showStrength }) => showStrength(form));
  form.querySelector('#password')?.addEventListener('input', load, { once: true });
}

/** Says beside the button of each `FileBox` which files are chosen. */
export function showChosen(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.file-box > input')) {
    const show = () => {
      input.parentElement!.lastElementChild!.textContent = Array.from(input.files!, ({ name }) => name).join(', ');
    };
    // Whoever takes the files at once also clears the input.
    input.addEventListener('change', () => setTimeout(show));
    // A page that comes back keeps what was chosen.
    show();
  }
}
