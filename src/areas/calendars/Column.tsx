import type { CSSProperties, RefObject } from 'react';
import type { EventRow, ShownCalendar } from '#domain/calendars/schema.ts';
import { dayLong } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { EventCard } from './EventCard.tsx';
import type { Grab } from './useDrag.ts';
import { clockOf, minuteOf, shutOf, type Hints, type Placing } from './view.ts';

const span = (from: number, to: number, first: number) =>
  ({ '--at': Math.max(0, from - first * 60), '--for': to - Math.max(from, first * 60) }) as CSSProperties;

/** What every column of a screen shows. */
export interface Shown {
  on: Placing;
  today: string;
  now: string;
  grab: Grab | undefined;
  onOpen: (event: EventRow) => void;
  /** How what is being made lies in the grid. */
  hints: Hints | null;
}

/**
 * A screen with columns also has a ghost, which shows where an event would lie while it is moved or made
 * (useDrag.ts).
 */
export interface Grid extends Shown {
  ghost: RefObject<HTMLElement | null>;
}

interface ColumnProps extends Shown {
  calendar: ShownCalendar;
  day: string;
  first: number;
  last: number;
}

/** The time that is wanted, and in order those that are free instead; the form says them in words. */
function Hinted({ hints: { wanted, minutes, slots }, day, first }: { hints: Hints; day: string; first: number }) {
  const style = (from: number) => span(from, from + minutes, first);
  return (
    <>
      {wanted.day === day && (
        <i className={`cal-hint ${wanted.isFree ? 'wanted' : 'refused'}`} aria-hidden style={style(wanted.from)} />
      )}
      {slots.map(
        (slot, at) =>
          slot.day === day && (
            <i key={slot.from} className="cal-hint" aria-hidden style={style(slot.from)}>
              <b>{at + 1}</b> {clockOf(slot.from)}
            </i>
          ),
      )}
    </>
  );
}

/** A day of one calendar. */
export function Column({ calendar, day, first, last, on, today, now, grab, onOpen, hints }: ColumnProps) {
  const at = day === today ? minuteOf(now, day) : -1;
  return (
    <div
      className="cal-column"
      role="group"
      aria-label={t(words.events, { name: calendar.name, day: dayLong(day) })}
      data-day={day}
      data-calendar={calendar.id}
      onPointerDown={grab?.create}
    >
      {shutOf(calendar, day)
        .filter(({ from, to }) => to > first * 60 && from < last * 60)
        .map(({ from, to }) => (
          <i key={from} className="cal-shut" aria-hidden style={span(from, Math.min(to, last * 60), first)} />
        ))}
      {at >= first * 60 && at < last * 60 && <i className="cal-now" aria-hidden style={span(at, at, first)} />}
      {on(calendar.id, day).map((one) => (
        <EventCard
          key={one.event.id}
          placed={one}
          first={first}
          clashes={hints?.clash.includes(one.event.id) ?? false}
          onOpen={onOpen}
          {...(grab && { onGrab: grab.event })}
        />
      ))}
      {hints?.calendarIds.includes(calendar.id) && <Hinted hints={hints} day={day} first={first} />}
    </div>
  );
}

export const Ghost = ({ at }: { at: Grid['ghost'] }) => (
  <i className="cal-ghost" aria-hidden hidden ref={at}>
    <span />
  </i>
);
