import type { Machine } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { quoteRights } from '../rights.ts';

/** Reasons for asking for a discount above the cap; "other" needs a note. */
export const askReasons = {
  competitor: 'Preventivo concorrente mostrato',
  fleet: 'Acquisto di più vetture',
  loyal: 'Cliente fedele',
  stock: 'Vettura ferma in stock',
  month: 'Chiusura dell’obiettivo del mese',
  other: 'Altro',
} as const;
export const refuseReasons = {
  margin: 'Margine insufficiente',
  unjustified: 'Sconto non giustificato',
  alternative: 'Proporre altro: permuta, finanziamento, accessori',
  other: 'Altro',
} as const;

export const approvalStates = {
  asked: { label: 'Da autorizzare', tone: 'warn' },
  granted: { label: 'Autorizzato', tone: 'ok' },
  refused: { label: 'Rifiutato', tone: 'bad' },
  withdrawn: { label: 'Ritirato', tone: 'mute' },
  void: { label: 'Decaduto', tone: 'mute' },
} as const;
export type ApprovalState = keyof typeof approvalStates;

interface ApprovalFacts {
  state: ApprovalState;
  askedBy: number;
  /** Who sells by the quote or offer. */
  sellerId: number;
}

/** Those who approve contracts decide (rules.md §18), but never about what they asked for or sell by. */
const decides = { own: [], all: [p.approveContracts], othersOnly: true } as const;
const decided = {
  granted: 'Lo sconto è già stato autorizzato.',
  refused: 'Lo sconto è già stato rifiutato.',
  withdrawn: 'La richiesta è stata ritirata da chi l’ha fatta.',
  void: 'La richiesta è decaduta: il preventivo è cambiato.',
  else: 'La richiesta non è più aperta.',
};

/**
 * The request for a discount above the cap: asked, granted or refused with a reason each; it lapses when the quote
 * grows past it.
 */
export const approvalMachine = {
  entity: 'approval',
  path: '/approvals',
  rights: quoteRights,
  states: approvalStates,
  initial: 'asked',
  owners: ({ askedBy }) => [askedBy],
  moves: {
    grant: {
      from: ['asked'],
      to: 'granted',
      may: decides,
      notBy: ({ sellerId }) => [sellerId],
      label: 'Autorizza',
      done: 'Sconto autorizzato.',
      others: 'Lo sconto lo autorizza un collega: non chi segue il preventivo o l’ha chiesto.',
      did: 'ha autorizzato lo sconto',
      refused: decided,
    },
    refuse: {
      from: ['asked'],
      to: 'refused',
      may: decides,
      reasons: refuseReasons,
      noteFor: ['other'],
      label: 'Rifiuta',
      done: 'Sconto rifiutato.',
      did: 'ha rifiutato lo sconto',
      refused: decided,
    },
    withdraw: {
      from: ['asked'],
      to: 'withdrawn',
      may: { own: [p.createQuotes, p.manageOwnQuotes, p.manageB2bQuotes], all: [] },
      label: 'Ritira la richiesta',
      done: 'Richiesta ritirata.',
      did: 'ha ritirato la richiesta di sconto',
      refused: decided,
    },
    fall: { from: ['asked', 'granted'], to: 'void', by: 'quote', did: 'ha cambiato il preventivo autorizzato' },
  },
  acts: {},
} as const satisfies Machine<ApprovalState, ApprovalFacts>;
