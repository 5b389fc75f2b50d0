import { money } from '#domain/italian.ts';
import { $sessionQuotes, dropQuote, loadSessionQuotes, type SessionQuote } from '#site/areas/quotes/session.ts';

/**
 * Shows the session's quotes on the start page and where a comparison begins. The list lives in this browser tab, so the server cannot
 * render it.
 */
const list = document.querySelector<HTMLElement>('[data-session-list]')!;
const empty = document.querySelector<HTMLElement>('[data-session-empty]')!;
const compare = document.querySelector<HTMLAnchorElement>('[data-compare]')!;
const words = JSON.parse(list.dataset.words!) as { remove: string; instalment: string };

function element(tag: string, className: string, text = ''): HTMLElement {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function card(quote: SessionQuote): HTMLElement {
  const box = element('div', 'card car-pick');
  const link = element('a', '') as HTMLAnchorElement;
  link.href = quote.href;
  link.append(element('b', '', quote.vehicle));
  const drop = element('button', 'btn small', words.remove);
  drop.setAttribute('aria-label', `${words.remove}: ${quote.vehicle}`);
  drop.addEventListener('click', () => dropQuote(quote.id));
  const rate = quote.instalment === null ? '' : ` · ${words.instalment} ${money(quote.instalment)}`;
  box.append(
    link,
    ...(quote.customer ? [element('small', '', quote.customer)] : []),
    element('span', 'price', money(quote.keysInHand) + rate),
    drop,
  );
  return box;
}

$sessionQuotes.subscribe((quotes) => {
  list.replaceChildren(...quotes.map(card));
  empty.hidden = quotes.length > 0;
  compare.hidden = quotes.length < 2;
  compare.href = `/quotation/comparison?ids=${quotes.map(({ id }) => id).join(',')}`;
});
loadSessionQuotes();
