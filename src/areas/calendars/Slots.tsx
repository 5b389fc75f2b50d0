import { useEffect, useState } from 'react';
import type { Slot } from '#domain/calendars/schema.ts';
import { dayOfWeek } from '#domain/italian.ts';
import { call, type CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { event as words } from '#site/messages/it/calendars.ts';

interface Props {
  day: string;
  time: string;
  minutes: number;
  calendarIds: readonly number[];
  except?: number;
  onUse: (slot: Slot) => void;
  /** Takes other calendars at the same time. */
  onSwap?: (calendarIds: number[]) => void;
}

/** The next times at which all that was chosen is free together. */
export function Slots({ day, time, minutes, calendarIds, except, onUse, onSwap }: Props) {
  const [slots, setSlots] = useState<readonly Slot[] | null>(null);
  const [others, setOthers] = useState<CallAnswer<'GET /calendars/others'>>([]);
  const maySwap = onSwap !== undefined;
  const ids = calendarIds.join(',');
  useEffect(() => {
    if (ids === '' || day === '' || !(minutes >= 15 && minutes <= 1440)) return;
    const abort = new AbortController();
    // Waits until typing pauses.
    const timer = setTimeout(() => {
      const query = { calendarIds: ids, day, time, minutes, ...(except !== undefined && { except }) };
      call('GET /calendars/slots', { query, signal: abort.signal }).then(setSlots, () => setSlots(null));
      if (maySwap && time !== '')
        call('GET /calendars/others', { query, signal: abort.signal }).then(setOthers, () => setOthers([]));
    }, 250);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [ids, day, time, minutes, except, maySwap]);
  if (slots === null) return null;
  return (
    <section className="cal-slots">
      <h3>
        {words.slots} <small>{words.slotsText}</small>
      </h3>
      {slots.length === 0 && <p className="muted">{words.noSlots}</p>}
      <ol>
        {slots.map((slot) => (
          <li key={slot.startsAt}>
            <b>
              {dayOfWeek(slot.day)}, {slot.time}
            </b>
            <button type="button" className="btn" onClick={() => onUse(slot)}>
              {words.use}
            </button>
          </li>
        ))}
      </ol>
      {others.map(({ id, name, insteadOf }) => (
        <p key={id}>
          <button
            type="button"
            className="link"
            onClick={() => onSwap?.(calendarIds.map((one) => (one === insteadOf ? id : one)))}
          >
            {t(words.otherCar, { time, name })}
          </button>
        </p>
      ))}
    </section>
  );
}
