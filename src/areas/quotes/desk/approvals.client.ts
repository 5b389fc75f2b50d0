import { call, CallError } from '#site/lib/call.ts';
import { enhance, showErrors, text } from '#site/lib/native-form.client.ts';
import { toast } from '#site/ui/toast.ts';

const card = document.getElementById('approvals')!;
const dialog = document.getElementById('refuse') as HTMLDialogElement;
const form = dialog.querySelector('form')!;
// The texts come from the server's HTML: most dashboards have no discount to decide, and every one loads this script.
const { granted, refused } = card.dataset;
let chosen: HTMLElement | null = null;

const seen = ({ dataset }: HTMLElement) => ({
  params: { id: Number(dataset.approval) },
  version: Number(dataset.version),
});

/** Removes a decided discount from the list and lowers the figure at the head of the page, whoever decided it. */
function leave(row: HTMLElement): void {
  row.remove();
  card.querySelector<HTMLElement>('.none')!.hidden = card.querySelector('[data-approval]') !== null;
  // The figure counts only what this person may decide.
  const left = card.querySelectorAll<HTMLElement>('[data-decidable="true"]');
  const tile = document.querySelector('a[href="#approvals"]');
  if (tile) {
    tile.querySelector('b')!.textContent = String(left.length);
    tile.querySelector('small')!.textContent = left[0]?.dataset.oldest ?? card.dataset.noneAsked!;
    tile.classList.toggle('warn', left.length > 0);
  }
  card.focus();
}

const isOver = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 412 || error.status === 409);

card.addEventListener('click', async ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('[data-grant], [data-refuse]');
  const row = button?.closest<HTMLElement>('[data-approval]');
  if (!button || !row || button.ariaBusy === 'true') return;
  const { refuse } = button.dataset;
  if (refuse) {
    chosen = row;
    form.reset();
    showErrors(form, '');
    document.getElementById('refuse-title')!.textContent = refuse;
    return dialog.showModal();
  }
  button.ariaBusy = 'true';
  try {
    await call('POST /approvals/:id/grant', seen(row));
    leave(row);
    void toast(granted!, { kind: 'ok' });
  } catch (error) {
    button.ariaBusy = null;
    if (isOver(error) && error.status === 412) leave(row);
    void toast((error as Error).message, { kind: 'bad' });
  }
});

enhance(form, async (data) => {
  const [reason, note] = [text(data, 'reason'), text(data, 'note')];
  if (!reason) return showErrors(form, '', { reason: card.dataset.chooseReason! });
  if (reason === 'other' && !note.trim()) return showErrors(form, '', { note: card.dataset.writeNote! });
  try {
    await call('POST /approvals/:id/refuse', { ...seen(chosen!), body: { reason: reason as 'other', note } });
    void toast(refused!, { kind: 'ok' });
  } catch (error) {
    if (!isOver(error)) throw error;
    void toast(error.message, { kind: 'bad' });
  }
  dialog.close();
  leave(chosen!);
});
