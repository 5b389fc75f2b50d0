import { lazy, memo, useCallback, useEffect, useMemo, useState } from 'react';
import type { EventRecord, EventRow, MonthDay, ShownCalendar } from '#domain/calendars/schema.ts';
import { dayLong } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Agenda, Phone } from './Agenda.tsx';
import { Bar } from './Bar.tsx';
import { Bands } from './Bands.tsx';
import type { Grid } from './Column.tsx';
import { DayColumns } from './DayColumns.tsx';
import { longer, type CalendarDialog, type Reasons } from './asked.ts';
import type { Finds } from './form.ts';
import { Month } from './Month.tsx';
import { useDrag, type Ghost } from './useDrag.ts';
import { useKeys } from './useKeys.ts';
import { clockOf, daysOf, minuteOf, nameOf, placing, spanOf, unpacked, type Hints, type Look } from './view.ts';
import './calendars.css';

const Dialogs = lazy(() => import('./Dialogs.tsx'));

export interface CalendarProps {
  look: Look;
  all: readonly ShownCalendar[];
  /** The events as `packed` writes them; empty for a month, of which `month` has each day's first events. */
  events: string;
  month: readonly MonthDay[];
  reasons: Reasons;
  opened: EventRecord | null;
  userId: number;
  mayBook: boolean;
  mayManage: boolean;
  /** The person may give the work of absent colleagues to others. */
  handsWork: boolean;
  isNew: boolean;
  /** True on the page that shows several calendars. */
  beside: boolean;
  finds: Finds;
  today: string;
  /** The server's time, so that server and browser draw the same page. */
  now: string;
}

/**
 * When a new event begins, and in which calendar: today at the next half hour, on another day at nine; in the only
 * calendar shown, or in the person's own.
 */
function placeOfNew({ look, today, now, userId }: CalendarProps, calendars: readonly ShownCalendar[]) {
  const calendarIds = calendars.filter((one) => calendars.length === 1 || one.userId === userId).map(({ id }) => id);
  if (look.day > today) return { day: look.day, time: '09:00', calendarIds };
  const half = Math.min(18 * 60, Math.max(9 * 60, Math.ceil(minuteOf(now, today) / 30) * 30));
  return { day: today, time: clockOf(half), calendarIds };
}

/** Where the search for the first free time begins: as for a new event, else in the first calendar that is shown. */
function placeOfFirst(props: CalendarProps, calendars: readonly ShownCalendar[]) {
  const { calendarIds, ...from } = placeOfNew(props, calendars);
  return { ...from, calendarIds: calendarIds.length > 0 ? calendarIds : props.look.ids.slice(0, 1) };
}

/** Where an event is while it is moved by keys. */
const saidOf = (event: EventRow | null, at: Ghost | null): string => {
  if (!event || !at) return words.moveCanceled;
  const { day, from, minutes } = at;
  return t(words.moving, { title: nameOf(event, words.busy), day: dayLong(day), time: clockOf(from), minutes });
};

/** The events of the days that are shown, and how they are read again. */
function useEvents({ look, events: first, month: firstMonth }: CalendarProps, days: readonly string[]) {
  const [events, setEvents] = useState<readonly EventRow[]>(() => unpacked(first));
  const [month, setMonth] = useState(firstMonth);
  const read = async () => {
    if (look.ids.length === 0) return location.reload();
    const query = { from: days[0]!, to: days.at(-1)!, calendarIds: look.ids.join(',') };
    if (look.view === 'month') setMonth(await call('GET /calendars/month', { query }));
    else setEvents(await call('GET /calendars/events', { query }));
  };
  return { events, month, read };
}

interface DrawnProps extends Grid {
  look: Look;
  days: readonly string[];
  calendars: readonly ShownCalendar[];
  all: readonly ShownCalendar[];
  month: readonly MonthDay[];
  /** Asks for a new event; undefined for who may not make one. */
  ask: ((at: { day: string; time: string; calendarIds: readonly number[] }) => void) | undefined;
  onLonger: (event: EventRow) => void;
}

/** Memoised, so that opening a dialog or announcing something does not draw all events again. */
const Drawn = memo(function Drawn({ look, all, month, ghost, hints, grab, ask, onLonger, ...more }: DrawnProps) {
  const shown = { look, ...more };
  if (look.view === 'month') return <Month {...shown} month={month} />;
  if (look.view === 'agenda') return <Agenda {...shown} onNew={undefined} onLonger={undefined} />;
  const wide = { ...shown, ghost, hints, grab };
  return (
    <>
      <Phone
        {...shown}
        all={all}
        onLonger={onLonger}
        onNew={ask && (({ calendarId, ...at }) => ask({ ...at, calendarIds: [calendarId] }))}
      />
      <div className="cal-wide">
        {look.view === 'day' && <DayColumns {...wide} />}
        {look.view === 'week' && more.calendars.length > 0 && <Bands {...wide} />}
      </div>
    </>
  );
});

/** Calendars in a day, week, month or list; events are taken, moved and made longer on it. */
export function CalendarPage(props: CalendarProps) {
  const { look, all, reasons, opened, userId, mayBook, isNew, finds, today, now } = props;
  const [asked, setAsked] = useState<CalendarDialog | null>(null);
  const [said, setSaid] = useState('');
  const [hints, setHints] = useState<Hints | null>(null);
  const calendars = useMemo(() => look.ids.flatMap((id) => all.find((one) => one.id === id) ?? []), [look, all]);
  const days = useMemo(() => daysOf(look), [look]);
  const { events, month, read } = useEvents(props, days);
  const onNew = () => setAsked({ new: placeOfNew(props, calendars) });
  useEffect(() => {
    // Opens after hydration, because a dialog needs JavaScript.
    if (opened) setAsked({ open: opened.id });
    else if (isNew) onNew();
    const back = () => document.visibilityState === 'visible' && void read();
    document.addEventListener('visibilitychange', back);
    return () => document.removeEventListener('visibilitychange', back);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: the address says what is shown
  }, []);

  const onMove = (event: EventRow, to: Ghost, from: number) => {
    const calendarIds = event.calendarIds.map((id) => (id === from ? to.calendarId : id));
    const when = { day: to.day, time: clockOf(to.from), minutes: to.minutes, calendarIds };
    setAsked({ move: event.id, when });
  };
  const lengthen = useCallback((event: EventRow) => setAsked(longer(event)), []);
  const ask = useCallback(
    (at: { day: string; time: string; minutes?: number; calendarIds: readonly number[] }) => setAsked({ new: at }),
    [],
  );
  const on = useMemo(() => placing(events), [events]);
  const span = useMemo(() => {
    const { from, to } = spanOf(calendars, on, look.view === 'day' ? [look.day] : days);
    return { first: from * 60, minutes: (to - from) * 60 };
  }, [calendars, on, look, days]);
  const { ghost, show, grab, wasDragged } = useDrag(span, {
    onMove,
    onNew: ({ day, from, minutes, calendarId }) =>
      ask({ day, time: clockOf(from), minutes, calendarIds: [calendarId] }),
  });
  useKeys({ events, show, onMove, say: (event, at) => setSaid(saidOf(event, at)) });
  const open = useCallback(
    (event: EventRow) => {
      if (event.mayOpen && !wasDragged()) setAsked({ open: event.id });
    },
    [wasDragged],
  );
  const dialogs = {
    hint: setHints,
    reasons,
    finds,
    userId,
    today,
    now,
    look,
    days,
    calendars: all,
    mayManage: props.mayManage,
    handsWork: props.handsWork,
  };
  return (
    <ErrorBoundary what={words.title}>
      <div className="page cal">
        <Bar
          {...props}
          onNew={onNew}
          onFirstFree={() => setAsked({ firstFree: placeOfFirst(props, calendars) })}
          onAbsence={() => setAsked({ absence: true })}
          onFeed={() => setAsked({ feed: calendars[0] ?? null })}
        />
        {calendars.length === 0 && <p className="empty">{words.none}</p>}
        <Drawn
          look={look}
          days={days}
          calendars={calendars}
          on={on}
          month={month}
          all={all}
          today={today}
          now={now}
          ghost={ghost}
          hints={hints}
          grab={mayBook ? grab : undefined}
          ask={mayBook ? ask : undefined}
          onOpen={open}
          onLonger={lengthen}
        />
        {(look.view === 'day' || look.view === 'week') && mayBook && <p className="muted cal-keys">{words.keysText}</p>}
        <p className="sr-only" role="status">
          {said}
        </p>
      </div>
      <OnDemand>
        {asked && <Dialogs asked={asked} ask={setAsked} {...dialogs} onChanged={read} onClose={() => setAsked(null)} />}
      </OnDemand>
    </ErrorBoundary>
  );
}
