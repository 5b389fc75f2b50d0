import type { CSSProperties } from 'react';
import type { EventRow } from '#domain/calendars/schema.ts';
import { eventEnds, eventKinds, eventStates } from '#domain/calendars/event-terms.ts';
import { time } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { nameOf, type Placed } from './view.ts';

/** What is read aloud of an event: what is seen, and what only colours say. */
export function spokenOf(event: EventRow): string {
  const { masked, endedAs, state, kind } = event;
  const seen = `${time(event.startsAt)} ${nameOf(event, words.busy)}`;
  const until = t(words.until, { time: time(event.endsAt) });
  if (masked) return [seen, until].join(', ');
  return [seen, until, eventKinds[kind], endedAs ? eventEnds[endedAs] : eventStates[state].label].join(', ');
}

/** The class of its colour, and how it looks once it is over or called off. */
export const lookOf = ({ kind, masked, state, endedAs }: EventRow): string =>
  [`k-${masked ? 'masked' : kind}`, state === 'completed' ? 'over' : '', endedAs ?? ''].filter(Boolean).join(' ');

export interface Pressing {
  onOpen: (event: EventRow) => void;
  /** Begins to move (`move`) or to make longer (`size`) by the pointer. */
  onGrab?: (event: EventRow, how: 'move' | 'size', pointer: React.PointerEvent) => void;
}

/** An event in the column of its day. */
export function EventCard({
  placed: { event, from, to, lane, lanes },
  first,
  clashes,
  onOpen,
  onGrab,
}: { placed: Placed; first: number; clashes: boolean } & Pressing) {
  const style = {
    '--at': from - first * 60,
    '--for': to - from,
    '--lane': lane,
    '--lanes': lanes,
  } as CSSProperties;
  return (
    <button
      type="button"
      className={`cal-event ${lookOf(event)} ${clashes ? 'clashes' : ''}`}
      style={style}
      data-event={event.id}
      aria-label={spokenOf(event)}
      onClick={() => onOpen(event)}
      onPointerDown={onGrab && event.mayMove ? (pointer) => onGrab(event, 'move', pointer) : undefined}
    >
      <b>{time(event.startsAt)}</b> {nameOf(event, words.busy)}
      {onGrab && event.mayMove && (
        <i
          className="cal-size"
          aria-hidden
          onPointerDown={(pointer) => {
            pointer.stopPropagation();
            onGrab(event, 'size', pointer);
          }}
        />
      )}
    </button>
  );
}
