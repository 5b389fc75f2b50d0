import type { CSSProperties } from 'react';
import type { ShownCalendar } from '#domain/calendars/schema.ts';
import { calendarKinds } from '#domain/calendars/event-terms.ts';
import { Column, Ghost, type Grid } from './Column.tsx';
import { Hours } from './Hours.tsx';
import { spanOf, type Look } from './view.ts';

/** A day: a column for each calendar, at most twelve beside each other. */
export function DayColumns({
  look,
  calendars,
  on,
  ghost,
  ...more
}: Grid & { look: Look; calendars: readonly ShownCalendar[] }) {
  const { from, to } = spanOf(calendars, on, [look.day]);
  return (
    <div className="cal-scroll">
      <div
        className="cal-bands one day"
        style={{ '--days': calendars.length, '--span': (to - from) * 60 } as CSSProperties}
      >
        <div className="cal-corner" />
        {calendars.map(({ id, name, kind }) => (
          <a key={id} className="cal-day" href={`/dealer/calendars/${id}`}>
            {calendarKinds[kind]} <b>{name}</b>
          </a>
        ))}
        <div className="cal-band">
          <div className="cal-who">
            <Hours from={from} to={to} each={1} />
          </div>
          {calendars.map((calendar) => (
            <Column key={calendar.id} {...more} calendar={calendar} on={on} day={look.day} first={from} last={to} />
          ))}
        </div>
        <Ghost at={ghost} />
      </div>
    </div>
  );
}
