import type { Fields } from '#domain/record/fields.ts';
import type { Machine } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';

export const editionStates = {
  draft: { label: 'Bozza', tone: 'info' },
  ready: { label: 'Pronta', tone: 'ok' },
  scheduled: { label: 'Programmata', tone: 'warn' },
  published: { label: 'Pubblicata', tone: 'ok' },
  rolled_back: { label: 'Annullata', tone: 'mute' },
} as const;
export type EditionState = keyof typeof editionStates;
/** Whether it has come into force, taken back since or not: nothing of it changes any more. */
export const isOver = (state: EditionState): boolean => state === 'published' || state === 'rolled_back';

/** Why a published edition is taken back. */
export const rollbackReasons = {
  wrong_price: 'Prezzo sbagliato',
  wrong_data: 'Dati sbagliati',
  too_early: 'Pubblicata troppo presto',
  other: 'Altro',
} as const;

export interface EditionFacts {
  state: EditionState;
  /** Changed rows. */
  changes: number;
  /** Sentences about what keeps it from being published. */
  problems: readonly string[];
}

const manages = { own: [], all: [p.managePreferences] } as const;
/** Editions are the manufacturer's. */
const nobody: (facts: EditionFacts) => number[] = () => [];
const lacks = ({ changes, problems }: EditionFacts) => [
  ...(changes === 0 ? [{ sentence: 'L’edizione non ha modifiche.' }] : []),
  ...problems.map((sentence) => ({ sentence })),
];

/** The course of an edition of the catalogue: dealers see it from its publication on. */
export const editionMachine = {
  entity: 'catalog_edition',
  path: '/catalog/editions',
  rights: { see: manages, change: manages },
  states: editionStates,
  initial: 'draft',
  owners: nobody,
  moves: {
    ready: {
      from: ['draft'],
      to: 'ready',
      may: manages,
      lacks,
      label: 'Segna pronta',
      done: 'L’edizione è pronta: si può pubblicare.',
      did: 'ha segnato pronta l’edizione',
      refused: { else: 'Solo una bozza si segna pronta.' },
    },
    reopen: {
      from: ['ready', 'scheduled'],
      to: 'draft',
      may: manages,
      label: 'Rimanda in bozza',
      done: 'L’edizione è di nuovo in bozza.',
      did: 'ha rimandato in bozza l’edizione',
      refused: { draft: 'L’edizione è già in bozza.', else: 'Un’edizione pubblicata non torna in bozza: si annulla.' },
    },
    schedule: {
      from: ['ready'],
      to: 'scheduled',
      may: manages,
      lacks,
      takes: {
        day: { label: 'Giorno', kind: 'day', span: 'planned', required: 'Inserire il giorno della pubblicazione' },
      } as const satisfies Fields,
      label: 'Programma',
      done: 'Pubblicazione programmata.',
      did: 'ha programmato la pubblicazione',
      refused: {
        draft: 'L’edizione è ancora in bozza.',
        scheduled: 'La pubblicazione è già programmata.',
        else: 'L’edizione è già pubblicata.',
      },
    },
    publish: {
      from: ['ready', 'scheduled'],
      to: 'published',
      may: manages,
      lacks,
      label: 'Pubblica subito',
      done: 'Edizione pubblicata: i concessionari la vedono da ora.',
      did: 'ha pubblicato l’edizione',
      refused: { draft: 'L’edizione è ancora in bozza.', else: 'L’edizione è già pubblicata.' },
    },
    roll_back: {
      from: ['published'],
      to: 'rolled_back',
      may: manages,
      reasons: rollbackReasons,
      noteFor: ['other'],
      label: 'Torna indietro',
      done: 'Edizione annullata: il catalogo è come prima.',
      did: 'ha annullato l’edizione',
      refused: { rolled_back: 'L’edizione è già annullata.', else: 'L’edizione non è pubblicata.' },
    },
    /** On its day the catalogue was no longer what the edition had seen. */
    refuse: {
      from: ['scheduled'],
      to: 'draft',
      by: 'day',
      did: 'pubblicazione rifiutata: il catalogo è cambiato nel frattempo',
    },
  },
  acts: {
    save: {
      from: ['draft'],
      may: manages,
      label: 'Modifica',
      did: 'ha modificato l’edizione',
      refused: {
        ready: 'L’edizione è pronta: rimandarla in bozza per modificarla.',
        scheduled: 'La pubblicazione è programmata: rimandare in bozza l’edizione per modificarla.',
        else: 'Un’edizione pubblicata non si modifica.',
      },
    },
  },
} as const satisfies Machine<EditionState, EditionFacts>;
