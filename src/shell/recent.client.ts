/** The records that the person opened last on this computer: the palette offers them first. */
import { read, write } from '../stores/persisted.ts';

const KEPT = 12;
/** Pages of one record; a quote is named behind the question mark. */
const RECORD = /^\/dealer\/(customers|stock\/(new|used)|insurances|financials)\/\d+$|[?&]quote=\d+/;

const key = `recent:${document.querySelector<HTMLElement>('[data-user]')?.dataset.user ?? ''}` as const;
const href = location.pathname + location.search;
const others = (read(key) ?? []).filter((one) => one.href !== href);
if (RECORD.test(href) && document.getElementById('record-head'))
  // Without the product's name.
  write(key, [{ title: document.title.split(' · ').slice(0, -1).join(' · '), href }, ...others].slice(0, KEPT));

/** Without the record of this page. */
export const recent = others;
