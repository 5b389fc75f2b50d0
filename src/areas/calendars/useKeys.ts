/** Moving an event by keys: M takes it up, arrows move it, with Shift they change its length, Enter puts it down. */
import { useEffect, useRef } from 'react';
import type { EventRow } from '#domain/calendars/schema.ts';
import { addDays } from '#domain/dates.ts';
import type { Ghost } from './useDrag.ts';
import { dayOfEvent, minuteOf } from './view.ts';

const STEP = 15;

interface KeyMoves {
  events: readonly EventRow[];
  show: (ghost: Ghost | null) => void;
  onMove: (event: EventRow, to: Ghost, from: number) => void;
  /** Says where an event is while it is moved; null: it stays. */
  say: (event: EventRow | null, ghost: Ghost | null) => void;
}

/** Arrows go from event to event in the order of the page. */
function rove(current: HTMLElement, by: number) {
  const all = [...current.closest('.cal-bands')!.querySelectorAll<HTMLElement>('[data-event]')];
  all[Math.min(all.length - 1, Math.max(0, all.indexOf(current) + by))]?.focus();
}

const shifted = (ghost: Ghost, key: string, longer: boolean): Ghost => {
  if (key === 'ArrowLeft') return { ...ghost, day: addDays(ghost.day, -1) };
  if (key === 'ArrowRight') return { ...ghost, day: addDays(ghost.day, 1) };
  const by = key === 'ArrowDown' ? STEP : -STEP;
  if (longer) return { ...ghost, minutes: Math.max(STEP, ghost.minutes + by) };
  return { ...ghost, from: Math.max(0, Math.min(1440 - STEP, ghost.from + by)) };
};

export function useKeys({ events, show, onMove, say }: KeyMoves) {
  const moving = useRef<{ event: EventRow; calendarId: number; ghost: Ghost } | null>(null);
  useEffect(() => {
    const put = (next: typeof moving.current) => {
      moving.current = next;
      show(next?.ghost ?? null);
      say(next?.event ?? null, next?.ghost ?? null);
    };
    const press = (pressed: KeyboardEvent) => {
      const at = (pressed.target as HTMLElement).closest<HTMLElement>('.cal-bands [data-event]');
      if (!at || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
      const { key } = pressed;
      const isArrow = key.startsWith('Arrow');
      const own = moving.current;
      if (!own && key.toLowerCase() !== 'm' && !isArrow) return;
      if (own && !isArrow && key !== 'Enter' && key !== 'Escape') return;
      pressed.preventDefault();
      pressed.stopPropagation();
      if (!own) {
        if (isArrow) return rove(at, key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1);
        const event = events.find(({ id }) => id === Number(at.dataset.event));
        if (!event?.mayMove) return;
        const calendarId = Number(at.closest<HTMLElement>('[data-calendar]')!.dataset.calendar);
        const day = dayOfEvent(event);
        const from = minuteOf(event.startsAt, day);
        return put({
          event,
          calendarId,
          ghost: { calendarId, day, from, minutes: minuteOf(event.endsAt, day) - from },
        });
      }
      if (isArrow) return put({ ...own, ghost: shifted(own.ghost, key, pressed.shiftKey) });
      if (key === 'Escape') return put(null);
      moving.current = null;
      show(null);
      return onMove(own.event, own.ghost, own.calendarId);
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  });
}
