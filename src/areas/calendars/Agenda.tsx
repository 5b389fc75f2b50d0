import { Fragment } from 'react';
import { addDays, mondayOf } from '#domain/dates.ts';
import type { EventRow, ShownCalendar } from '#domain/calendars/schema.ts';
import { customerKinds, eventEnds, eventKinds, eventStates } from '#domain/calendars/event-terms.ts';
import { dayLong, dayOfWeek, time } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { shortDay } from './Bands.tsx';
import { lookOf } from './EventCard.tsx';
import { breaksOf, clockOf, freeOf, hrefOf, minuteOf, nameOf, type Look, type Placed, type Placing } from './view.ts';
import './agenda.css';

interface Props {
  look: Look;
  days: readonly string[];
  calendars: readonly ShownCalendar[];
  on: Placing;
  today: string;
  now: string;
  onOpen: (event: EventRow) => void;
  onNew: ((at: { day: string; time: string; calendarId: number }) => void) | undefined;
  /** Lets an event go on for half an hour more. */
  onLonger: ((event: EventRow) => void) | undefined;
}

const lengthOf = (minutes: number) =>
  minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${String(minutes % 60).padStart(2, '0')}` : ''}`;

function Badge({ event, now }: { event: EventRow; now: string }) {
  const { kind, state, endedAs, masked, done, things, confirmed, startsAt } = event;
  if (masked) return null;
  if (endedAs) return <StateBadge tone={endedAs === 'canceled' ? 'mute' : 'bad'}>{eventEnds[endedAs]}</StateBadge>;
  if (things > 0 && state === 'not_started') return <small>{t(words.done, { done, things })}</small>;
  if (state === 'not_started' && startsAt > now && customerKinds.includes(kind))
    return <StateBadge tone={confirmed ? 'ok' : 'warn'}>{confirmed ? words.sure : words.unsure}</StateBadge>;
  return <StateBadge tone={eventStates[state].tone}>{eventStates[state].label}</StateBadge>;
}

/** The progress of an event that has begun: minutes passed, of its whole length. */
const Progress = ({ gone, of, event: { done, things } }: { gone: number; of: number; event: EventRow }) => (
  <>
    <small>
      {t(words.since, { time: lengthOf(gone) })}
      {things > 0 && ` · ${t(words.done, { done, things })}`}
    </small>
    <progress value={gone} max={of} aria-hidden />
  </>
);

interface EntryProps {
  placed: Placed;
  /** The current minute of the day; -1 on any other day. */
  at: number;
  now: string;
  onOpen: Props['onOpen'];
  onLonger: Props['onLonger'];
}

function Entry({ placed: { event, from, to }, at, now, onOpen, onLonger }: EntryProps) {
  const runs = event.state === 'in_progress' && event.endedAs === null && at > from;
  return (
    <li className={`cal-entry ${lookOf(event)}`}>
      <time dateTime={event.startsAt}>
        {time(event.startsAt)}
        <small>{lengthOf(to - from)}</small>
      </time>
      <button type="button" onClick={() => onOpen(event)}>
        <span>
          <b>{nameOf(event, words.busy)}</b>
          <Badge event={event} now={now} />
        </span>
        {!event.masked && (
          <small>{[eventKinds[event.kind], event.customer ? event.title : ''].filter(Boolean).join(' · ')}</small>
        )}
        {runs && <Progress gone={at - from} of={to - from} event={event} />}
      </button>
      {runs && onLonger && event.mayMove && (
        <div className="cal-running">
          <button type="button" className="btn primary" onClick={() => onOpen(event)}>
            {words.outcome}
          </button>
          <button type="button" className="btn" onClick={() => onLonger(event)}>
            {words.longer}
          </button>
        </div>
      )}
    </li>
  );
}

/** What a day holds of one calendar: events, and the time that is free between them. */
function DayEntries({
  calendar,
  day,
  on,
  today,
  now,
  onOpen,
  onLonger,
  onNew,
}: Omit<Props, 'look' | 'days' | 'calendars'> & { calendar: ShownCalendar; day: string }) {
  const own = on(calendar.id, day);
  const at = day === today ? minuteOf(now, day) : -1;
  const entries = [
    ...own.map((one) => ({
      from: one.from,
      key: `e${one.event.id}`,
      item: <Entry placed={one} at={at} now={now} onOpen={onOpen} onLonger={onLonger} />,
    })),
    ...freeOf(calendar, own, day)
      // Of free time that has begun, only the part that is still to come.
      .map(({ from, to }) => ({ from: Math.max(from, Math.ceil(at / 15) * 15), to }))
      .filter(({ from, to }) => onNew && day >= today && to - from >= 15)
      .map(({ from, to }) => ({
        from,
        key: `f${from}`,
        item: (
          <li className="cal-entry free">
            <time>{clockOf(from)}</time>
            <button type="button" onClick={() => onNew!({ day, time: clockOf(from), calendarId: calendar.id })}>
              {t(words.free, { time: lengthOf(to - from) })}
            </button>
          </li>
        ),
      })),
    ...breaksOf(calendar, day).map(({ from, to }) => ({
      from,
      key: `s${from}`,
      item: (
        <li className="cal-entry shut">
          <time>{clockOf(from)}</time>
          <p>{t(words.shutUntil, { time: clockOf(to) })}</p>
        </li>
      ),
    })),
    ...(at >= 0
      ? [
          {
            from: at,
            key: 'now',
            item: (
              <li className="cal-entry now">
                <time>{clockOf(at)}</time>
                <span className="sr-only">{words.now}</span>
              </li>
            ),
          },
        ]
      : []),
  ].toSorted((a, b) => a.from - b.from);
  return (
    <ol className="cal-agenda" aria-label={t(words.events, { name: calendar.name, day: dayLong(day) })}>
      {entries.map(({ key, item }) => (
        <Fragment key={key}>{item}</Fragment>
      ))}
    </ol>
  );
}

/** Days one below the other. */
export function Agenda({ days, calendars, ...more }: Props) {
  const filled = days.filter((day) => calendars.some(({ id }) => more.on(id, day).length > 0));
  if (filled.length === 0) return <p className="empty">{words.noEvents}</p>;
  return (
    <div className="cal-days">
      {filled.map((day) => (
        <section key={day}>
          <h2>{dayOfWeek(day)}</h2>
          {calendars.map((calendar) => (
            <div key={calendar.id}>
              {calendars.length > 1 && <h3>{calendar.name}</h3>}
              <DayEntries {...more} calendar={calendar} day={day} onNew={undefined} />
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

/** How many events a day has, and how much of it is still free. */
function summed(calendar: ShownCalendar, own: readonly Placed[], day: string, today: string, now: string): string {
  const at = day === today ? minuteOf(now, day) : 0;
  const free = freeOf(calendar, own, day).reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, at)), 0);
  const n = own.filter(({ event }) => event.endedAs === null).length;
  const taken = t(words.taken[n === 1 ? 0 : 1], { n });
  return free > 0 && day >= today ? `${taken} · ${t(words.freeFor, { time: lengthOf(free) })}` : taken;
}

/** Dots below a day. */
const MOST_DOTS = 6;

/** A dot for each of the first events of a day; red for what was missed. */
const Dots = ({ events }: { events: readonly Placed[] }) => (
  <>
    <span className="cal-dots" aria-hidden>
      {events.slice(0, MOST_DOTS).map(({ event: { id, endedAs } }) => (
        <i key={id} className={endedAs && endedAs !== 'canceled' ? 'bad' : ''} />
      ))}
    </span>
    {events.length > 0 && (
      <span className="sr-only">{t(words.taken[events.length === 1 ? 0 : 1], { n: events.length })}</span>
    )}
  </>
);

/** Calendars one press away on a telephone. */
const MOST_CHIPS = 8;

/** A telephone's view: the week as a strip, the calendars as chips, one day of one calendar below. */
export function Phone({ look, all, calendars, on, today, ...more }: Props & { all: readonly ShownCalendar[] }) {
  const monday = mondayOf(look.day);
  const calendar = calendars[0];
  return (
    <div className="cal-phone">
      <nav className="cal-strip">
        {words.weekdays.map((_, at) => {
          const day = addDays(monday, at);
          const own = calendar ? on(calendar.id, day) : [];
          return (
            <a key={day} href={hrefOf({ ...look, day })} aria-current={day === look.day ? 'date' : undefined}>
              {shortDay(day)}
              <b>{Number(day.slice(8))}</b>
              <Dots events={own} />
            </a>
          );
        })}
      </nav>
      <nav className="cal-chips" aria-label={words.chosen}>
        {/* The one that is shown comes first: further on nobody would see whose day it is. */}
        {[...new Set([...calendars.slice(0, 1), ...all])].slice(0, MOST_CHIPS).map(({ id, name }) => (
          <a key={id} href={hrefOf({ ...look, ids: [id] })} aria-current={id === calendar?.id ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {calendar && (
        <>
          <p className="muted cal-sum">{summed(calendar, on(calendar.id, look.day), look.day, today, more.now)}</p>
          <DayEntries {...more} calendar={calendar} on={on} today={today} day={look.day} />
        </>
      )}
    </div>
  );
}
