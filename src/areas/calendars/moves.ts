import { atom } from 'nanostores';
import { eventMachine, openBefore } from '#domain/calendars/rules.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import type { StepOf } from '#domain/record/machine.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { createMoves, type Known } from '#site/ui/record/store/moves.ts';
import { createRecord } from '#site/ui/record/store/record.ts';
import type { Reasons } from './asked.ts';

export type Name = StepOf<typeof eventMachine>;

const send = (name: Name, { id, version }: EventRecord, body?: object): Promise<EventRecord> => {
  const path = `POST /calendars/events/:id/${name}` as const;
  return call(path, { params: { id }, version, ...(body && { body }) } as CallInput<typeof path>);
};
/** Brings an event back; `together`: with those that the same press cancelled. */
export const restoreOf = ({ id, version }: EventRecord, body: { together: boolean }) =>
  call('POST /calendars/events/:id/restore', { params: { id }, version, body });
const restore = (event: EventRecord) => restoreOf(event, { together: true });

/** What a dialog asks before an event moves on. */
function about(name: Name, event: EventRecord): Known | null {
  if (name !== 'start')
    return { layout: { scope: { look: 'switch' } }, hidden: event.seriesId === null ? ['scope'] : [] };
  const open = openBefore(event);
  if (open.length === 0) return null;
  // A test drive begins although something is still to be done before it, when somebody says so.
  return {
    title: words.startTitle,
    verb: words.startAnyway,
    note: `${words.startOpen} ${open.join(', ')}. ${words.startTold}`,
    hidden: ['anyway'],
    initial: { anyway: true },
  };
}

interface EventContext {
  reasons: Reasons;
  /** Reads again what the page shows. */
  again: () => void;
  /** An event that is cancelled is looked at no longer. */
  leave: () => void;
}

/** The event that is open, once it is read, and what may be done with it. */
export function createEvent({ reasons, again, leave }: EventContext) {
  const $event = atom<EventRecord | null>(null);
  const record = createRecord<EventRecord>($event, { after: again });
  const { stepOf } = createMoves(record, {
    machine: eventMachine,
    async make(name, seen, body) {
      const now = await send(name, seen, body ?? (name === 'start' ? { anyway: false } : undefined));
      if (name === 'cancel') leave();
      return now;
    },
    // What is closed in part has booked the rest, which resuming leaves.
    back: { cancel: restore, miss: restore, hostMiss: restore },
    reasons,
    about,
  });
  return { ...record, stepOf, show: (event: EventRecord) => $event.set(event) };
}
