import { time } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import type { Seen } from '#site/ui/usePolled.ts';

/** Whether the page is up to date, or since when nothing answers. */
export const SeenAt = ({ seen: { at, since } }: { seen: Seen }) => (
  <span role="status" className="reception-line grow" data-offline={since !== null}>
    {since ? t(words.offline, { time: time(since) }) : t(words.online, { time: time(at) })}
  </span>
);
