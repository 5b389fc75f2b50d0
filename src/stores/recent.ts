/** The records that the person opened most recently on this computer; the palette offers them first. */
import { read, write } from './persisted.ts';

const KEPT = 12;
/** Paths of a single record; a quote is named in the query. */
const RECORD = /^\/dealer\/(customers|stock\/(new|used)|insurances|financials)\/\d+$|[?&]quote=\d+/;

const keyNow = () => `recent:${document.querySelector<HTMLElement>('[data-user]')?.dataset.user ?? ''}` as const;
const hrefNow = () => location.pathname + location.search;

/** Recently opened records, without the record of this page. */
export const recent = () => (read(keyNow()) ?? []).filter(({ href }) => href !== hrefNow());

/** Notes that the record of this page was opened. An unsaved record has no address and is skipped. */
export function noteOpened(): void {
  const href = hrefNow();
  if (!RECORD.test(href)) return;
  // Removes the product's name.
  const title = document.title.split(' · ').slice(0, -1).join(' · ');
  write(keyNow(), [{ title, href }, ...recent()].slice(0, KEPT));
}
