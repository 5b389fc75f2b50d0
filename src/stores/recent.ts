/** The records that the person opened last on this computer: the palette offers them first. */
import { read, write } from './persisted.ts';

const KEPT = 12;
/** Pages of one record; a quote is named behind the question mark. */
const RECORD = /^\/dealer\/(customers|stock\/(new|used)|insurances|financials)\/\d+$|[?&]quote=\d+/;

const keyNow = () => `recent:${document.querySelector<HTMLElement>('[data-user]')?.dataset.user ?? ''}` as const;
const hrefNow = () => location.pathname + location.search;

/** Those that were opened before, without the record of this page. */
export const recent = () => (read(keyNow()) ?? []).filter(({ href }) => href !== hrefNow());

/** The record of this page was opened; one that is not saved yet has no address. */
export function noteOpened(): void {
  const href = hrefNow();
  if (!RECORD.test(href)) return;
  // Without the product's name.
  const title = document.title.split(' · ').slice(0, -1).join(' · ');
  write(keyNow(), [{ title, href }, ...recent()].slice(0, KEPT));
}
