import { useCallback, useEffect, useMemo, useRef, type PointerEvent, type RefObject } from 'react';
import type { EventRow } from '#domain/calendars/schema.ts';
import { clockOf, dayOfEvent, minuteOf } from './view.ts';

const STEP = 15;
/** Pixels after which a press is a drag. */
const SLACK = 5;
/** Milliseconds after which a finger that stays has taken up what lies below it; before, it scrolls. */
const HOLD = 400;

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
  create: (pointer: PointerEvent) => void;
}

interface Ends {
  onMove: (event: EventRow, to: Ghost, from: number) => void;
  onNew: (to: Ghost) => void;
}

/** The minutes that the columns show: the first one from midnight, and how many. */
interface Span {
  first: number;
  minutes: number;
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

/** A column as it lies in the grid of all. */
interface Place {
  calendarId: number;
  day: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Measured once for each drag, because measuring at each move would force a new layout. */
const placesIn = (grid: Element): Place[] =>
  [...grid.querySelectorAll<HTMLElement>('[data-calendar]')].map((column) => ({
    calendarId: Number(column.dataset.calendar),
    day: column.dataset.day!,
    left: column.offsetLeft,
    top: column.offsetTop,
    width: column.offsetWidth,
    height: column.offsetHeight,
  }));

/** Puts the ghost where it lies now; hidden without a place on this screen. */
function put(ghost: HTMLElement, at: Ghost | null, places: readonly Place[], { first, minutes }: Span): void {
  const place = places.find(({ calendarId, day }) => calendarId === at?.calendarId && day === at.day);
  ghost.hidden = !at || !place;
  if (!at || !place) return;
  const perMinute = place.height / minutes;
  const top = place.top + Math.max(0, at.from - first) * perMinute;
  ghost.style.transform = `translate(${place.left}px, ${top}px)`;
  ghost.style.width = `${place.width}px`;
  ghost.style.height = `${at.minutes * perMinute}px`;
  ghost.firstElementChild!.textContent = `${clockOf(at.from)}–${clockOf(at.from + at.minutes)}`;
}

interface Drag {
  /** Where the event would lie with the pointer there; null: nowhere new. */
  place: (x: number, y: number) => Ghost | null;
  show: (at: Ghost | null) => void;
  end: (last: Ghost) => void;
  /** A finger that presses and does not scroll. */
  tap?: () => void;
  dragged: RefObject<boolean>;
  /** A finger has taken something up: the page must not scroll. */
  held: RefObject<boolean>;
}

const isNear = (a: { clientX: number; clientY: number }, b: { clientX: number; clientY: number }) =>
  Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) < SLACK;

/**
 * Follows the pointer from a press until it is let go; Escape leaves everything as it was. A finger scrolls, taps, or stays
 * until it has taken the event up.
 */
function follow(pointer: PointerEvent, { place, show, end, tap, dragged, held }: Drag): void {
  if (pointer.button !== 0) return;
  dragged.current = false;
  let last: Ghost | null = null;
  const abort = new AbortController();
  const options = { signal: abort.signal };
  const begun = { clientX: pointer.clientX, clientY: pointer.clientY };
  const isFinger = pointer.pointerType === 'touch';
  const go = (x: number, y: number) => {
    dragged.current = true;
    const next = place(x, y) ?? last;
    // Within the same quarter of an hour nothing moves.
    if (isSame(next, last)) return;
    last = next;
    show(next);
  };
  const hold = () => {
    clearTimeout(waiting);
    held.current = true;
    navigator.vibrate?.(20);
    go(begun.clientX, begun.clientY);
  };
  const waiting = isFinger ? setTimeout(hold, HOLD) : undefined;
  const stop = () => {
    clearTimeout(waiting);
    held.current = false;
    abort.abort();
    show(null);
  };
  const move = (at: globalThis.PointerEvent) => {
    if (!dragged.current && isNear(begun, at)) return;
    if (isFinger && !held.current) return stop();
    go(at.clientX, at.clientY);
  };
  const up = (at: globalThis.PointerEvent) => {
    const isTap = isFinger && !held.current && isNear(begun, at);
    stop();
    if (last) end(last);
    // After the click that the browser sends now: it would fall on what the tap opens.
    setTimeout(() => {
      dragged.current = false;
      if (isTap) tap?.();
    });
  };
  // On a busy device the browser's own long press comes before the timer; unless it is prevented, the browser takes the
  // pointer away.
  const press = (event: Event) => {
    event.preventDefault();
    if (!held.current) hold();
  };
  if (isFinger) window.addEventListener('contextmenu', press, options);
  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', up, options);
  window.addEventListener('pointercancel', stop, options);
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), options);
}

/** Moving, making longer and making events by the pointer. The ghost is moved by hand: React draws nothing meanwhile. */
export function useDrag(span: Span, ends: Ends) {
  const ghost = useRef<HTMLElement>(null);
  const places = useRef<readonly Place[]>([]);
  /** The callbacks of the last rendering: the handlers that the columns hold never change, and read them here. */
  const latest = useRef({ span, ends });
  useEffect(() => {
    latest.current = { span, ends };
  });
  /** A drag ends with a click on the event, which must not open it. */
  const dragged = useRef(false);
  const held = useRef(false);
  useEffect(() => {
    const grid = ghost.current?.parentElement;
    // Registered before any touch: only then does the browser ask whether it may scroll.
    const stay = (event: Event) => held.current && event.preventDefault();
    const known = ['touchmove', 'contextmenu'] as const;
    for (const name of known) grid?.addEventListener(name, stay, { passive: false });
    return () => {
      for (const name of known) grid?.removeEventListener(name, stay);
    };
  }, []);
  const show = useCallback((at: Ghost | null) => {
    const own = ghost.current;
    if (!own) return;
    if (at && own.hidden) places.current = placesIn(own.parentElement!);
    put(own, at, places.current, latest.current.span);
  }, []);

  const grab = useMemo<Grab>(() => {
    /** The column below the pointer and the minute at it; `of`: of this column, wherever the pointer is. */
    const under = (x: number, y: number, of?: Place) => {
      const { left, top } = ghost.current!.parentElement!.getBoundingClientRect();
      const [atX, atY] = [x - left, y - top];
      const isIn = (one: Place) =>
        atX >= one.left && atX < one.left + one.width && atY >= one.top && atY < one.top + one.height;
      const place = of ?? places.current.find(isIn);
      if (!place) return null;
      const { first, minutes } = latest.current.span;
      return { place, minute: first + ((atY - place.top) / place.height) * minutes };
    };
    const begin = ({ clientX, clientY }: PointerEvent) => {
      places.current = placesIn(ghost.current!.parentElement!);
      return under(clientX, clientY);
    };
    return {
      event: (event, how, pointer) => {
        pointer.stopPropagation();
        const start = begin(pointer);
        if (!start) return;
        const { calendarId } = start.place;
        const day = dayOfEvent(event);
        const from = minuteOf(event.startsAt, day);
        const minutes = minuteOf(event.endsAt, day) - from;
        const at = start.minute - from;
        const sized = (x: number, y: number) => {
          const until = under(x, y, start.place)!.minute;
          return { calendarId, day, from, minutes: Math.max(STEP, snap(until - from)) };
        };
        const moved = (x: number, y: number) => {
          const now = under(x, y);
          const to = now && { calendarId: now.place.calendarId, day: now.place.day };
          return to && { ...to, from: Math.max(0, snap(now.minute - at)), minutes };
        };
        const end = (last: Ghost) => latest.current.ends.onMove(event, last, calendarId);
        follow(pointer, { place: how === 'size' ? sized : moved, show, end, dragged, held });
      },
      create: (pointer) => {
        if (pointer.target !== pointer.currentTarget) return;
        const start = begin(pointer);
        if (!start) return;
        const { calendarId, day } = start.place;
        const from = Math.floor(start.minute / STEP) * STEP;
        const place = (x: number, y: number) => {
          const until = under(x, y, start.place)!.minute;
          return { calendarId, day, from, minutes: Math.max(STEP, snap(until - from)) };
        };
        const end = (last: Ghost) => latest.current.ends.onNew(last);
        const tap = () => end({ calendarId, day, from: Math.floor(from / 30) * 30, minutes: 60 });
        follow(pointer, { place, show, end, tap, dragged, held });
      },
    };
  }, [show]);
  const wasDragged = useCallback(() => dragged.current, []);
  return { ghost, show, grab, wasDragged };
}
