/** Words of calendars and events: the key is stored, the label is Italian (specification §3, rules.md §24). */
import type { State, Tone } from '../record/machine.ts';

/** An event that was cancelled or missed keeps its state: how it ended is said beside it. */
export const eventStates = {
  not_started: { label: 'Da svolgere', tone: 'info' },
  in_progress: { label: 'In corso', tone: 'warn' },
  completed: { label: 'Completato', tone: 'ok' },
  partially_completed: { label: 'Completato in parte', tone: 'warn' },
} as const satisfies Record<string, State>;
export type EventState = keyof typeof eventStates;

/**
 * Cancelled: it should never have been, or was called off; missed: the customer did not come; host missed: the company was
 * not there for them. The latter two count, each apart (rules.md §24).
 */
export const eventEnds = {
  canceled: 'Annullato',
  missed: 'Cliente non presentato',
  host_missed: 'Mancato da noi',
} as const;
export type EventEnd = keyof typeof eventEnds;
/** Ends after which another appointment is due. */
export const missedEnds = ['missed', 'host_missed'] as const satisfies readonly EventEnd[];

/** Whether another appointment is taken in place of a missed one. */
export const rebookings = {
  due: 'Da riprendere',
  done: 'Ripreso',
  declined: 'Non serve più',
} as const;
export type Rebooking = keyof typeof rebookings;

/** What a calendar is of. */
export const calendarKinds = {
  seller: 'Persona',
  car: 'Auto di prova',
  bay: 'Baia di consegna',
  location: 'Sede',
} as const;
export type CalendarKind = keyof typeof calendarKinds;

/**
 * How a calendar stands at a time, in words for things and places (feminine) and for people, whose gender is not known.
 */
export const fits = {
  free: { thing: 'libera', person: 'disponibile', tone: 'ok' },
  taken: { thing: 'occupata', person: 'ha già un impegno', tone: 'bad' },
  closed: { thing: 'chiusa', person: 'non lavora', tone: 'bad' },
} as const satisfies Record<string, { thing: string; person: string; tone: Tone }>;

/** What colleagues who do not take part see of a calendar's events. */
export const calendarShows = { open: 'Titolo e cliente', busy: 'Solo «Occupato»' } as const;

export const eventKinds = {
  appointment: 'Appuntamento',
  test_drive: 'Prova su strada',
  delivery: 'Consegna',
  signing: 'Firma',
  call: 'Telefonata',
  internal: 'Impegno interno',
  absence: 'Assenza',
} as const;
export type EventKind = keyof typeof eventKinds;

/** What is read of an absence by who may not know why. */
export const ABSENT = 'Assente';

/** Kinds that may lie outside of working hours: meetings, open days, holidays. */
export const anyHours: readonly EventKind[] = ['internal', 'absence'];

/** Kinds to which a customer comes: they are told of them. */
export const customerKinds: readonly EventKind[] = ['appointment', 'test_drive', 'delivery', 'signing'];

/** What is done of a test drive when its car is back. */
export const AT_RETURN = 'Auto controllata al rientro';

/** What is done during an event of a kind, when nothing else is written. */
export const firstChecklists: Readonly<Partial<Record<EventKind, readonly string[]>>> = {
  test_drive: ['Patente controllata', 'Accordo firmato', AT_RETURN],
  delivery: [
    'Saldo incassato',
    'Targa montata',
    'Assicurazione attiva',
    'Lavaggio e pieno',
    'Seconda chiave e libretto',
  ],
};

/** Which events of a series a change is about. */
export const scopes = {
  one: 'Solo questo',
  following: 'Questo e i seguenti',
  all: 'Tutta la serie',
} as const;
export type Scope = keyof typeof scopes;

/** Fuel in the tank, in quarters. */
export const fuels = { '0': 'Riserva', '1': '1/4', '2': '1/2', '3': '3/4', '4': 'Pieno' } as const;
