/** Moving, lengthening and making events by the pointer, in quarters of an hour. */
import { useCallback, useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import type { EventRow } from '#domain/calendars/schema.ts';
import { dayOfEvent, minuteOf } from './view.ts';

const STEP = 15;
/** Pixels after which a press is a drag. */
const SLACK = 5;

/** Where an event would lie. */
export interface Ghost {
  calendarId: number;
  day: string;
  /** Minutes from midnight. */
  from: number;
  minutes: number;
}

export interface Grab {
  event: (event: EventRow, how: 'move' | 'size', pointer: PointerEvent) => void;
  create: (calendarId: number, day: string, pointer: PointerEvent) => void;
}

interface Ends {
  onMove: (event: EventRow, to: Ghost, from: number) => void;
  onNew: (to: Ghost) => void;
}

const isSame = (a: Ghost | null, b: Ghost | null) =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.calendarId === b.calendarId &&
    a.day === b.day &&
    a.from === b.from &&
    a.minutes === b.minutes);

const snap = (minutes: number) => Math.round(minutes / STEP) * STEP;

/** The column below the pointer and the minute at it. */
function under(x: number, y: number, first: number, perMinute: number) {
  const column = document
    .elementsFromPoint(x, y)
    .find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset.calendar !== undefined);
  if (!column) return null;
  const minute = first * 60 + (y - column.getBoundingClientRect().top) / perMinute;
  return { calendarId: Number(column.dataset.calendar), day: column.dataset.day!, minute };
}

/** `first`: the hour at the top of the columns. */
export function useDrag(first: number, ends: Ends) {
  const [ghost, setGhost] = useState<Ghost | null>(null);
  /** What is called at the end is of the last drawing; the columns keep what they were given. */
  const latest = useRef(ends);
  useEffect(() => {
    latest.current = ends;
  });
  /** A drag ends with a click on the event, which must not open it. */
  const dragged = useRef(false);

  function follow(pointer: PointerEvent, place: (x: number, y: number) => Ghost | null, end: (last: Ghost) => void) {
    // A finger scrolls; who uses one moves by the form.
    if (pointer.button !== 0 || pointer.pointerType === 'touch') return;
    const { clientX, clientY } = pointer;
    dragged.current = false;
    let last: Ghost | null = null;
    const abort = new AbortController();
    const stop = () => {
      abort.abort();
      setGhost(null);
    };
    const options = { signal: abort.signal };
    window.addEventListener(
      'pointermove',
      (move) => {
        if (!last && Math.hypot(move.clientX - clientX, move.clientY - clientY) < SLACK) return;
        dragged.current = true;
        const next = place(move.clientX, move.clientY) ?? last;
        // Within the same quarter of an hour nothing is drawn again.
        if (isSame(next, last)) return;
        last = next;
        setGhost(next);
      },
      options,
    );
    window.addEventListener(
      'pointerup',
      () => {
        stop();
        if (last) end(last);
        // After the click that the browser sends now.
        setTimeout(() => (dragged.current = false));
      },
      options,
    );
    window.addEventListener('pointercancel', stop, options);
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), options);
  }
  const scaleOf = (target: Element) => {
    const column = target.closest<HTMLElement>('[data-calendar]')!;
    const span = Number(getComputedStyle(column).getPropertyValue('--span'));
    return column.getBoundingClientRect().height / span;
  };

  const grab = useMemo<Grab>(
    () => ({
      event: (event, how, pointer) => {
        pointer.stopPropagation();
        const perMinute = scaleOf(pointer.currentTarget);
        const day = dayOfEvent(event);
        const from = minuteOf(event.startsAt, day);
        const minutes = minuteOf(event.endsAt, day) - from;
        const start = under(pointer.clientX, pointer.clientY, first, perMinute);
        if (!start) return;
        const at = start.minute - from;
        follow(
          pointer,
          (x, y) => {
            const now = under(x, y, first, perMinute);
            if (!now) return null;
            if (how === 'size')
              return { calendarId: start.calendarId, day, from, minutes: Math.max(STEP, snap(now.minute - from)) };
            return { calendarId: now.calendarId, day: now.day, from: Math.max(0, snap(now.minute - at)), minutes };
          },
          (last) => latest.current.onMove(event, last, start.calendarId),
        );
      },
      create: (calendarId, day, pointer) => {
        const perMinute = scaleOf(pointer.currentTarget);
        const start = under(pointer.clientX, pointer.clientY, first, perMinute);
        if (!start) return;
        const from = Math.floor(start.minute / STEP) * STEP;
        follow(
          pointer,
          (x, y) => {
            const now = under(x, y, first, perMinute);
            return { calendarId, day, from, minutes: Math.max(STEP, snap((now?.minute ?? from) - from)) };
          },
          (last) => latest.current.onNew(last),
        );
      },
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what else it uses are refs
    [first],
  );
  const wasDragged = useCallback(() => dragged.current, []);
  return { ghost, setGhost, grab, wasDragged };
}
