/** What an action with its result does to a lead (rules.md §21, action type × result). */
import type { MoveOf } from '../record/machine.ts';
import { leadMachine } from './rules.ts';
import type { ActionResult, ActionType, LeadState } from './terms.ts';

type LeadMove = MoveOf<typeof leadMachine>;

interface Consequence {
  /**
   * Where it leads: `begin` at least into work, `advance` into negotiation, `fallBack` out of it, or to an end; absent:
   * the state stays.
   */
  leads?: 'begin' | 'advance' | 'fallBack' | 'win' | 'lose' | 'dismiss';
  /** Nobody answered: counted, and after some times closing is proposed; who asked still waits for the first response. */
  unanswered?: true;
  /** The customer did not come: counted, and another day is proposed. */
  missed?: true;
  /** It is only planned; nothing has been done yet. */
  planned?: true;
  /** A reason of the company is wanted, although the lead stays open. */
  because?: 'fail';
}

const moved = { rescheduled: {}, canceled: {}, not_needed: {} } as const;

/** A result that is not named is not possible for that type. */
export const consequences: Readonly<Record<ActionType, Readonly<Partial<Record<ActionResult, Consequence>>>>> = {
  to_handle: { success: { leads: 'begin' }, failed: { leads: 'begin', unanswered: true } },
  in_progress: {
    scheduled: { leads: 'begin', planned: true },
    success: { leads: 'begin' },
    failed: { leads: 'begin', unanswered: true },
    no_show: { missed: true },
    ...moved,
  },
  negotiation: {
    scheduled: { leads: 'begin', planned: true },
    success: { leads: 'advance' },
    failed: { leads: 'fallBack' },
    no_show: { missed: true },
    ...moved,
  },
  create_deal: { success: { leads: 'win' }, failed: { because: 'fail' } },
  follow_up: {
    scheduled: { planned: true },
    success: { leads: 'begin' },
    failed: { leads: 'begin', unanswered: true },
    no_show: { missed: true },
    ...moved,
  },
  closed: {
    success: { leads: 'win' },
    failed: { leads: 'lose' },
    canceled: { leads: 'dismiss' },
    not_needed: { leads: 'dismiss' },
  },
};

/** The moves by which each consequence is reached from an open state; a lead that nobody worked is never lost. */
const ways: Readonly<Record<NonNullable<Consequence['leads']>, Partial<Record<LeadState, readonly LeadMove[]>>>> = {
  begin: { to_handle: ['take'] },
  advance: { to_handle: ['take', 'negotiate'], in_progress: ['negotiate'] },
  fallBack: { negotiation: ['stepBack'] },
  win: { to_handle: ['take', 'win'], in_progress: ['win'], negotiation: ['win'] },
  lose: { to_handle: ['dismiss'], in_progress: ['lose'], negotiation: ['lose'] },
  dismiss: { to_handle: ['dismiss'], in_progress: ['lose'], negotiation: ['lose'] },
};

/** The move, or `fail`, whose reasons of the company an action wants; undefined: it wants none. */
export const reasonedBy = ({ moves, because }: Pick<Consequence, 'because'> & { moves: readonly LeadMove[] }) =>
  because ?? moves.find((name) => 'ownReasons' in leadMachine.moves[name]);

/** What an action with this result does to a lead in this state; null when the type has no such result. */
export function effectOf(
  state: LeadState,
  type: ActionType,
  result: ActionResult,
): (Consequence & { moves: readonly LeadMove[] }) | null {
  const consequence = consequences[type][result];
  if (!consequence || state === 'closed') return null;
  return { ...consequence, moves: consequence.leads ? (ways[consequence.leads][state] ?? []) : [] };
}
