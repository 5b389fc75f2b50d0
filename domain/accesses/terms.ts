/** Words of visits: the key is stored, the label is Italian (specification §3, rules.md §23). */
import type { State } from '../record/machine.ts';

export const accessStates = {
  external_booking: { label: 'Prenotato', tone: 'info' },
  waiting: { label: 'In attesa', tone: 'warn' },
  assigned: { label: 'Assegnato', tone: 'ok' },
  seller_handled: { label: 'Gestito dal venditore', tone: 'mute' },
  desk_handled: { label: 'Gestito dal banco', tone: 'mute' },
} as const satisfies Record<string, State>;
export type AccessState = keyof typeof accessStates;

/** States in which somebody still waits for something: at the end of a day there is none (rules.md §23). */
export const openStates = ['external_booking', 'waiting', 'assigned'] as const satisfies readonly AccessState[];

/** What somebody comes for. */
export const accessSubjects = { new: 'Nuovo', used: 'Usato', collection: 'Ritiro', other: 'Altro' } as const;
export type AccessSubject = keyof typeof accessSubjects;

/** What came of a visit that a seller handled. */
export const accessOutcomes = {
  quote: 'Preventivo',
  test_drive: 'Prova su strada',
  contract: 'Contratto',
  call_back: 'Da richiamare',
  no_interest: 'Nessun interesse',
} as const;
export type AccessOutcome = keyof typeof accessOutcomes;

/** The number that somebody who waits is called by, shown in place of a name. */
export const ticketOf = (ticket: number): string => `A ${ticket}`;
