import type { Machine } from '../../machine.ts';
import { privileges as p } from '../../privileges.ts';
import type { Rights } from '../../rights.ts';
import { quoteMachine, stateOn, type QuoteFacts } from '../rules.ts';
import type { B2bDraft, B2bIssue, B2bPriced } from './priced.ts';
import { b2bStates, type B2bState } from './terms.ts';

/** Wholesale offers are of all who deal with traders (domain.md §4.2); making one needs 13 beside it (screens.md §5). */
const dealing = { own: [], all: [p.manageB2bQuotes] } as const;
export const b2bRights = { see: dealing, change: dealing } as const satisfies Rights;

export type B2bFacts = Omit<QuoteFacts, 'state'> & { state: B2bState };

const { moves, acts } = quoteMachine;
const may = dealing;
const by = <S extends readonly string[]>(...from: S) => ({ from, may });

/** `B-AAAA-NNNNNN`, counted per company and year. */
export const b2bNumber = (year: number, count: number): string => `B-${year}-${String(count).padStart(6, '0')}`;

/** What may happen to a wholesale offer: what may happen to a quote, by those who deal with traders. */
export const b2bMachine = {
  entity: 'b2b_quote',
  path: '/quotes/b2b',
  rights: b2bRights,
  states: b2bStates,
  initial: 'draft',
  on: (facts, day) => stateOn(facts, day) as B2bState,
  owner: ({ sellerId }) => sellerId,
  moves: {
    issue: { ...moves.issue, may, label: 'Emetti offerta', done: 'Emessa l’offerta {number}, valida fino al {day}.' },
    accept: { ...moves.accept, may, done: 'Offerta accettata: le auto sono vendute.' },
    withdraw: { ...moves.withdraw, may, done: 'L’offerta è di nuovo in attesa e le auto in stock.' },
    close: { ...moves.close, may, done: 'Offerta segnata come persa.' },
    reopen: { ...moves.reopen, may, done: 'Offerta riaperta.' },
  },
  acts: {
    save: { ...acts.save, may },
    delete: { ...acts.delete, may },
    send: { ...acts.send, may },
    revise: {
      ...{ ...acts.revise, ...by('issued', 'expired') },
      refused: { ...acts.revise.refused, accepted: 'L’offerta è accettata: annullare prima l’accettazione.' },
    },
    duplicate: { ...acts.duplicate, ...by('draft', 'issued', 'accepted', 'expired', 'closed') },
  },
} as const satisfies Machine<B2bState, B2bFacts>;

/** Everything that keeps an offer from being issued: the errors of its prices, and what it cannot do without. */
export function b2bBlockers({ issues }: B2bPriced, { customer, cars }: B2bDraft): B2bIssue[] {
  const blockers = issues.filter(({ level }) => level === 'error');
  if (cars.length === 0) blockers.push({ level: 'error', path: 'cars', message: 'Aggiungere almeno un’auto' });
  if (!customer) blockers.push({ level: 'error', path: 'customer', message: 'Scegliere l’operatore' });
  return blockers;
}
