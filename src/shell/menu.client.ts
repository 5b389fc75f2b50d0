export const CARD_MS = 500;

const menu = document.getElementById('explore')!;
const input = menu.querySelector('input')!;
const tiles = [...menu.querySelectorAll<HTMLElement>('.tile')];
const none = menu.querySelector<HTMLElement>('.empty')!;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const filter = () => {
  const wanted = plain(input.value.trim());
  for (const tile of tiles) tile.parentElement!.hidden = !plain(tile.textContent).includes(wanted);
  none.hidden = tiles.some((tile) => !tile.parentElement!.hidden);
};
input.addEventListener('input', filter);
input.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return;
  tiles.find((tile) => tile.matches('a') && !tile.parentElement!.hidden)?.click();
});

// The chosen card shows that it is loading (specification §9: 500 ms).
menu.addEventListener('click', (event) => {
  const tile = (event.target as Element).closest('a.tile');
  tile?.setAttribute('aria-busy', 'true');
  setTimeout(() => tile?.removeAttribute('aria-busy'), CARD_MS);
});
// Filters by what was typed while this script was loading.
filter();
