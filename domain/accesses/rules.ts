/** The course of a visit (rules.md §23, A0–A8). Who walks in begins in `waiting`, who booked in `external_booking`. */
import { keysOf, type Guard, type Machine } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { assignFields, handOverFields, outcomeFields } from './fields.ts';
import { accessRights, welcomes } from './rights.ts';
import { accessStates, type AccessState } from './terms.ts';

/** Minutes after which an assigned visit that its seller has not begun goes back to the others. */
export const TIMEOUT_MINUTES = 10;
/** Minutes after the hour of a booking from which it counts as missed; it stays, and who comes late is checked in. */
export const MISSED_MINUTES = 120;

export interface AccessFacts {
  state: AccessState;
  sellerId: number | null;
  /** Null: anonymous. */
  customerId: number | null;
  /** Day in Rome on which it was handled. */
  handledOn: string | null;
  /** Whether the location lets sellers take a visit themselves. */
  selfTake: boolean;
  /** Whether the seller has begun: an assigned visit that nobody begins goes back to the others. */
  begun: boolean;
}

const atReception = 'La visita è stata gestita dal banco.';
const bySeller = 'La visita è stata gestita dal venditore.';
const booked = 'Il cliente non è ancora arrivato.';
const handled = { desk_handled: atReception, seller_handled: bySeller } as const;
const ofSeller = { own: [p.createQuotes], all: [p.manageAccesses] } as const;

const allowed: Guard<AccessFacts> = {
  holds: ({ selfTake }) => selfTake,
  refused: 'In questa sede le visite le assegna l’accoglienza.',
};
const idle: Guard<AccessFacts> = {
  holds: ({ begun }) => !begun,
  refused: 'La visita è già cominciata.',
};
const today: Guard<AccessFacts> = {
  holds: ({ handledOn }, day) => handledOn === null || handledOn >= day,
  refused: 'Si riprende solo una visita di oggi: registrarne una nuova.',
};

/** What is wrong with how a visit ended, by field: an anonymous one is closed together with who it was. */
export const outcomeFaults = (
  facts: Pick<AccessFacts, 'customerId'>,
  { customerId, outcome, nextStep }: Readonly<Record<string, unknown>>,
): Record<string, string> => ({
  ...(facts.customerId === null && customerId === null && { customerId: 'Collegare il cliente' }),
  ...(facts.customerId !== null &&
    customerId !== null &&
    customerId !== facts.customerId && { customerId: 'La visita ha già il suo cliente' }),
  ...(outcome !== 'no_interest' && nextStep === '' && { nextStep: 'Indicare che cosa segue' }),
});

export const accessMachine = {
  entity: 'access',
  path: '/accesses',
  rights: accessRights,
  states: accessStates,
  initial: 'external_booking',
  owners: ({ sellerId }) => (sellerId === null ? [] : [sellerId]),
  moves: {
    checkIn: {
      from: ['external_booking'],
      to: 'waiting',
      may: { own: [], all: [p.welcomeCustomers, p.registerAccesses] },
      label: 'Registra l’arrivo',
      done: 'Arrivo registrato.',
      did: 'ha registrato l’arrivo',
      refused: { ...handled, else: 'Il cliente è già arrivato.' },
    },
    assign: {
      from: ['waiting'],
      to: 'assigned',
      may: welcomes,
      takes: assignFields,
      label: 'Assegna',
      done: 'Visita assegnata.',
      did: 'ha assegnato la visita',
      refused: { ...handled, external_booking: booked, else: 'La visita è già assegnata.' },
    },
    selfTake: {
      from: ['waiting'],
      to: 'assigned',
      may: { own: [p.createQuotes], all: [p.createQuotes] },
      guards: [allowed],
      label: 'Prendi',
      done: 'Visita presa.',
      did: 'ha preso la visita',
      refused: { ...handled, external_booking: booked, else: 'La visita è già assegnata.' },
    },
    handleAtDesk: {
      from: ['waiting'],
      to: 'desk_handled',
      may: { own: [], all: [p.welcomeCustomers, p.manageAccesses, p.registerAccesses] },
      ownReasons: true,
      label: 'Gestita dal banco',
      done: 'Visita gestita dal banco.',
      did: 'ha gestito la visita al banco',
      refused: {
        external_booking: booked,
        desk_handled: 'La visita è già gestita.',
        else: 'La visita è di un venditore.',
      },
    },
    handle: {
      from: ['assigned'],
      to: 'seller_handled',
      may: ofSeller,
      takes: outcomeFields,
      wrong: outcomeFaults,
      label: 'Chiudi la visita',
      done: 'Visita chiusa.',
      did: 'ha chiuso la visita',
      refused: { ...handled, external_booking: booked, else: 'La visita non è ancora assegnata.' },
      others: 'La chiude il venditore che l’ha in carico.',
    },
    giveBack: {
      from: ['assigned'],
      to: 'waiting',
      may: ofSeller,
      ownReasons: true,
      label: 'Non posso',
      done: 'La visita torna in attesa.',
      did: 'non ha potuto prendere la visita',
      refused: { ...handled, else: 'La visita non è assegnata.' },
      others: 'La rende il venditore che l’ha in carico.',
    },
    timeOut: {
      from: ['assigned'],
      to: 'waiting',
      by: 'access.timed-out',
      did: `non ha cominciato entro ${TIMEOUT_MINUTES} minuti: la visita torna in attesa`,
    },
    handOver: {
      from: ['assigned'],
      to: 'assigned',
      may: { own: [], all: [p.manageAccesses] },
      takes: handOverFields,
      label: 'Passa a un collega',
      done: 'Visita passata.',
      did: 'ha passato la visita a un collega',
      refused: { ...handled, else: 'La visita non è assegnata.' },
    },
    resume: {
      from: ['desk_handled', 'seller_handled'],
      to: 'assigned',
      may: { own: [], all: [p.manageAccesses] },
      guards: [today],
      takes: assignFields,
      ownReasons: true,
      label: 'Riprendi',
      done: 'Visita ripresa.',
      did: 'ha ripreso la visita',
      refused: { else: 'La visita è aperta.' },
    },
  },
  acts: {
    save: {
      from: keysOf(accessStates),
      may: accessRights.change,
      label: 'Salva',
      did: 'ha modificato la visita',
      refused: { else: 'La visita non si modifica.' },
      others: 'La cambia chi ha in carico la visita.',
    },
    begin: {
      from: ['assigned'],
      may: ofSeller,
      guards: [idle],
      label: 'Comincia',
      done: 'Visita cominciata.',
      did: 'ha cominciato la visita',
      refused: { ...handled, else: 'La visita non è assegnata.' },
      others: 'La comincia il venditore che l’ha in carico.',
    },
    miss: {
      from: ['external_booking'],
      may: welcomes,
      label: 'Non si è presentato',
      done: 'Segnato: il cliente non si è presentato.',
      did: 'ha segnato che il cliente non si è presentato',
      refused: { else: 'Il cliente è arrivato.' },
    },
  },
} as const satisfies Machine<AccessState, AccessFacts>;

/** Moves that want a reason of the company, with those that a new company has. */
export const firstAccessReasons = {
  handleAtDesk: ['Informazioni', 'Torna un altro giorno', 'Assistenza', 'Altro'],
  giveBack: ['Con un altro cliente', 'Pausa', 'Non è la mia marca', 'Altro'],
  resume: ['Il cliente è tornato', 'Chiusa per errore', 'Altro'],
} as const satisfies Partial<Record<keyof typeof accessMachine.moves, readonly string[]>>;
