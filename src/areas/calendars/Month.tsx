import type { EventRow, MonthDay } from '#domain/calendars/schema.ts';
import { time } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { lookOf, spokenOf } from './EventCard.tsx';
import { dayOfEvent, hrefOf, nameOf, type Look } from './view.ts';

interface Props {
  look: Look;
  days: readonly string[];
  month: readonly MonthDay[];
  today: string;
  onOpen: (event: EventRow) => void;
}

/** A month of whole weeks. */
export function Month({ look, days, month, today, onOpen }: Props) {
  const by = new Map(month.map((one) => [one.day, one]));
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  return (
    <table className="cal-month">
      <thead>
        <tr>
          {words.weekdays.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const { events = [], count = 0 } = by.get(day) ?? {};
              return (
                <td key={day} className={day.slice(0, 7) === look.day.slice(0, 7) ? '' : 'other'}>
                  <a href={hrefOf({ ...look, view: 'day', day })} aria-current={day === today ? 'date' : undefined}>
                    {Number(day.slice(8))}
                  </a>
                  {events.map((event) => (
                    <button
                      key={event.id}
                      type="button"
                      className={`cal-chip ${lookOf(event)}`}
                      aria-label={spokenOf(event)}
                      onClick={() => onOpen(event)}
                    >
                      {dayOfEvent(event) === day && <b>{time(event.startsAt)}</b>} {nameOf(event, words.busy)}
                    </button>
                  ))}
                  {count > events.length && (
                    <a className="link" href={hrefOf({ ...look, view: 'day', day })}>
                      {t(words.more, { n: count - events.length })}
                    </a>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
