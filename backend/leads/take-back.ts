/** A logged action is taken back while nothing else has happened to its lead, which then stands as before. */
import { Failure } from '#domain/errors.ts';
import { effectOf } from '#domain/leads/actions.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadMachine, TAKE_BACK_MINUTES } from '#domain/leads/rules.ts';
import type { ActionResult, ActionType } from '#domain/leads/terms.ts';
import { isBehind } from '#domain/record/machine.ts';
import { jsonb } from '../db/jsonb.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { carry, take, undoSteps } from '../lib/records/move.ts';
import { leadCourse, type LeadRecord } from './records.ts';
import { saidOf } from './said.ts';

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

type Stood = Pick<LeadRecord, (typeof changed)[number]>;
const stoodAs = (record: LeadRecord) => Object.fromEntries(changed.map((key) => [key, record[key]])) as Stood;

interface Before {
  state: 'to_handle' | 'in_progress' | 'negotiation';
  stood: Stood;
  /** The version in which the action left the lead: while it has that, nothing else has happened to it. */
  left: number;
}

/** Keeps how a lead stood before the action that has just been written, so that who logged it may take it back. */
export async function keepBefore(ctx: Ctx, record: LeadRecord, actionId: number): Promise<void> {
  const { version: left } = await leadCourse.find(ctx, record.id);
  const before: Before = { state: record.state as Before['state'], stood: stoodAs(record), left };
  await ctx.db
    .updateTable('leadActions')
    .set({ before: jsonb(before) })
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
  const said = await saidOf(ctx, { type: row.type as ActionType, result: row.result as ActionResult });
  const told = { before: said, after: Object.fromEntries(Object.keys(said).map((key) => [key, null])) };
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

/** How a lead stood before it was put off, who did that and when. */
interface Parked {
  stood: Stood;
  by: number;
  at: string;
  /** The version in which it was left. */
  left: number;
}

/** What a lead that is put off keeps of how it stood, as its column. */
export const parkedFrom = ({ user, now }: Ctx, record: LeadRecord): string => {
  const before: Parked = { stood: stoodAs(record), by: user.id, at: now.toISOString(), left: record.version + 1 };
  return JSON.stringify(before);
};

/** Takes a putting off back. Throws `forbidden` to another person and `conflict` when it is too late or the lead has gone on. */
export const takeParkBack: VerbOf<Table, 'DELETE /leads/:id/park'> = async (ctx, { params: { id }, version }) => {
  const record = await take(ctx, leadCourse, { id, action: 'takeBack', version });
  const before = record.parkedBefore as Parked | null;
  if (before && !isBehind(ctx.user, [before.by])) throw new Failure('forbidden', 'Lo annulla chi l’ha rinviato.');
  if (before?.left !== record.version || Date.parse(before.at) + TAKE_BACK_MINUTES * 60_000 <= ctx.now.getTime())
    throw new Failure('conflict', 'Nel frattempo il lead è andato avanti: il rinvio resta.');
  await leadCourse.write(
    ctx,
    record,
    { ...before.stood, parkedBefore: null },
    {
      action: 'takeBack',
      before: { parkedUntil: record.parkedUntil },
      after: { parkedUntil: before.stood.parkedUntil },
    },
  );
  return leadCourse.answer(ctx, id);
};
