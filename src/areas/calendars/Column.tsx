import { createContext, useContext, type CSSProperties } from 'react';
import type { EventRow, ShownCalendar } from '#domain/calendars/schema.ts';
import { dayLong } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { EventCard } from './EventCard.tsx';
import type { Ghost, Grab } from './useDrag.ts';
import { clockOf, minuteOf, placed, shutOf } from './view.ts';

const span = (from: number, to: number, first: number) =>
  ({ '--at': Math.max(0, from - first * 60), '--for': to - Math.max(from, first * 60) }) as CSSProperties;

/** What every column of a screen shows. */
export interface Shown {
  events: readonly EventRow[];
  today: string;
  now: string;
  grab: Grab | undefined;
  onOpen: (event: EventRow) => void;
}

interface ColumnProps extends Shown {
  calendar: ShownCalendar;
  day: string;
  first: number;
  last: number;
}

/** Where an event would lie; known to the columns without drawing them again. */
export const Ghosts = createContext<Ghost | null>(null);

/** The ghost, where it lies in this column. */
function Shadow({ calendarId, day, first }: { calendarId: number; day: string; first: number }) {
  const ghost = useContext(Ghosts);
  if (ghost?.day !== day || ghost.calendarId !== calendarId) return null;
  const { from, minutes } = ghost;
  return (
    <i className="cal-ghost" style={span(from, from + minutes, first)}>
      <span>
        {clockOf(from)}–{clockOf(from + minutes)}
      </span>
    </i>
  );
}

/** A day of one calendar. */
export function Column({ calendar, day, first, last, events, today, now, grab, onOpen }: ColumnProps) {
  const at = day === today ? minuteOf(now, day) : -1;
  return (
    <div
      className="cal-column"
      role="group"
      aria-label={t(words.events, { name: calendar.name, day: dayLong(day) })}
      data-day={day}
      data-calendar={calendar.id}
      onPointerDown={grab && ((pointer) => grab.create(calendar.id, day, pointer))}
    >
      {shutOf(calendar, day)
        .filter(({ from, to }) => to > first * 60 && from < last * 60)
        .map(({ from, to }) => (
          <i key={from} className="cal-shut" aria-hidden style={span(from, Math.min(to, last * 60), first)} />
        ))}
      {placed(events, calendar.id, day).map((one) => (
        <EventCard
          key={one.event.id}
          placed={one}
          first={first}
          onOpen={onOpen}
          {...(grab && { onGrab: grab.event })}
        />
      ))}
      {at >= first * 60 && at < last * 60 && <i className="cal-now" aria-hidden style={span(at, at, first)} />}
      <Shadow calendarId={calendar.id} day={day} first={first} />
    </div>
  );
}
