import { eventMachine } from '#domain/calendars/rules.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import type { DialogProps } from './asked.ts';

/** Moves that one press makes. */
const plain = ['start', 'complete', 'resume'] as const;
/** Moves that ask for a reason. */
const asking = ['completePartly', 'miss', 'cancel'] as const;
export type Plain = (typeof plain)[number];

interface ButtonsProps {
  event: EventRecord;
  confirm: () => Promise<void>;
  ask: DialogProps['ask'];
  move: (name: Plain) => Promise<void>;
  restore: () => Promise<void>;
}

/** What may be done with an event now. */
export function Buttons({ event, confirm, ask, move, restore }: ButtonsProps) {
  const { offered } = event;
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
          <button key={name} type="button" className="btn primary" onClick={() => void move(name)}>
            {eventMachine.moves[name].label}
          </button>
        ))}
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
      {asking
        .filter((name) => offered.includes(name))
        .map((name) => (
          <button key={name} type="button" className="btn" onClick={() => ask({ because: name, of: event })}>
            {eventMachine.moves[name].label}
          </button>
        ))}
      {offered.includes('close') && (
        <button type="button" className="btn" onClick={() => ask({ close: event })}>
          {eventMachine.moves.close.label}
        </button>
      )}
      {event.mayRestore && (
        <button type="button" className="btn primary" onClick={() => void restore()}>
          {words.restore}
        </button>
      )}
    </>
  );
}
