import { $sessionQuotes, dropQuote, loadSessionQuotes } from '#site/stores/quotes.ts';

/** Without ids in the address the comparison is that of the session's quotes, which only this tab knows. */
loadSessionQuotes();
const ids = $sessionQuotes.get().map(({ id }) => id);
if (!new URLSearchParams(location.search).has('ids') && ids.length > 0) location.replace(`?ids=${ids.join(',')}`);

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const dropped = target.closest<HTMLElement>('[data-drop]');
  if (dropped) dropQuote(Number(dropped.dataset.drop));
  if (target.closest('[data-print]')) print();
});
