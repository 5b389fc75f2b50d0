/** Who may write which section in which state (rules.md §19): server, form and tests read this one table. */
import type { Lock } from '../record/locks.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { covers, type Right } from '../record/rights.ts';
import type { ContractFacts } from './facts.ts';
import { notSellers } from './involved.ts';
import { backOffice, commercial, sells } from './rights.ts';
import type { ContractSection, ContractState } from './terms.ts';

const seller: Right = sells;
/** Before the back office has it, sellers and who validates commercially work on it together. */
const both: Right = { own: [p.makeContracts], all: [p.manageAllContracts, p.approveContracts] };
const valuer: Right = { own: [], all: [p.approveContracts, p.evaluateUsed] };
const revaluer: Right = { own: [], all: [p.validateContracts, p.evaluateUsed] };
const planner: Right = { own: [p.makeContracts], all: [p.manageCalendars] };
const closed = null;

/** One row for each section; null: closed to everybody. */
type Row = Readonly<Record<ContractState, Right | null>>;
const row = (...[incomplete, commercially, waiting, approved, billed, completed]: (Right | null)[]): Row => ({
  incomplete: incomplete!,
  waiting_commercial_approvation: commercially!,
  waiting_approvation: waiting!,
  approved: approved!,
  billed: billed!,
  completed: completed!,
});

export const lockTable: Readonly<Record<Exclude<ContractSection, 'comments'>, Row>> = {
  general: row(seller, commercial, closed, closed, closed, closed),
  customer: row(seller, commercial, backOffice, backOffice, closed, closed),
  used_cars: row(seller, valuer, backOffice, revaluer, closed, closed),
  financial: row(seller, commercial, backOffice, backOffice, closed, closed),
  objectives: row(seller, both, backOffice, backOffice, closed, closed),
  contability: row(seller, both, backOffice, backOffice, backOffice, closed),
  attachments: row(seller, both, backOffice, backOffice, backOffice, backOffice),
  reserved: row(backOffice, backOffice, backOffice, backOffice, backOffice, backOffice),
  performances: row(backOffice, backOffice, backOffice, backOffice, closed, closed),
  calendars: row(planner, planner, planner, planner, planner, closed),
};

/** Why somebody may not write a section of a contract in this state; null: they may. */
export function closedTo(
  section: Exclude<ContractSection, 'comments'>,
  state: ContractState,
  privileges: readonly number[],
  isOwn: boolean,
): string | null {
  const right = lockTable[section][state];
  if (right === null) return gone(state);
  return covers(right, privileges, isOwn) ? null : (special[section] ?? whose(state));
}

/** Why a section that some people may write is closed to others. */
const whose = (state: ContractState): string =>
  ({
    incomplete: 'La cambia chi segue il contratto.',
    waiting_commercial_approvation: 'Il contratto è in validazione: la cambia chi valida, oppure va ritirato.',
    waiting_approvation: 'Il contratto è in validazione: la cambia il back office, oppure va ritirato.',
    approved: 'Il contratto è approvato: la cambia il back office.',
    billed: 'Il contratto è fatturato: la cambia il back office.',
    completed: 'Il contratto è completato: la cambia il back office.',
  })[state];

/** Why a section is closed to everybody, and what opens it. */
const gone = (state: ContractState): string =>
  ({
    incomplete: 'La sezione non si cambia.',
    waiting_commercial_approvation: 'Il contratto è in validazione: per cambiarla va rimandato al venditore.',
    waiting_approvation: 'Il contratto è in validazione: per cambiarla va respinto al venditore.',
    approved: 'Il contratto è approvato: per cambiarla va riaperto.',
    billed: 'Il contratto è fatturato: per cambiarla va stornata la fattura.',
    completed: 'Il contratto è completato: per cambiarla va riaperto.',
  })[state];

const special: Partial<Record<ContractSection, string>> = {
  reserved: 'È riservata al back office.',
  calendars: 'La cambia chi segue il contratto o gestisce i calendari.',
};

/** What is still written after a withdrawal: the letter that says it, and what the back office notes. */
const afterwards: readonly string[] = ['attachments', 'reserved', 'comments'];

export const contractLocks: readonly Lock<ContractState, ContractSection, ContractFacts>[] = [
  {
    sections: keysOf(lockTable).filter((section) => !afterwards.includes(section)),
    of: ({ withdrawnAt }) => withdrawnAt !== null,
    why: 'Il cliente ha comunicato il recesso: il contratto si chiude, non si modifica.',
  },
  ...keysOf(lockTable).flatMap((section) =>
    keysOf(lockTable[section]).map((state): Lock<ContractState, ContractSection, ContractFacts> => {
      const right = lockTable[section][state];
      const at = { sections: [section], in: [state] };
      return right ? { ...at, unless: right, why: special[section] ?? whose(state) } : { ...at, why: gone(state) };
    }),
  ),
  // What was validated is not changed by who gains from it.
  {
    sections: ['objectives', 'financial', 'contability', 'reserved', 'performances'],
    in: ['approved', 'billed', 'completed'],
    only: (facts) => notSellers(facts, 'backOffice'),
    why: 'Il contratto è approvato: chi lo segue non la cambia, lo fa un collega.',
  },
  // Corrections are written by who sees what they correct.
  {
    sections: ['performances'],
    unless: { own: [], all: [p.seeMargin] },
    why: 'Le prestazioni sono di chi vede i margini.',
  },
];
