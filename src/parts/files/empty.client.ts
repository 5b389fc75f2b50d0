import { call } from '#site/lib/call.ts';
import { unused as words } from '#site/messages/it/unused.ts';
import { toast } from '#site/ui/toast.ts';

/** Deletes the user's own unused files, or with `data-person` those of that person, after the dialog is confirmed. */
const section = document.getElementById('unused')!;
const dialog = document.getElementById('unused-empty') as HTMLDialogElement;
let pressed: HTMLButtonElement;

section.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('[data-empty]');
  if (!button) return;
  pressed = button;
  dialog.querySelector('p')!.textContent = button.dataset.empty!;
  dialog.showModal();
});

dialog.querySelector('form')!.addEventListener('submit', async () => {
  const { person } = pressed.dataset;
  try {
    if (person) await call('DELETE /uploads/unused/people/:id', { params: { id: Number(person) } });
    else await call('DELETE /uploads/unused', {});
    const shown = person ? pressed.closest('li')! : section.querySelector('[role=region]')!;
    shown.remove();
    if (!person) pressed.remove();
    section.querySelector<HTMLElement>('[data-none]')!.hidden = section.querySelector('li') !== null;
    section.focus();
    void toast(words.done, { kind: 'ok' });
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  }
});
