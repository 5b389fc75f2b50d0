/** A logged action is taken back while nothing else has happened to its lead, which then stands as before. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { effectOf } from '#domain/leads/actions.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadMachine, TAKE_BACK_MINUTES } from '#domain/leads/rules.ts';
import { actionResults, actionTypes, type ActionResult, type ActionType } from '#domain/leads/terms.ts';
import { isBehind } from '#domain/record/machine.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { carry, take, undoSteps } from '../lib/records/move.ts';
import { leadCourse, type LeadRecord } from './records.ts';

type Table = typeof table;

/** What an action may change of its lead, beside the state. */
const changed = [
  'nextType',
  'nextAt',
  'warnAt',
  'escalateAt',
  'told',
  'parkedUntil',
  'firstAt',
  'unanswered',
  'missed',
  'outcome',
  'closedOn',
  'followUpOn',
] as const;

interface Before {
  state: 'to_handle' | 'in_progress' | 'negotiation';
  stood: Pick<LeadRecord, (typeof changed)[number]>;
  /** The version in which the action left the lead: while it has that, nothing else has happened to it. */
  left: number;
}

/** Keeps how a lead stood before the action that has just been written, so that who logged it may take it back. */
export async function keepBefore(ctx: Ctx, record: LeadRecord, actionId: number): Promise<void> {
  const { version: left } = await leadCourse.find(ctx, record.id);
  const stood = Object.fromEntries(changed.map((key) => [key, record[key]])) as Before['stood'];
  const before: Before = { state: record.state as Before['state'], stood, left };
  await ctx.db
    .updateTable('leadActions')
    .set({ before: sql<string>`${JSON.stringify(before)}::jsonb` })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', actionId)
    .execute();
}

const back = { to_handle: 'undoneToFresh', in_progress: 'undoneToWork', negotiation: 'undoneToTalks' } as const;

/**
 * Takes an action back. Throws `not_found` for one that the lead has not, `forbidden` to whom it is not of, and `conflict`
 * when it is too late or anything else has happened to the lead. What it had planned in a calendar stays there.
 */
export const takeActionBack: VerbOf<Table, 'DELETE /leads/:id/actions/:actionId'> = async (
  ctx,
  { params: { id, actionId }, version },
) => {
  const record = await take(ctx, leadCourse, { id, action: 'takeBack', version });
  const row = await ctx.db
    .selectFrom('leadActions')
    .select(['type', 'result', 'at', 'userId', 'before'])
    .where('companyId', '=', ctx.user.companyId)
    .where('leadId', '=', id)
    .where('id', '=', actionId)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  if (row.userId === null || !isBehind(ctx.user, [row.userId]))
    throw new Failure('forbidden', 'La annulla chi l’ha registrata.');
  const before = row.before as Before | null;
  if (!before || before.left !== record.version || Date.parse(row.at) + TAKE_BACK_MINUTES * 60_000 <= ctx.now.getTime())
    throw new Failure('conflict', 'Nel frattempo il lead è andato avanti: l’azione resta.');
  const { state, stood: columns } = before;
  const said = {
    action: actionTypes[row.type as ActionType],
    result: actionResults[row.result as ActionResult].label,
  };
  const told = { before: said, after: { action: null, result: null } };
  if (state === record.state) await leadCourse.write(ctx, record, columns, { action: 'takeBack', ...told });
  else {
    await carry(ctx, leadCourse, record, back[state], { columns, told });
    const { moves } = effectOf(state, row.type as ActionType, row.result as ActionResult)!;
    await undoSteps(ctx, leadMachine, id, moves.length);
  }
  await ctx.db
    .deleteFrom('leadActions')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', actionId)
    .execute();
  return leadCourse.answer(ctx, id);
};
