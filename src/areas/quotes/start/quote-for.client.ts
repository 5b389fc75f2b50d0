/**
 * Keeps whom the next quote is for, a customer or a lead: the address names them; they are kept until the quote begins or the person removes them.
 */
import { read, remove, write } from '#site/stores/persisted.ts';

const line = document.querySelector<HTMLElement>('[data-quote-for]')!;
const asked = line.dataset.quoteFor && (JSON.parse(line.dataset.quoteFor) as NonNullable<ReturnType<typeof wanted>>);
const wanted = () => read('quoteFor');
if (asked) write('quoteFor', asked);
const kept = wanted();
line.hidden = !kept;
line.querySelector('b')!.textContent = kept?.name ?? '';
line.querySelector('button')!.addEventListener('click', () => {
  remove('quoteFor');
  line.hidden = true;
});
