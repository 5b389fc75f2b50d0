/** The records that the person opened most recently on this computer; the palette offers them first. */
import { read, write } from './persisted.ts';

const KEPT = 12;
/** A lead is named in the query, before the list from which it was opened. */
const LEAD = /^\/dealer\/leads\/handle\?lead=\d+/;
/** Paths of a single record; a quote is named in the query. */
const RECORD = new RegExp(
  `^/dealer/(customers|contracts|claims|usedEvaluation|stock/(new|used)|insurances|financials)/\\d+$|${LEAD.source}|[?&]quote=\\d+`,
);

const keyNow = () => `recent:${document.querySelector<HTMLElement>('[data-user]')?.dataset.user ?? ''}` as const;
const hrefNow = () => {
  const href = location.pathname + location.search;
  return LEAD.exec(href)?.[0] ?? href;
};

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
