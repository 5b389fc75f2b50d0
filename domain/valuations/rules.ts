/** The course of a valuation: valued, asked of a specialist, offered, taken in. */
import { keysOf, type Guard, type Machine } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { askFields, barterFields, offerFields, scheduleFields } from './fields.ts';
import { valuationRights, valuers } from './rights.ts';
import { valuationStates, type ValuationState } from './terms.ts';

export interface ValuationFacts {
  state: ValuationState;
  madeBy: number;
  specialistId: number | null;
  km: number | null;
  /** First registration, a day in Rome. */
  registeredOn: string | null;
  offerUntil: string | null;
}

const withKm: Guard<ValuationFacts> = {
  holds: ({ km }) => km !== null,
  refused: 'Inserire prima i chilometri.',
  field: 'km',
};
const withAge: Guard<ValuationFacts> = {
  holds: ({ registeredOn }) => registeredOn !== null,
  refused: 'Inserire prima la data di immatricolazione.',
  field: 'registeredOn',
};
const over = {
  taken: 'L’auto è già stata ritirata con questa valutazione.',
  closed: 'La valutazione è chiusa: si può riaprire.',
};
const offering = { own: valuers, all: valuers } as const;
const changes = valuationRights.change;

export const valuationMachine = {
  entity: 'valuation',
  path: '/valuations',
  rights: valuationRights,
  states: valuationStates,
  initial: 'open',
  owners: ({ madeBy, specialistId }) => (specialistId === null ? [madeBy] : [madeBy, specialistId]),
  moves: {
    ask: {
      from: ['open'],
      to: 'requested',
      may: changes,
      takes: askFields,
      label: 'Chiedi a uno specialista',
      done: 'Valutazione chiesta.',
      did: 'ha chiesto la valutazione a uno specialista',
      refused: {
        ...over,
        requested: 'La valutazione è già stata chiesta.',
        else: 'C’è già un’offerta: rivalutare l’auto.',
      },
    },
    sendBack: {
      from: ['requested'],
      to: 'open',
      may: offering,
      reasons: { photos: 'Mancano foto', data: 'Mancano dati', inspection: 'Auto da vedere', other: 'Altro' },
      noteFor: ['other'],
      label: 'Rimanda a chi ha chiesto',
      done: 'Valutazione rimandata a chi l’ha chiesta.',
      did: 'ha rimandato la valutazione a chi l’ha chiesta',
      refused: { ...over, else: 'La valutazione non è dallo specialista.' },
    },
    offer: {
      from: ['open', 'requested'],
      to: 'offered',
      may: offering,
      guards: [withKm, withAge],
      takes: offerFields,
      label: 'Offri',
      done: 'Offerta di {amount} valida fino al {day}.',
      did: 'ha fatto l’offerta',
      refused: { ...over, else: 'C’è già un’offerta: rivalutare l’auto per cambiarla.' },
      others: 'L’offerta la fa chi valuta le auto: si può chiedere a uno specialista.',
    },
    revalue: {
      from: ['offered', 'expired'],
      to: 'open',
      may: changes,
      label: 'Rivaluta',
      done: 'L’offerta è ritirata: si può rivalutare l’auto.',
      did: 'ha ripreso la valutazione',
      refused: { ...over, else: 'Non c’è ancora un’offerta.' },
    },
    barter: {
      from: ['offered'],
      to: 'taken',
      may: { own: [p.createQuotes], all: [p.manageAllQuotes] },
      takes: barterFields,
      label: 'Metti in un preventivo',
      done: 'L’auto è in permuta nel preventivo.',
      did: 'ha messo l’auto in permuta in un preventivo',
      refused: { ...over, expired: 'L’offerta è scaduta: rivalutare l’auto.', else: 'Non c’è ancora un’offerta.' },
    },
    schedule: {
      from: ['offered'],
      to: 'taken',
      may: { own: [p.manageStock], all: [p.manageStock] },
      takes: scheduleFields,
      label: 'Metti in arrivo nello stock',
      done: 'L’auto è in arrivo nello stock.',
      did: 'ha messo l’auto in arrivo nello stock',
      refused: { ...over, expired: 'L’offerta è scaduta: rivalutare l’auto.', else: 'Non c’è ancora un’offerta.' },
      others: 'Un’auto entra nello stock con il permesso di gestirlo.',
    },
    release: {
      from: ['taken'],
      to: 'offered',
      may: changes,
      label: 'Annulla il ritiro',
      done: 'Ritiro annullato.',
      did: 'ha annullato il ritiro',
      refused: { else: 'L’auto non è stata ritirata.' },
    },
    close: {
      from: ['open', 'requested', 'offered', 'expired'],
      to: 'closed',
      may: changes,
      reasons: {
        price: 'Offerta troppo bassa',
        kept: 'Il cliente la tiene',
        elsewhere: 'Venduta altrove',
        condition: 'Non interessa',
        mistake: 'Inserita per errore',
        other: 'Altro',
      },
      noteFor: ['other'],
      label: 'Non acquistata',
      done: 'Valutazione chiusa.',
      did: 'ha chiuso la valutazione',
      refused: { ...over, else: 'La valutazione è già chiusa.' },
    },
    reopen: {
      from: ['closed'],
      to: 'open',
      may: changes,
      label: 'Riapri',
      done: 'Valutazione riaperta.',
      did: 'ha riaperto la valutazione',
      refused: { else: 'La valutazione è aperta.' },
    },
  },
  acts: {
    save: {
      from: ['open', 'requested'],
      may: changes,
      label: 'Salva',
      did: 'ha modificato la valutazione',
      refused: { ...over, else: 'C’è un’offerta: rivalutare l’auto per cambiarla.' },
    },
    print: {
      from: keysOf(valuationStates),
      may: valuationRights.see,
      label: 'PDF',
      did: 'ha stampato la valutazione',
      refused: { else: 'La valutazione non si stampa.' },
    },
  },
} as const satisfies Machine<ValuationState, ValuationFacts>;
