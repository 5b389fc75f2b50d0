/** What the moves of a lead write beside its state. */
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { firstLeadReasons, type leadMachine } from '#domain/leads/rules.ts';
import type { LeadOutcome } from '#domain/leads/terms.ts';
import { keysOf, type MoveOf } from '#domain/record/machine.ts';
import type { Ctx } from '../lib/work/context.ts';
import { moving, type Fill } from '../lib/records/move.ts';
import { nextColumns, noNext } from './hours.ts';
import { leadCourse, type LeadRecord } from './records.ts';

type Name = keyof typeof leadMachine.moves;
const ends: Partial<Record<Name, LeadOutcome>> = { win: 'won', won: 'won', lose: 'lost', dismiss: 'invalid' };

/** The day on which a lost lead is taken up again; throws `invalid` when it is not ahead. */
function checkFollowUp({ today }: Ctx, day: string): void {
  if (day <= today || day > addDays(today, 800))
    throw new Failure('invalid', undefined, { fields: { followUpOn: 'Scegliere un giorno da domani a due anni' } });
}

/**
 * The columns of a move: a lead that stays open has its next action, one that is closed has none. `followUpOn`: when a lost
 * one is taken up again.
 */
export async function moveColumns(
  ctx: Ctx,
  record: LeadRecord,
  name: Name,
  followUpOn: string | null = null,
): Promise<object> {
  const outcome = ends[name];
  if (followUpOn !== null && name === 'lose') checkFollowUp(ctx, followUpOn);
  if (outcome) return { ...noNext, outcome, closedOn: ctx.today, followUpOn: name === 'lose' ? followUpOn : null };
  const state = name === 'negotiate' ? 'negotiation' : 'in_progress';
  const next = await nextColumns(ctx, { ...record, state }, { type: 'in_progress', at: null });
  return {
    ...next,
    outcome: null,
    closedOn: null,
    parkedUntil: null,
    followUpOn: null,
    firstAt: record.firstAt ?? ctx.now.toISOString(),
  };
}

const fill =
  (name: Name): Fill<LeadRecord> =>
  async (ctx, record, sent) => {
    const followUpOn = (sent.followUpOn as string | null | undefined) ?? null;
    return {
      columns: await moveColumns(ctx, record, name, followUpOn),
      ...(followUpOn !== null && { told: { before: {}, after: { followUpOn } } }),
    };
  };

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
