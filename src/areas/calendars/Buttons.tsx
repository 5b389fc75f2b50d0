import { useState } from 'react';
import { eventMachine, openBefore } from '#domain/calendars/rules.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { calendar, event as words } from '#site/messages/it/calendars.ts';
import RowMenu from '#site/ui/list/table/RowMenu.tsx';
import { longer, type DialogProps } from './asked.ts';

/** Moves that one press makes. */
const plain = ['start', 'complete', 'resume'] as const;
/** Moves that ask for a reason. */
const asking = ['completePartly', 'miss', 'hostMiss', 'cancel'] as const;
export type Plain = (typeof plain)[number];

interface ButtonsProps {
  event: EventRecord;
  confirm: () => Promise<boolean>;
  ask: DialogProps['ask'];
  move: (name: Plain) => Promise<boolean>;
  restore: () => Promise<boolean>;
  rebook: () => Promise<boolean>;
  decline: () => Promise<boolean>;
}

/** What may be done with an event now. */
export function Buttons({ event, confirm, ask, move, restore, rebook, decline }: ButtonsProps) {
  const { offered } = event;
  const [at, setAt] = useState<HTMLElement | null>(null);
  const press = (name: Plain) =>
    name === 'start' && openBefore(event).length > 0 ? ask({ start: event }) : void move(name);
  const rest = [
    ...asking
      .filter((name) => offered.includes(name))
      .map((name) => ({ label: eventMachine.moves[name].label, run: () => ask({ because: name, of: event }) })),
    ...(offered.includes('close') ? [{ label: eventMachine.moves.close.label, run: () => ask({ close: event }) }] : []),
  ];
  return (
    <>
      {event.proposed && offered.includes('save') && (
        <button type="button" className="btn primary" onClick={() => void confirm()}>
          {words.propose}
        </button>
      )}
      {plain
        .filter((name) => offered.includes(name))
        .map((name) => (
          <button key={name} type="button" className="btn primary" onClick={() => press(name)}>
            {eventMachine.moves[name].label}
          </button>
        ))}
      {event.state === 'in_progress' && offered.includes('reschedule') && (
        <button type="button" className="btn" onClick={() => ask(longer(event))}>
          {calendar.longer}
        </button>
      )}
      {offered.includes('reschedule') && (
        <button type="button" className="btn" onClick={() => ask({ reschedule: event })}>
          {words.reschedule}
        </button>
      )}
      {offered.includes('save') && (
        <button type="button" className="btn" onClick={() => ask({ edit: event })}>
          {words.edit}
        </button>
      )}
      {rest.length > 1 ? (
        <button type="button" className="btn" aria-haspopup="menu" onClick={(pressed) => setAt(pressed.currentTarget)}>
          {words.more}
        </button>
      ) : (
        rest.map(({ label, run }) => (
          <button key={label} type="button" className="btn" onClick={run}>
            {label}
          </button>
        ))
      )}
      {at && <RowMenu at={at} actions={rest} onClose={() => setAt(null)} />}
      {event.mayRebook && (
        <button type="button" className="btn primary" onClick={() => void rebook()}>
          {words.rebook}
        </button>
      )}
      {event.mayRebook && event.rebook === 'due' && (
        <button type="button" className="btn" onClick={() => void decline()}>
          {words.decline}
        </button>
      )}
      {event.mayRestore && (
        <button type="button" className={event.mayRebook ? 'btn' : 'btn primary'} onClick={() => void restore()}>
          {words.restore}
        </button>
      )}
    </>
  );
}
