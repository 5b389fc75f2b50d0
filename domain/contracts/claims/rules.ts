/** The course of a claim: due, claimed, credited or refused; a contract that ends takes its claims along. */
import { day, money } from '#domain/italian.ts';
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
  creditedOn: string | null;
  creditedAmount: number | null;
  /** Cents of the credit that are to be given back; null: nothing. */
  owed: number | null;
  /** Cents of the credit that were given back while the rest stayed; null: nothing was, or all of it. */
  returnedPart: number | null;
  /** Of its contract; null while that is not approved. */
  approvedOn: string | null;
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

type Sent = Readonly<Record<string, unknown>>;

/** Why a day of asking does not fit the claim, by field: nothing is due before the contract is approved. */
function askingFaults({ approvedOn }: ClaimFacts, sent: Sent): Record<string, string> {
  const { claimedOn } = sent as { claimedOn: string };
  if (approvedOn === null || claimedOn >= approvedOn) return {};
  return { claimedOn: `Il contratto è approvato il ${day(approvedOn)}: non si chiede prima` };
}

/** Why a day of giving back does not fit the claim, by field: not before the credit. */
function returnFaults({ creditedOn }: ClaimFacts, sent: Sent): Record<string, string> {
  const { returnedOn } = sent as { returnedOn: string };
  if (creditedOn === null || returnedOn >= creditedOn) return {};
  return { returnedOn: `La nota di credito è del ${day(creditedOn)}: non si restituisce prima` };
}

/** Whether only a part of the credit goes back: its incentive is still there, and worth less. */
export const owesPart = ({ owed, creditedAmount }: Pick<ClaimFacts, 'owed' | 'creditedAmount'>): boolean =>
  owed !== null && creditedAmount !== null && owed < creditedAmount;

/** Whether a part of the credit went back that would be owed again, were that taken back. */
export const gaveBackPart = ({
  state,
  amount,
  creditedAmount,
  returnedPart,
}: Pick<ClaimFacts, 'state' | 'amount' | 'creditedAmount' | 'returnedPart'>): boolean =>
  state === 'credited' && returnedPart !== null && creditedAmount! + returnedPart > amount;

/** Whether what is reopened is that something went back: the credit stays. */
const wentBack = (facts: ClaimFacts): boolean => facts.state === 'returned' || gaveBackPart(facts);

/** Why a credit does not fit the claim, by field: never more than is due, never before it was asked for. */
export function creditFaults({ amount, claimedOn }: ClaimFacts, sent: Sent) {
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
      wrong: askingFaults,
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
      orTo: { to: 'owed_back', when: wentBack },
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
      orTo: { to: 'credited', when: owesPart },
      may: keeps,
      takes: returnTakes,
      wrong: returnFaults,
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
      by: 'the contract, which ended, no longer has the incentive or gives less of it',
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
    askAgain: {
      from: ['returned'],
      to: 'due',
      by: 'the contract, which has the incentive again',
      did: 'ha rimesso il rimborso restituito da chiedere con il contratto',
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
