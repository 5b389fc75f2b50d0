/** The course of an event (rules.md §24). */
import { type Guard, type Machine } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { scopeFields, startFields } from './fields.ts';
import { eventRights } from './rights.ts';
import { AT_RETURN, eventEnds, eventStates, type EventEnd, type EventKind, type EventState } from './event-terms.ts';

export interface EventFacts {
  state: EventState;
  /** The people who take part. */
  userIds: readonly number[];
  /** What is done during the event, in its order. */
  checklist: readonly { text: string; done: boolean }[];
  endedAs: EventEnd | null;
  kind: EventKind;
  /** The number of the driver's licence and its last day, of a test drive. */
  licence: string | null;
  licenceUntil: string | null;
}

const allDone: Guard<EventFacts> = {
  holds: ({ checklist }) => checklist.every(({ done }) => done),
  refused: 'Completare prima l’elenco delle cose da fare, oppure chiudere in parte.',
  field: 'checklist',
};
const someDone: Guard<EventFacts> = {
  holds: ({ checklist }) => checklist.some(({ done }) => done),
  refused: 'Segnare almeno una cosa fatta.',
  field: 'checklist',
};

const mayDrive: Guard<EventFacts> = {
  holds: ({ kind, licenceUntil }, today) => kind !== 'test_drive' || licenceUntil === null || licenceUntil >= today,
  refused: 'La patente è scaduta: il cliente non può guidare.',
  field: 'licenceUntil',
};

/** What is still open of a test drive before its car leaves, in Italian. */
export const openBefore = ({
  kind,
  licence,
  checklist,
}: Pick<EventFacts, 'kind' | 'licence' | 'checklist'>): string[] =>
  kind === 'test_drive'
    ? [
        ...(licence ? [] : ['Numero della patente']),
        ...checklist.filter(({ text, done }) => !done && text !== AT_RETURN).map(({ text }) => text),
      ]
    : [];

const takesPart = eventRights.change;
const manages = { own: [], all: [p.manageCalendars] } as const;
const over = { completed: 'L’appuntamento è già completato.' } as const;
const others = 'Lo fa chi partecipa all’appuntamento.';
const ends = {
  from: ['not_started'],
  to: null,
  may: takesPart,
  ownReasons: true,
  refused: { ...over, else: 'L’appuntamento è già cominciato: chiuderlo in parte.' },
  others,
} as const;

export const eventMachine = {
  entity: 'event',
  path: '/calendars/events',
  rights: eventRights,
  states: eventStates,
  initial: 'not_started',
  owners: ({ userIds }) => userIds,
  ended: ({ endedAs }) => (endedAs === null ? null : `Appuntamento non svolto: ${eventEnds[endedAs].toLowerCase()}.`),
  moves: {
    start: {
      from: ['not_started'],
      to: 'in_progress',
      may: takesPart,
      guards: [mayDrive],
      takes: startFields,
      wrong: (facts, { anyway }): Record<string, string> => {
        const open = openBefore(facts);
        return anyway || open.length === 0
          ? {}
          : { anyway: `Ancora da fare: ${open.join(', ')}. Confermare per cominciare lo stesso` };
      },
      label: 'Comincia',
      done: 'Appuntamento cominciato.',
      did: 'ha cominciato l’appuntamento',
      refused: { ...over, else: 'L’appuntamento è già cominciato.' },
      others,
    },
    complete: {
      from: ['in_progress'],
      to: 'completed',
      may: takesPart,
      guards: [allDone],
      label: 'Completa',
      done: 'Appuntamento completato.',
      did: 'ha completato l’appuntamento',
      refused: {
        ...over,
        not_started: 'L’appuntamento non è ancora cominciato.',
        else: 'Riprendere prima l’appuntamento.',
      },
      others,
    },
    completePartly: {
      from: ['in_progress'],
      to: 'partially_completed',
      may: takesPart,
      guards: [someDone],
      ownReasons: true,
      label: 'Chiudi in parte',
      done: 'Appuntamento chiuso in parte: il resto ha un nuovo appuntamento.',
      did: 'ha chiuso in parte l’appuntamento',
      refused: {
        ...over,
        not_started: 'L’appuntamento non è ancora cominciato.',
        else: 'L’appuntamento è già chiuso in parte.',
      },
      others,
    },
    close: {
      from: ['not_started'],
      to: 'completed',
      may: manages,
      reasons: { done: 'Svolto, inizio non registrato', elsewhere: 'Svolto in altro modo' },
      noteFor: ['done', 'elsewhere'],
      label: 'Chiudi senza svolgerlo qui',
      done: 'Appuntamento chiuso.',
      did: 'ha chiuso l’appuntamento',
      refused: { ...over, else: 'L’appuntamento è già cominciato: completarlo.' },
    },
    resume: {
      from: ['partially_completed'],
      to: 'in_progress',
      may: takesPart,
      label: 'Riprendi',
      done: 'Appuntamento ripreso.',
      did: 'ha ripreso l’appuntamento',
      refused: { else: 'Si riprende solo un appuntamento chiuso in parte.' },
      others,
    },
    cancel: {
      ...ends,
      takes: scopeFields,
      label: 'Annulla l’appuntamento',
      done: 'Appuntamento annullato.',
      did: 'ha annullato l’appuntamento',
    },
    miss: {
      ...ends,
      label: 'Cliente non presentato',
      done: 'Segnato: il cliente non si è presentato.',
      did: 'ha segnato che il cliente non si è presentato',
    },
    hostMiss: {
      ...ends,
      label: 'Mancato da noi',
      done: 'Segnato: mancato da noi. Il cliente è da richiamare.',
      did: 'ha segnato che l’appuntamento è mancato da noi',
    },
  },
  acts: {
    save: {
      from: ['not_started', 'in_progress', 'partially_completed'],
      may: takesPart,
      label: 'Salva',
      did: 'ha modificato l’appuntamento',
      refused: { else: 'L’appuntamento è completato.' },
      others,
    },
    reschedule: {
      from: ['not_started', 'in_progress', 'partially_completed'],
      may: takesPart,
      label: 'Sposta',
      did: 'ha spostato l’appuntamento',
      refused: { else: 'L’appuntamento è completato.' },
      others,
    },
  },
} as const satisfies Machine<EventState, EventFacts>;

/** Moves that want a reason of the company, with those that a new company has. */
export const firstEventReasons = {
  completePartly: ['Il tempo è finito', 'Manca qualcosa', 'Altro'],
  cancel: ['Su richiesta del cliente', 'Auto non disponibile', 'Inserito per errore', 'Altro'],
  miss: ['Non ha avvisato', 'Ha avvisato tardi', 'Altro'],
  hostMiss: ['Persona assente', 'Auto non disponibile', 'Dimenticato', 'Altro'],
} as const satisfies Partial<Record<keyof typeof eventMachine.moves, readonly string[]>>;
