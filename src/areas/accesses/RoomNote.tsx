import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { reception as words } from '#site/messages/it/accesses.ts';
import type { RoomScreen } from './useRoom.ts';

/** What is said of the screen of the room: that a new one replaces it, when it ends, where it is. */
export default function RoomNote({ room: { url, asks, until, open, leave } }: { room: RoomScreen }) {
  if (url)
    return (
      <p className="callout">
        {words.roomReady} <a href={url}>{url}</a>
      </p>
    );
  if (!asks) return <p className="callout">{t(words.roomEnds, { day: day(dayInRome(new Date(until!))) })}</p>;
  return (
    <p className="callout">
      {words.roomAsk}{' '}
      <button type="button" className="btn" onClick={open}>
        {words.roomNew}
      </button>{' '}
      <button type="button" className="btn" onClick={leave}>
        {words.roomKeep}
      </button>
    </p>
  );
}
