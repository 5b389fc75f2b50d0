import { passwordIssue, passwordLength } from '#domain/passwords.ts';
import { authLive as words } from '../messages/it/auth.ts';

/** Updates the strength meter while the person types a new password; does nothing in a form without meter. */
export function showStrength(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('#password');
  const meter = form.querySelector<HTMLElement>('.strength');
  if (!input || !meter) return;
  const show = (password: string) => {
    const level = passwordLength(password);
    meter.dataset.level = String(level);
    // What is refused says why at once; no word promises what the server may still refuse.
    const why = password.length >= 12 && level === 1 ? passwordIssue(password) : null;
    meter.querySelector('small')!.textContent = why ?? words.strength[level];
  };
  show(input.value);
  input.addEventListener('input', () => show(input.value));
  form.addEventListener('reset', () => show(''));
}
