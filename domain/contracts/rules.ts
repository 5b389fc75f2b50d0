/** The course of a contract (rules.md §19, C0–C12). */
import type { Sectioned } from '../record/locks.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import type { ContractFacts } from './facts.ts';
import { contractFields } from './fields.ts';
import { notSellers } from './involved.ts';
import { approveLacks, billLacks, commercialLacks, completeLacks, submitLacks } from './lacks.ts';
import { contractLocks } from './locks.ts';
import { outcomeFaults } from './outcome.ts';
import { backOffice, commercial, contractRights, sells } from './rights.ts';
import {
  contractSections,
  contractStates,
  depositOutcomes,
  type ContractSection,
  type ContractState,
} from './terms.ts';

/** Whether the commercial validation is left out (C1). */
export const skipsCommercial = ({ settings, withinCap }: ContractFacts): boolean =>
  settings.skipCommercial === 'always' || (settings.skipCommercial === 'within_cap' && withinCap);

const closed = {
  approved: 'Il contratto è già approvato.',
  billed: 'Il contratto è già fatturato.',
  completed: 'Il contratto è già completato.',
} as const;
const notSeller = 'Chi segue o ha fatto il contratto non lo valida: lo fa un collega.';
const ends = {
  to: null,
  takes: {
    depositOutcome: {
      label: 'Caparra',
      kind: 'choice',
      words: depositOutcomes,
      nullable: 'Da scegliere',
    },
  },
  wrong: outcomeFaults,
  ownReasons: true,
  done: 'Contratto annullato.',
  did: 'ha annullato il contratto',
} as const;

export const contractMachine = {
  entity: 'contract',
  path: '/contracts',
  rights: contractRights,
  states: contractStates,
  initial: 'incomplete',
  owners: ({ sellerId, partnerId }) => (partnerId === null ? [sellerId] : [sellerId, partnerId]),
  ended: ({ canceledAt, origin }) => {
    if (origin === 'history') return 'Il contratto viene dal sistema precedente: si legge soltanto.';
    return canceledAt === null ? null : 'Il contratto è annullato.';
  },
  moves: {
    submit: {
      from: ['incomplete'],
      to: 'waiting_commercial_approvation',
      orTo: { to: 'waiting_approvation', when: skipsCommercial },
      may: sells,
      lacks: submitLacks,
      label: 'Invia in validazione',
      done: 'Contratto inviato in validazione.',
      did: 'ha inviato il contratto in validazione',
      refused: { ...closed, else: 'Il contratto è già in validazione.' },
      others: 'Lo invia chi segue il contratto.',
    },
    validate: {
      from: ['waiting_commercial_approvation'],
      to: 'waiting_approvation',
      may: commercial,
      notBy: (facts) => notSellers(facts, 'commercial'),
      lacks: commercialLacks,
      label: 'Valida',
      done: 'Contratto validato: passa al back office.',
      did: 'ha validato il contratto',
      refused: {
        ...closed,
        incomplete: 'Il contratto non è ancora stato inviato.',
        else: 'Il contratto è già validato.',
      },
      others: notSeller,
    },
    sendBack: {
      from: ['waiting_commercial_approvation'],
      to: 'incomplete',
      may: commercial,
      ownReasons: true,
      label: 'Rimanda al venditore',
      done: 'Contratto rimandato al venditore.',
      did: 'ha rimandato il contratto al venditore',
      refused: { ...closed, else: 'Si rimanda solo un contratto in validazione commerciale.' },
    },
    withdraw: {
      from: ['waiting_commercial_approvation', 'waiting_approvation'],
      to: 'incomplete',
      may: { own: [p.makeContracts], all: [] },
      guards: [
        {
          holds: ({ commercialBy, state }) => state !== 'waiting_approvation' || commercialBy === null,
          refused: 'Il contratto è già validato: lo può respingere il back office.',
        },
      ],
      label: 'Ritira',
      done: 'Contratto ritirato: si può modificare.',
      did: 'ha ritirato il contratto dalla validazione',
      refused: { ...closed, else: 'Il contratto non è in validazione.' },
      others: 'Lo ritira chi segue il contratto.',
    },
    approve: {
      from: ['waiting_approvation'],
      to: 'approved',
      may: backOffice,
      notBy: (facts) => [
        ...notSellers(facts, 'backOffice'),
        ...(facts.commercialBy === null || facts.settings.sameValidator ? [] : [facts.commercialBy]),
      ],
      lacks: approveLacks,
      label: 'Approva',
      done: 'Contratto approvato.',
      did: 'ha approvato il contratto',
      refused: { ...closed, else: 'Il contratto non è ancora arrivato al back office.' },
      others: 'Approva un collega: non chi segue, ha fatto o ha già validato il contratto.',
    },
    reject: {
      from: ['waiting_approvation'],
      to: 'incomplete',
      may: backOffice,
      ownReasons: true,
      label: 'Respingi al venditore',
      done: 'Contratto respinto al venditore.',
      did: 'ha respinto il contratto al venditore',
      refused: { ...closed, else: 'Si respinge solo un contratto in validazione.' },
    },
    rejectCommercial: {
      from: ['waiting_approvation'],
      to: 'waiting_commercial_approvation',
      may: backOffice,
      ownReasons: true,
      label: 'Respingi al commerciale',
      done: 'Contratto respinto alla validazione commerciale.',
      did: 'ha respinto il contratto alla validazione commerciale',
      refused: { ...closed, else: 'Si respinge solo un contratto in validazione.' },
    },
    reopen: {
      from: ['approved'],
      to: 'waiting_approvation',
      may: backOffice,
      ownReasons: true,
      label: 'Riapri',
      done: 'Contratto riaperto.',
      did: 'ha riaperto il contratto',
      refused: {
        billed: 'Il contratto è fatturato: stornare prima la fattura.',
        completed: 'Il contratto è completato: riaprire prima la consegna.',
        else: 'Si riapre solo un contratto approvato.',
      },
    },
    bill: {
      from: ['approved'],
      to: 'billed',
      may: backOffice,
      lacks: billLacks,
      label: 'Fattura',
      done: 'Contratto fatturato.',
      did: 'ha fatturato il contratto',
      refused: { billed: closed.billed, completed: closed.completed, else: 'Si fattura solo un contratto approvato.' },
      others: 'Lo fattura il back office.',
    },
    unbill: {
      from: ['billed'],
      to: 'approved',
      may: backOffice,
      ownReasons: true,
      takes: {
        number: {
          label: 'Nota di credito',
          kind: 'text',
          maxLength: 30,
          required: 'Inserire il numero della nota di credito',
        },
        day: {
          label: 'Data della nota',
          kind: 'day',
          span: 'past',
          required: 'Inserire la data della nota di credito',
        },
      },
      label: 'Storna fattura',
      done: 'Fattura stornata.',
      did: 'ha stornato la fattura',
      refused: {
        completed: 'Il contratto è completato: riaprire prima la consegna.',
        else: 'Non c’è una fattura da stornare.',
      },
    },
    complete: {
      from: ['billed'],
      to: 'completed',
      may: backOffice,
      lacks: completeLacks,
      label: 'Chiudi con la consegna',
      done: 'Auto consegnata: il contratto è completato.',
      did: 'ha chiuso il contratto con la consegna',
      refused: { completed: closed.completed, else: 'Si chiude solo un contratto fatturato.' },
      others: 'Lo chiude il back office.',
    },
    resume: {
      from: ['completed'],
      to: 'billed',
      may: { own: [], all: [p.validateContracts], also: [p.manageAllContracts] },
      ownReasons: true,
      label: 'Riapri la consegna',
      done: 'La consegna è riaperta.',
      did: 'ha riaperto la consegna',
      refused: { else: 'Si riapre solo un contratto completato.' },
    },
    cancel: {
      ...ends,
      from: ['incomplete', 'waiting_commercial_approvation', 'waiting_approvation'],
      may: sells,
      label: 'Annulla il contratto',
      refused: {
        approved: 'Il contratto è approvato: lo annulla il back office con il sì di chi valida.',
        billed: 'Il contratto è fatturato: stornare prima la fattura.',
        completed: 'Il contratto è completato: riaprire prima la consegna.',
        else: 'Il contratto non si annulla.',
      },
      others: 'Lo annulla chi segue il contratto.',
    },
    cancelApproved: {
      ...ends,
      from: ['approved'],
      may: backOffice,
      second: { may: commercial, waits: 'Aspetta il sì di chi valida i contratti.' },
      label: 'Annulla il contratto approvato',
      refused: {
        billed: 'Il contratto è fatturato: stornare prima la fattura.',
        completed: 'Il contratto è completato: riaprire prima la consegna.',
        else: 'Il contratto non è approvato: lo annulla chi lo segue.',
      },
    },
  },
  acts: {
    save: {
      from: keysOf(contractStates),
      may: {
        own: [p.makeContracts],
        all: [p.manageAllContracts, p.validateContracts, p.approveContracts, p.evaluateUsed, p.manageCalendars],
      },
      label: 'Salva',
      did: 'ha modificato il contratto',
      refused: { else: 'Il contratto non si modifica più.' },
      others: 'La cambia chi segue il contratto.',
    },
    recheck: {
      from: ['waiting_commercial_approvation'],
      may: commercial,
      notBy: (facts) => notSellers(facts, 'commercial'),
      label: 'Usato ricontrollato',
      did: 'ha ricontrollato l’usato',
      refused: { ...closed, else: 'Si ricontrolla in validazione commerciale.' },
      others: 'Lo ricontrolla chi valida i contratti: non chi vende o ha fatto questo.',
    },
    decideValue: {
      from: ['waiting_approvation', 'approved'],
      may: commercial,
      notBy: (facts) => notSellers(facts, 'commercial'),
      label: 'Decidi la rivalutazione',
      did: 'ha deciso la rivalutazione',
      refused: { else: 'Si decide fino alla fattura.' },
      others: 'La decide un collega che valida i contratti: non chi segue o ha fatto questo.',
    },
  },
  sections: contractSections,
  fields: contractFields,
  locks: contractLocks,
} as const satisfies Sectioned<ContractState, ContractFacts, ContractSection>;

/** Moves that want a reason of the company, with those that a new company has. */
export const firstReasons = {
  sendBack: ['Prezzo da rivedere', 'Dati mancanti', 'Usato da rivalutare', 'Altro'],
  reject: ['Documenti mancanti', 'Dati da correggere', 'Delibera mancante', 'Altro'],
  rejectCommercial: ['Prezzo da rivedere', 'Usato da rivalutare', 'Altro'],
  reopen: ['Dati da correggere', 'Cambio di auto o prezzo', 'Altro'],
  unbill: ['Errore nella fattura', 'Cambio di auto o prezzo', 'Altro'],
  resume: ['Chiuso per errore', 'Consegna rimandata', 'Altro'],
  cancel: ['Recesso del cliente', 'Finanziamento rifiutato', 'Doppione', 'Auto non disponibile', 'Altro'],
  cancelApproved: ['Recesso del cliente', 'Finanziamento rifiutato', 'Auto non disponibile', 'Altro'],
} as const satisfies Partial<Record<keyof typeof contractMachine.moves, readonly string[]>>;
