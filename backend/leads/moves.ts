/** What the moves of a lead write beside its state. */
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { firstLeadReasons, type leadMachine } from '#domain/leads/rules.ts';
import type { LeadOutcome } from '#domain/leads/terms.ts';
import { keysOf, type MoveOf } from '#domain/record/machine.ts';
import type { Ctx } from '../lib/work/context.ts';
import { moving, type Fill } from '../lib/records/move.ts';
import { tellsUnreached } from '../lib/records/reasons.ts';
import { nextColumns, noNext } from './hours.ts';
import { readLeadSettings } from './in-force.ts';
import { leadCourse, type LeadRecord } from './records.ts';

type Name = keyof typeof leadMachine.moves;
const ends: Partial<Record<Name, LeadOutcome>> = { win: 'won', won: 'won', lose: 'lost', dismiss: 'invalid' };

/** The day on which a lost lead is taken up again; throws `invalid` when it is not ahead. */
function checkFollowUp({ today }: Ctx, day: string): void {
  if (day <= today || day > addDays(today, 800))
    throw new Failure('invalid', undefined, { fields: { followUpOn: 'Scegliere un giorno da domani a due anni' } });
}

/**
 * Whether the person of a lead that is lost for this reason was spoken with: only a person says why they do not buy. Not
 * where the company's reason says that nobody was reached, nor where nobody answered so often that closing was proposed.
 */
async function wasReached(ctx: Ctx, { unanswered }: LeadRecord, reason: string | null | undefined): Promise<boolean> {
  if (!reason) return false;
  const { mostUnanswered } = await readLeadSettings(ctx);
  return unanswered < mostUnanswered && !(await tellsUnreached(ctx, reason));
}

interface Ending {
  /** When a lost lead is taken up again. */
  followUpOn?: string | null;
  /** The company's reason for which it is lost, where that tells that somebody was reached. */
  reason?: string | null | undefined;
}

/**
 * The columns of a move: a lead that stays open has its next action, one that is closed has none. Throws `invalid` for a
 * day of `followUpOn` that is not ahead.
 */
export async function moveColumns(
  ctx: Ctx,
  record: LeadRecord,
  name: Name,
  { followUpOn = null, reason }: Ending = {},
): Promise<object> {
  const outcome = ends[name];
  if (followUpOn !== null && name === 'lose') checkFollowUp(ctx, followUpOn);
  // To take a lead is to begin with it: who asked still waits for an answer.
  const reached =
    name === 'negotiate' || outcome === 'won' || (name === 'lose' && (await wasReached(ctx, record, reason)));
  const firstAt = record.firstAt ?? (reached ? ctx.now.toISOString() : null);
  if (outcome)
    return { ...noNext, outcome, closedOn: ctx.today, followUpOn: name === 'lose' ? followUpOn : null, firstAt };
  const state = name === 'negotiate' ? 'negotiation' : 'in_progress';
  const next = await nextColumns(ctx, { ...record, state }, { type: 'in_progress', at: null });
  return {
    ...next,
    outcome: null,
    closedOn: null,
    parkedUntil: null,
    followUpOn: null,
    firstAt,
  };
}

const fill =
  (name: Name): Fill<LeadRecord> =>
  async (ctx, record, sent) => {
    const followUpOn = (sent.followUpOn as string | null | undefined) ?? null;
    return {
      columns: await moveColumns(ctx, record, name, { followUpOn, reason: sent.reason }),
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
