import type { CSSProperties } from 'react';
import type { ShownCalendar } from '#domain/calendars/schema.ts';
import { calendarKinds } from '#domain/calendars/event-terms.ts';
import { t } from '#site/lib/intl.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { Column, Ghost, type Grid } from './Column.tsx';
import { Hours } from './Hours.tsx';
import { atMinute, freeOf, hrefOf, spanOf, type Look, type Placing } from './view.ts';
import { week, weekdayOf } from '#domain/dates.ts';

const numberOf = (day: string) => Number(day.slice(8));
export const shortDay = (day: string) => words.weekdays[week.indexOf(weekdayOf(day))]!;

interface Props extends Grid {
  look: Look;
  days: readonly string[];
  calendars: readonly ShownCalendar[];
}

/** How much of a calendar's working time is taken, in words of hours. */
function Load({ calendar, days, on }: { calendar: ShownCalendar; days: readonly string[]; on: Placing }) {
  const hours = (minutes: number) => Math.round(minutes / 60);
  const whole = days
    .flatMap((day) => calendar.hours[day] ?? [])
    .reduce((sum, { from, to }) => sum + atMinute(to) - atMinute(from), 0);
  const free = days
    .flatMap((day) => freeOf(calendar, on(calendar.id, day), day))
    .reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <>
      <meter aria-hidden value={whole - free} max={Math.max(1, whole)} />
      <small>
        {calendar.buffer > 0 ? t(words.buffer, { n: calendar.buffer }) : `${hours(whole - free)}/${hours(whole)} h`}
      </small>
    </>
  );
}

/** A week: a band for each calendar, a column for each day. */
export function Bands({ look, days: all, calendars, on, today, ghost, ...more }: Props) {
  const isBusy = (day: string) => calendars.some(({ id, hours }) => hours[day]?.length || on(id, day).length);
  // A Sunday on which nobody works leaves its room to the other days.
  const days = all.filter((day) => weekdayOf(day) !== 'sun' || isBusy(day));
  const { from, to } = spanOf(calendars, on, days);
  const one = calendars.length === 1;
  return (
    <div className="cal-scroll">
      <div
        className={`cal-bands ${one ? 'one' : ''}`}
        style={{ '--days': days.length, '--span': (to - from) * 60 } as CSSProperties}
      >
        <div className="cal-corner" />
        {days.map((day) => (
          <a
            key={day}
            className="cal-day"
            href={hrefOf({ ...look, view: 'day', day })}
            aria-current={day === today ? 'date' : undefined}
          >
            {shortDay(day)} <b>{numberOf(day)}</b>
          </a>
        ))}
        {calendars.map((calendar) => (
          <div key={calendar.id} className="cal-band">
            <div className="cal-who">
              <b>
                <a href={`/dealer/calendars/${calendar.id}`}>{calendar.name}</a>
              </b>
              <span>{calendarKinds[calendar.kind]}</span>
              <Load calendar={calendar} days={days} on={on} />
              <Hours from={from} to={to} each={one ? 1 : 2} />
            </div>
            {days.map((day) => (
              <Column key={day} {...more} calendar={calendar} day={day} on={on} today={today} first={from} last={to} />
            ))}
          </div>
        ))}
        <Ghost at={ghost} />
      </div>
    </div>
  );
}
