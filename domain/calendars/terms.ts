/** Words of events: the key is stored, the label is Italian (specification §3, domain.md §4.6). */
import type { State } from '../machine.ts';

/** An event that was cancelled or missed keeps its state: how it ended is said beside it. */
export const eventStates = {
  not_started: { label: 'Da svolgere', tone: 'info' },
  in_progress: { label: 'In corso', tone: 'warn' },
  completed: { label: 'Completato', tone: 'ok' },
  partially_completed: { label: 'Completato in parte', tone: 'warn' },
} as const satisfies Record<string, State>;
export type EventState = keyof typeof eventStates;

/** Cancelled: it should never have been, or was called off; missed: the customer did not come. Only the latter counts as one. */
export const eventEnds = { canceled: 'Annullato', missed: 'Cliente non presentato' } as const;
export type EventEnd = keyof typeof eventEnds;
