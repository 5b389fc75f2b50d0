import { plural } from '#site/lib/icu.server.ts';
import { t } from '#site/lib/intl.ts';
import { support as words } from '#site/messages/it/support.ts';

const MINUTE_MS = 60_000;

/** How long somebody has waited for an answer since an instant; more than an hour is late. */
export function waits(since: string): { text: string; isLate: boolean } {
  const minutes = Math.floor((Date.now() - Date.parse(since)) / MINUTE_MS);
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
  if (days > 0) return { text: plural(words.days, { n: days }), isLate: true };
  return hours > 0
    ? { text: t(words.hours, { h: hours, n: minutes % 60 }), isLate: true }
    : { text: t(words.minutes, { n: minutes }), isLate: false };
}
