/** The course of a person's statement of a month: draft → confirmed → paid; nothing confirmed changes (rules.md §11). */
import { addMonths } from '../dates.ts';
import { day } from '../italian.ts';
import type { Fields } from '../record/fields.ts';
import type { Machine } from '../record/machine.ts';
import { commissionRights } from './rights.ts';

export const statementStates = {
  draft: { label: 'Bozza', tone: 'warn' },
  confirmed: { label: 'Confermato', tone: 'info' },
  paid: { label: 'Pagato', tone: 'ok' },
} as const;
export type StatementState = keyof typeof statementStates;

/** What its moves are decided by. */
export interface StatementFacts {
  state: StatementState;
  userId: number;
  /** The first day of its month. */
  month: string;
  /** Earlier months of the person that are still drafts. */
  earlier: number;
  /** What it pays, in cents; below zero it is a debt that goes on. */
  due: number;
  /** The last comment is of who earns it: somebody has to answer. */
  disputed: boolean;
}

/** Why a day of payment does not fit the statement, by field: its month is over before it is confirmed, let alone paid. */
function paymentFaults({ month }: StatementFacts, sent: Readonly<Record<string, unknown>>): Record<string, string> {
  const first = addMonths(month, 1);
  return (sent as { paidOn: string }).paidOn < first ? { paidOn: `Si paga dal ${day(first)}, a mese finito` } : {};
}

const notOwn = 'Nessuno conferma le proprie provvigioni: lo fa un collega che vede quelle di tutti.';

export const statementMachine = {
  entity: 'commission_statement',
  path: '/commissions/statements',
  rights: commissionRights,
  states: statementStates,
  initial: 'draft',
  owners: ({ userId }) => [userId],
  moves: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      may: commissionRights.change,
      guards: [
        {
          holds: ({ month }, today) => today >= addMonths(month, 1),
          refused: 'Il mese non è ancora finito: si conferma dal primo giorno di quello dopo.',
        },
        { holds: ({ earlier }) => earlier === 0, refused: 'Prima vanno confermati i mesi precedenti.' },
        { holds: ({ disputed }) => !disputed, refused: 'È contestato: prima va data una risposta nei commenti.' },
      ],
      label: 'Conferma',
      done: 'Rendiconto confermato: righe e regole non cambiano più.',
      did: 'ha confermato il rendiconto',
      refused: { else: 'Il rendiconto è già confermato.' },
      others: notOwn,
    },
    pay: {
      from: ['confirmed'],
      to: 'paid',
      may: commissionRights.change,
      takes: {
        paidOn: { label: 'Pagato il', kind: 'day', span: 'past', required: 'Inserire il giorno del pagamento' },
      } as const satisfies Fields,
      wrong: paymentFaults,
      guards: [{ holds: ({ due }) => due > 0, refused: 'Non c’è niente da pagare: un debito passa al mese seguente.' }],
      label: 'Segna pagato',
      done: 'Rendiconto pagato.',
      did: 'ha segnato pagato il rendiconto',
      refused: { draft: 'Il rendiconto va prima confermato.', else: 'Il rendiconto è già pagato.' },
      others: notOwn,
    },
    unpay: {
      from: ['paid'],
      to: 'confirmed',
      may: commissionRights.change,
      reasons: { mistake: 'Segnato per errore', returned: 'Il bonifico è tornato', other: 'Altro' },
      noteFor: ['other'],
      label: 'Annulla il pagamento',
      done: 'Il rendiconto è di nuovo da pagare.',
      did: 'ha annullato il pagamento del rendiconto',
      refused: { else: 'Il rendiconto non è pagato.' },
      others: notOwn,
    },
  },
  acts: {},
} as const satisfies Machine<StatementState, StatementFacts>;

type Listed = Pick<StatementFacts, 'state' | 'userId' | 'month' | 'disputed'>;

/**
 * Those that a reader can confirm together, the oldest first, so that none finds an earlier one open: drafts of others
 * of months that are over, up to the first one that its earner disputes.
 */
export function confirmable<T extends Listed>(statements: readonly T[], readerId: number, today: string): T[] {
  const stopped = new Set([readerId]);
  const drafts = statements.filter(({ state, month }) => state === 'draft' && today >= addMonths(month, 1));
  return drafts
    .toSorted((a, b) => a.month.localeCompare(b.month))
    .filter(({ userId, disputed }) => {
      if (disputed) stopped.add(userId);
      return !stopped.has(userId);
    });
}
