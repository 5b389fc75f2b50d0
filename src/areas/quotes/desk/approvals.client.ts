import { DECIDED } from './decided.client.ts';

const card = document.getElementById('approvals')!;

/** Removes a decided discount from the list and lowers the figure at the head of the page, whoever decided it and where. */
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
}

document.addEventListener(DECIDED, (event) => {
  const row = card.querySelector<HTMLElement>(`[data-approval="${(event as CustomEvent<number>).detail}"]`);
  if (row) leave(row);
});

card.addEventListener('click', async ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>('[data-grant], [data-refuse]');
  const row = button?.closest<HTMLElement>('[data-approval]');
  if (!button || !row || button.ariaBusy === 'true') return;
  const asked = { id: Number(row.dataset.approval), version: Number(row.dataset.version) };
  const { refuse: title } = button.dataset;
  button.ariaBusy = 'true';
  // Most dashboards have no discount to decide, and every one loads this script.
  const { grant, refuse } = await import('./decide.client.ts');
  const isGone = await (title ? refuse(asked, title, card) : grant(asked));
  button.ariaBusy = null;
  if (!isGone) return;
  leave(row);
  card.focus();
});
