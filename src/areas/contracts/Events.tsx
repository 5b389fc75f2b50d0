import type { EventRow } from '#domain/calendars/schema.ts';
import { eventEnds, eventKinds, eventStates } from '#domain/calendars/event-terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { dayOfWeek, time } from '#domain/italian.ts';
import { StateBadge } from '#site/ui/Bits.tsx';

/** The appointments of the contract, its delivery above all; each leads to its calendar. */
export const Events = ({ events }: { events: readonly EventRow[] }) => (
  <>
    {events.map(({ id, kind, startsAt, state, endedAs, title }) => (
      <p key={id}>
        <a className="link" href={`/dealer/calendars?event=${id}`}>
          {[eventKinds[kind], `${dayOfWeek(dayInRome(new Date(startsAt)))} ${time(startsAt)}`].join(' · ')}
        </a>{' '}
        {endedAs ? (
          <StateBadge tone="mute">{eventEnds[endedAs]}</StateBadge>
        ) : (
          <StateBadge tone={eventStates[state].tone}>{eventStates[state].label}</StateBadge>
        )}{' '}
        <small>{title}</small>
      </p>
    ))}
  </>
);
