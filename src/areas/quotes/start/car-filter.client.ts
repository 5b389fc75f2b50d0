/** Passes the car filter on to the next model, for the length of the session (specification §3). */
import { read, remove, write } from '#site/stores/persisted.ts';

const form = document.querySelector<HTMLFormElement>('form[data-car-filter]');
if (form) {
  const names = form.dataset.carFilter!.split(' ');
  const given = [...new URLSearchParams(location.search)].filter(([name, value]) => names.includes(name) && value);
  if (given.length > 0) write('carFilter', Object.fromEntries(given));
  else remove('carFilter');
}
const kept = Object.entries(read('carFilter') ?? {});
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-versions]')) {
  const address = new URLSearchParams(link.search);
  for (const [name, value] of kept) address.set(name, value);
  link.search = String(address);
}
