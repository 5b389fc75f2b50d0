import type { EventRow } from '#domain/calendars/schema.ts';
import { time } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { lookOf, spokenOf } from './EventCard.tsx';
import { dayOfEvent, hrefOf, nameOf, type Look } from './view.ts';

/** Events of a day that a month shows; the day shows the others. */
const MOST = 3;

interface Props {
  look: Look;
  days: readonly string[];
  events: readonly EventRow[];
  today: string;
  onOpen: (event: EventRow) => void;
}

/** A month of whole weeks. */
export function Month({ look, days, events, today, onOpen }: Props) {
  const by = Map.groupBy(events, dayOfEvent);
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
              const own = by.get(day) ?? [];
              return (
                <td key={day} className={day.slice(0, 7) === look.day.slice(0, 7) ? '' : 'other'}>
                  <a href={hrefOf({ ...look, view: 'day', day })} aria-current={day === today ? 'date' : undefined}>
                    {Number(day.slice(8))}
                  </a>
                  {own.slice(0, MOST).map((event) => (
                    <button
                      key={event.id}
                      type="button"
                      className={`cal-chip ${lookOf(event)}`}
                      aria-label={spokenOf(event)}
                      onClick={() => onOpen(event)}
                    >
                      <b>{time(event.startsAt)}</b> {nameOf(event, words.busy)}
                    </button>
                  ))}
                  {own.length > MOST && (
                    <a className="link" href={hrefOf({ ...look, view: 'day', day })}>
                      {t(words.more, { n: own.length - MOST })}
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
