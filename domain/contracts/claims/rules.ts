/** The course of a claim: due, claimed, credited or refused; a contract that ends takes its claims along. */
import { money } from '#domain/italian.ts';
import { keysOf, type Machine } from '#domain/record/machine.ts';
import type { Rights } from '#domain/record/rights.ts';
import { reservedSeenWith } from '../rights.ts';
import { claimTakes, creditTakes, returnTakes } from './fields.ts';
import { claimStates, refusals, type ClaimState } from './terms.ts';

/** Who keeps the accounts, whoever sold the car. */
const keeps = { own: [], all: reservedSeenWith } as const;
export const claimRights = { see: keeps, change: keeps } as const satisfies Rights;

export interface ClaimFacts {
  state: ClaimState;
  /** What is due for it, in cents. */
  amount: number;
  claimedOn: string | null;
  /** Whether its contract is approved and goes on. */
  sold: boolean;
  /** Somebody decided that it is not asked for, not the contract. */
  waived: boolean;
}

const sold = {
  holds: (facts: ClaimFacts) => facts.sold,
  refused: 'Il contratto non è approvato, o è annullato: il rimborso non si chiede.',
};
const waived = {
  holds: (facts: ClaimFacts) => facts.waived,
  refused: 'Il contratto non ha più questo incentivo.',
};
/** Claims are the company's. */
const nobody: (facts: ClaimFacts) => number[] = () => [];

/** Why a credit does not fit the claim, by field: never more than is due, never before it was asked for. */
export function creditFaults({ amount, claimedOn }: ClaimFacts, sent: Readonly<Record<string, unknown>>) {
  const { creditedAmount, creditedOn } = sent as { creditedAmount: number; creditedOn: string };
  return {
    ...(creditedAmount > amount && { creditedAmount: `Al massimo ${money(amount)}: è quanto è dovuto` }),
    ...(claimedOn !== null && creditedOn < claimedOn && { creditedOn: 'È prima del giorno in cui è stato chiesto' }),
  };
}

export const claimMachine = {
  entity: 'claim',
  path: '/claims',
  rights: claimRights,
  states: claimStates,
  initial: 'due',
  owners: nobody,
  moves: {
    claim: {
      from: ['due', 'refused'],
      to: 'claimed',
      may: keeps,
      takes: claimTakes,
      guards: [sold],
      label: 'Segna chiesto',
      done: 'Rimborso chiesto.',
      did: 'ha chiesto il rimborso',
      refused: { claimed: 'Il rimborso è già stato chiesto.', else: 'Questo rimborso non si chiede.' },
    },
    takeBack: {
      from: ['claimed'],
      to: 'due',
      may: keeps,
      label: 'Non ancora chiesto',
      done: 'Il rimborso è di nuovo da chiedere.',
      did: 'ha riportato il rimborso a da chiedere',
      refused: { else: 'Il rimborso non aspetta una risposta.' },
    },
    credit: {
      from: ['claimed'],
      to: 'credited',
      may: keeps,
      takes: creditTakes,
      wrong: creditFaults,
      label: 'Segna accreditato',
      done: 'Rimborso accreditato.',
      did: 'ha registrato l’accredito',
      refused: { due: 'Il rimborso va prima chiesto.', else: 'Il rimborso non aspetta una risposta.' },
    },
    refuse: {
      from: ['claimed'],
      to: 'refused',
      may: keeps,
      reasons: refusals,
      noteFor: ['other'],
      label: 'Segna rifiutato',
      done: 'Rimborso rifiutato.',
      did: 'ha registrato il rifiuto',
      refused: { due: 'Il rimborso va prima chiesto.', else: 'Il rimborso non aspetta una risposta.' },
    },
    reopen: {
      from: ['credited', 'refused', 'returned'],
      to: 'claimed',
      orTo: { to: 'owed_back', when: ({ state }: ClaimFacts) => state === 'returned' },
      may: keeps,
      reasons: { mistake: 'Registrato per errore', reversed: 'Nota stornata', appealed: 'Si è fatto ricorso', other: 'Altro' }, // prettier-ignore
      noteFor: ['other'],
      label: 'Riapri',
      done: 'Il rimborso è riaperto.',
      did: 'ha riaperto il rimborso',
      refused: { else: 'Si riapre solo un rimborso che ha avuto una risposta.' },
    },
    waive: {
      from: ['due', 'refused'],
      to: 'void',
      may: keeps,
      reasons: { late: 'Scaduto', refused: 'Rifiutato dal pagatore', notDue: 'Non dovuto', other: 'Altro' },
      noteFor: ['other'],
      label: 'Non chiedere',
      done: 'Il rimborso non si chiede.',
      did: 'ha rinunciato al rimborso',
      refused: { claimed: 'Il rimborso è già stato chiesto.', else: 'Il rimborso non è da chiedere.' },
    },
    restore: {
      from: ['void'],
      to: 'due',
      may: keeps,
      guards: [sold, waived],
      label: 'Da chiedere di nuovo',
      done: 'Il rimborso è di nuovo da chiedere.',
      did: 'ha ripreso il rimborso',
      refused: { else: 'Il rimborso non è stato tolto.' },
    },
    giveBack: {
      from: ['owed_back'],
      to: 'returned',
      may: keeps,
      takes: returnTakes,
      label: 'Segna restituito',
      done: 'Rimborso restituito.',
      did: 'ha restituito il rimborso',
      refused: { else: 'Non c’è niente da restituire.' },
    },
    end: {
      from: ['due', 'claimed', 'refused'],
      to: 'void',
      by: 'the contract, which ended or no longer has the incentive',
      did: 'ha tolto il rimborso con il contratto',
    },
    askBack: {
      from: ['credited'],
      to: 'owed_back',
      by: 'the contract, which ended or no longer has the incentive',
      did: 'ha messo il rimborso da restituire con il contratto',
    },
    revive: {
      from: ['void'],
      to: 'due',
      by: 'the contract, which has the incentive again',
      did: 'ha rimesso il rimborso da chiedere con il contratto',
    },
    keep: {
      from: ['owed_back'],
      to: 'credited',
      by: 'the contract, which has the incentive again',
      did: 'ha tenuto il rimborso con il contratto',
    },
  },
  acts: {
    save: {
      from: keysOf(claimStates),
      may: keeps,
      label: 'Salva',
      did: 'ha modificato il rimborso',
      refused: { else: 'Il rimborso non si modifica.' },
    },
  },
} as const satisfies Machine<ClaimState, ClaimFacts>;
