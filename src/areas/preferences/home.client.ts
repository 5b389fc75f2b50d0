/** Filters the pages by the typed text, in their names and settings. Enter opens the first. */
const input = document.querySelector<HTMLInputElement>('#pages-search')!;
const items = [...document.querySelectorAll<HTMLElement>('#pages > li')];
const none = document.querySelector<HTMLElement>('#no-page')!;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function filter(): void {
  const wanted = plain(input.value.trim()).split(/\s+/);
  for (const item of items) {
    const says = plain(`${item.textContent} ${item.dataset.words}`);
    item.hidden = !wanted.every((word) => says.includes(word));
  }
  none.hidden = items.some((item) => !item.hidden);
}
input.addEventListener('input', filter);
input.addEventListener('keydown', (event) => {
  if (event.key === 'Enter')
    items
      .find((item) => !item.hidden)
      ?.querySelector('a')
      ?.click();
});
// Filters by what was typed while this script was loading.
filter();
