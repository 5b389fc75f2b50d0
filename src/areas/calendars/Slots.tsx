import { useEffect, useState } from 'react';
import type { timeFields } from '#domain/calendars/fields.ts';
import type { EventRow, Fit, ShownCalendar, Slot } from '#domain/calendars/schema.ts';
import { fits, type EventKind } from '#domain/calendars/event-terms.ts';
import type { Values } from '#domain/record/fields.ts';
import { dayOfWeek, time as timeOf } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { calendar, event as words } from '#site/messages/it/calendars.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import type { DialogProps } from './asked.ts';
import { atMinute, minuteOf, nameOf, type Hints } from './view.ts';

interface SlotsProps extends Pick<DialogProps, 'calendars' | 'hint'> {
  day: string;
  time: string;
  minutes: number;
  calendarIds: readonly number[];
  kind?: EventKind;
  except?: number;
  onUse: (slot: Slot) => void;
  /** Takes other calendars at the same time. */
  onSwap: (calendarIds: number[]) => void;
}

type Wanted = Pick<SlotsProps, 'day' | 'time' | 'minutes' | 'calendarIds' | 'kind' | 'except'>;

/** How the time suits what was chosen: asked once typing pauses; null until it is known. */
function useFit({ day, time, minutes, calendarIds, kind, except }: Wanted): Fit | null {
  const [fit, setFit] = useState<Fit | null>(null);
  const ids = calendarIds.join(',');
  useEffect(() => {
    if (ids === '' || day === '' || time === '' || !(minutes >= 15 && minutes <= 1440)) return setFit(null);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const more = { ...(kind !== undefined && { kind }), ...(except !== undefined && { except }) };
      const query = { calendarIds: ids, day, time, minutes, ...more };
      call('GET /calendars/fit', { query, signal: abort.signal }).then(
        setFit,
        () => abort.signal.aborted || setFit(null),
      );
    }, 250);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [ids, day, time, minutes, kind, except]);
  return fit;
}

/** Where the grid shows what was asked for, what is in its way, and the times that are free instead. */
const hintsOf = ({ day, time, minutes, calendarIds }: Wanted, { calendars, slots }: Fit): Hints => ({
  calendarIds,
  minutes,
  wanted: { day, from: atMinute(time), isFree: calendars.every(({ is }) => is === 'free') },
  slots: slots.map((slot) => ({ day: slot.day, from: minuteOf(slot.startsAt, slot.day) })),
  clash: calendars.flatMap(({ by }) => by.map(({ id }) => id)),
});

/** An event in the way: when, whose and with whom; only its time where the person may not see more. */
function clashOf(event: EventRow, of: number, all: readonly ShownCalendar[]): string {
  const what = `${timeOf(event.startsAt)}–${timeOf(event.endsAt)} ${nameOf(event, calendar.busy)}`;
  const people = all.filter(({ id, kind }) => kind === 'seller' && id !== of && event.calendarIds.includes(id));
  if (event.masked || people.length === 0) return what;
  return t(words.clashWith, { what, who: people.map(({ name }) => name).join(', ') });
}

/** Each chosen calendar with whether it is free, and what is in the way. */
const Chosen = ({ fit, all }: { fit: Fit; all: readonly ShownCalendar[] }) => (
  <ul className="cal-fit" aria-live="polite">
    {fit.calendars.map(({ id, name, is, by, buffer }) => (
      <li key={id}>
        <b>{name}</b>{' '}
        <StateBadge tone={fits[is].tone}>
          {fits[is][all.find((one) => one.id === id)?.kind === 'seller' ? 'person' : 'thing']}
        </StateBadge>
        {by.map((event) => (
          <small key={event.id}>
            {clashOf(event, id, all)}
            {buffer > 0 && t(words.clashBuffer, { n: buffer })}
          </small>
        ))}
      </li>
    ))}
  </ul>
);

/** How a time suits what was chosen, and the next times at which all of it is free together. */
export function Slots({ onUse, onSwap, calendars: all, hint, ...wanted }: SlotsProps) {
  const fit = useFit(wanted);
  const { calendarIds, time } = wanted;
  useEffect(() => {
    hint(fit && hintsOf(wanted, fit));
    return () => hint(null);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer
  }, [fit]);
  if (fit === null) return null;
  return (
    <section className="cal-slots">
      <Chosen fit={fit} all={all} />
      {fit.others.map(({ id, name, insteadOf }) => (
        <p key={id}>
          <button
            type="button"
            className="link"
            onClick={() => onSwap(calendarIds.map((one) => (one === insteadOf ? id : one)))}
          >
            {t(words.otherCar, { time, name })}
          </button>
        </p>
      ))}
      <h3>
        {words.slots} <small>{words.slotsText}</small>
      </h3>
      {fit.slots.length === 0 && <p className="muted">{words.noSlots}</p>}
      <ol>
        {fit.slots.map((slot, at) => (
          <li key={slot.startsAt}>
            <i className="cal-nth" aria-hidden>
              {at + 1}
            </i>
            <b>
              {dayOfWeek(slot.day)}, {slot.time}
            </b>
            <button type="button" className="btn" onClick={() => onUse(slot)}>
              {words.use}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Times = Values<typeof timeFields>;

/** Draws them below the chosen calendars of a form; a free time fills the form, or is taken by `take`. */
export const slotsFor =
  (given: Pick<SlotsProps, 'calendars' | 'hint' | 'kind' | 'except'>, take?: (values: Times, slot: Slot) => void) =>
  (values: Times & Pick<SlotsProps, 'kind'>, fill: (change: Partial<Times>) => void) => (
    <Slots
      {...given}
      {...values}
      onUse={(slot) => (take ? take(values, slot) : fill({ day: slot.day, time: slot.time }))}
      onSwap={(calendarIds) => fill({ calendarIds })}
    />
  );
