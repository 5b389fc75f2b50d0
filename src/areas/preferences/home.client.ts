/** Shows the tiles until something is typed, then where it is set, by name and by words. Enter opens the first. */
const input = document.querySelector<HTMLInputElement>('#pages-search')!;
const tiles = document.querySelector<HTMLElement>('#pages')!;
const places = document.querySelector<HTMLElement>('#places')!;
const items = [...places.querySelectorAll<HTMLElement>(':scope > li')];
const none = document.querySelector<HTMLElement>('#no-page')!;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function filter(): void {
  const text = plain(input.value.trim());
  const wanted = text.split(/\s+/);
  for (const item of items) {
    const name = plain(item.textContent);
    const says = `${name} ${plain(item.dataset.words ?? '')}`;
    item.hidden = !wanted.every((word) => says.includes(word));
    // What is called so comes before what mentions it.
    item.style.order = wanted.every((word) => name.includes(word)) ? '0' : '1';
  }
  tiles.hidden = text !== '';
  places.hidden = text === '' || items.every((item) => item.hidden);
  none.hidden = text === '' || !places.hidden;
}
input.addEventListener('input', filter);
input.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || places.hidden) return;
  const shown = items.filter((item) => !item.hidden);
  (shown.find((item) => item.style.order === '0') ?? shown[0])?.querySelector('a')?.click();
});
// Filters by what was typed while this script was loading.
filter();
