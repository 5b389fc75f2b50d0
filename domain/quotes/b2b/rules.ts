import type { Machine } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { b2bRights, dealing } from '../rights.ts';
import { quoteMachine, type QuoteFacts } from '../rules.ts';
import type { B2bDraft } from './fields.ts';
import type { B2bIssue, B2bPriced } from './schema.ts';
import { b2bStates, type B2bState } from '../terms.ts';

export type B2bFacts = Omit<QuoteFacts, 'state'> & { state: B2bState };

const { moves, acts } = quoteMachine;
const may = dealing;

/** The moves of a wholesale offer: those of a quote, for people who deal with traders. */
export const b2bMachine = {
  entity: 'b2b_quote',
  path: '/quotes/b2b',
  rights: b2bRights,
  states: b2bStates,
  initial: 'draft',
  owners: ({ sellerId }) => [sellerId],
  moves: {
    issue: {
      ...moves.issue,
      may,
      label: 'Emetti offerta',
      did: 'ha emesso l’offerta',
      done: 'Emessa l’offerta {number}, valida fino al {day}.',
      refused: { else: 'L’offerta è già stata emessa.' },
    },
    accept: {
      ...moves.accept,
      may,
      done: 'Offerta accettata: le auto sono vendute.',
      did: 'ha segnato l’offerta come accettata',
      refused: {
        draft: 'L’offerta non è ancora stata emessa.',
        accepted: 'L’offerta è già stata accettata.',
        expired: 'L’offerta è scaduta: creare una nuova revisione ai prezzi di oggi.',
        else: 'Si può accettare solo un’offerta emessa.',
      },
    },
    withdraw: { ...moves.withdraw, may, done: 'L’offerta è di nuovo in attesa e le auto in stock.' },
    close: { ...moves.close, may, done: 'Offerta segnata come persa.', did: 'ha segnato l’offerta come persa' },
    reopen: { ...moves.reopen, may, done: 'Offerta riaperta.', did: 'ha riaperto l’offerta' },
  },
  acts: {
    save: {
      ...acts.save,
      may,
      refused: {
        closed: 'L’offerta è persa: riaprirla per creare una nuova revisione.',
        accepted: 'L’offerta è accettata e le auto sono vendute: per cambiarla, annullare prima l’accettazione.',
        else: 'L’offerta non è modificabile: creare una nuova revisione per cambiarla.',
      },
    },
    delete: { ...acts.delete, may },
    send: {
      ...acts.send,
      may,
      did: 'ha inviato l’offerta',
      refused: {
        draft: 'L’offerta non è ancora stata emessa.',
        expired: 'L’offerta è scaduta: creare una nuova revisione ai prezzi di oggi.',
        else: 'Questa offerta non si invia più.',
      },
    },
    revise: {
      ...acts.revise,
      from: ['issued', 'expired'],
      may,
      refused: { ...acts.revise.refused, accepted: 'L’offerta è accettata: annullare prima l’accettazione.' },
    },
    duplicate: {
      ...acts.duplicate,
      from: ['draft', 'issued', 'accepted', 'expired', 'closed'],
      may: { ...dealing, also: [p.createQuotes] },
    },
  },
} as const satisfies Machine<B2bState, B2bFacts>;

/** What is offered of these actions: an offer with a contract is neither lost nor taken back before that is cancelled. */
export const offeredB2b = <Name extends string>(
  actions: readonly Name[],
  { contract }: { contract: object | null },
): Name[] => actions.filter((name) => contract === null || (name !== 'withdraw' && name !== 'close'));

/** Everything that prevents an offer from being issued: errors of its prices, and missing customer or cars. */
export function b2bBlockers({ issues }: B2bPriced, { customer, cars }: B2bDraft): B2bIssue[] {
  const blockers = issues.filter(({ level }) => level === 'error');
  if (cars.length === 0) blockers.push({ level: 'error', path: 'cars', message: 'Aggiungere almeno un’auto' });
  if (!customer) blockers.push({ level: 'error', path: 'customer', message: 'Scegliere l’operatore' });
  return blockers;
}
