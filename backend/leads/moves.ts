/** What the moves of a lead write beside its state. */
import { firstLeadReasons, type leadMachine } from '#domain/leads/rules.ts';
import type { LeadOutcome } from '#domain/leads/terms.ts';
import { keysOf, type MoveOf } from '#domain/machine.ts';
import type { Ctx } from '../lib/context.ts';
import { moving, type Fill } from '../lib/move.ts';
import { nextColumns, noNext } from './hours.ts';
import { leadCourse, type LeadRecord } from './records.ts';

type Name = keyof typeof leadMachine.moves;
const ends: Partial<Record<Name, LeadOutcome>> = { win: 'won', won: 'won', lose: 'lost', dismiss: 'invalid' };

/** The columns of a move: a lead that stays open has its next action, one that is closed has none. */
export async function moveColumns(ctx: Ctx, record: LeadRecord, name: Name): Promise<object> {
  const outcome = ends[name];
  if (outcome) return { ...noNext, outcome, closedOn: ctx.today };
  const state = name === 'negotiate' ? 'negotiation' : 'in_progress';
  const next = await nextColumns(ctx, { ...record, state }, { type: 'in_progress', at: null });
  return {
    ...next,
    outcome: null,
    closedOn: null,
    parkedUntil: null,
    firstAt: record.firstAt ?? ctx.now.toISOString(),
  };
}

const fill =
  (name: Name): Fill<LeadRecord> =>
  async (ctx, record) => ({ columns: await moveColumns(ctx, record, name) });

export const leadMoves = moving(leadCourse, {
  take: fill('take'),
  negotiate: fill('negotiate'),
  stepBack: fill('stepBack'),
  win: fill('win'),
  lose: fill('lose'),
  dismiss: fill('dismiss'),
  reopen: fill('reopen'),
} satisfies { [K in MoveOf<typeof leadMachine>]: Fill<LeadRecord> });

/** Moves for which the company has reasons. */
export const reasoned = keysOf(firstLeadReasons);
