/** What is done on a lead: actions with their results, a day to wait for, another assignee (rules.md §21). */
import { Failure } from '#domain/errors.ts';
import { effectOf, reasonedBy } from '#domain/leads/actions.ts';
import type { leads as table } from '#domain/leads/endpoints.ts';
import { leadMachine, parkRefused } from '#domain/leads/rules.ts';
import type { ActionInput } from '#domain/leads/schema.ts';
import type { ActionResult, ActionType } from '#domain/leads/terms.ts';
import type { Why } from '#domain/record/moves.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { allow, carry, take } from '../lib/records/move.ts';
import { checkReason } from '../lib/records/reasons.ts';
import { typedInstant } from '../lib/records/typed-time.ts';
import { nextColumns, parkedColumns } from './hours.ts';
import { moveColumns } from './moves.ts';
import { leadCourse, type LeadRecord } from './records.ts';
import { saidOf } from './said.ts';
import { keepBefore, parkedFrom } from './take-back.ts';

type Table = typeof table;

/** An action with its result. */
export interface Done {
  type: ActionType;
  result: ActionResult;
  note: string;
  /** How a contact came about that nobody logged; absent: somebody did, such as a call. */
  channel?: 'message' | 'visit' | null;
}

/** Keeps an action in the lead's history. */
export const keepAction = (
  ctx: Ctx,
  { id, nextAt }: Pick<LeadRecord, 'id' | 'nextAt'>,
  {
    type,
    result,
    note = '',
    reason = null,
    channel = null,
  }: Pick<Done, 'type' | 'result' | 'channel'> & { note?: string; reason?: number | null },
) =>
  ctx.db
    .insertInto('leadActions')
    .values({
      companyId: ctx.user.companyId,
      leadId: id,
      type,
      result,
      at: ctx.now,
      plannedFor: nextAt,
      userId: ctx.user.id || null,
      note,
      reasonId: reason,
      channel,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

interface Planned {
  type: ActionType;
  at: Date;
}

/** What the caller plans next; throws `invalid` when a lead that stays open has nothing planned, or not ahead. */
function nextOf(ctx: Ctx, { nextType, nextOn, nextTime }: ActionInput): Planned {
  const missing = {
    ...(nextType === null && { nextType: 'Scegliere la prossima azione' }),
    ...(nextOn === null && { nextOn: 'Inserire il giorno della prossima azione' }),
  };
  if (nextType === null || nextOn === null) throw new Failure('invalid', undefined, { fields: missing });
  const at = typedInstant(nextOn, nextTime ?? '09:00', 'nextTime');
  if (nextOn < ctx.today || at.getTime() > ctx.now.getTime() + 400 * 86_400_000)
    throw new Failure('invalid', undefined, { fields: { nextOn: 'Scegliere un giorno da oggi a un anno' } });
  return { type: nextType, at };
}

/** The company's reason, where the action wants one. */
async function whyOf(ctx: Ctx, effect: Effect, { reason, note }: ActionInput): Promise<Partial<Why>> {
  const asking = reasonedBy(effect);
  if (!asking) return {};
  const why = { reason: reason === null ? '' : String(reason), note };
  await checkReason(ctx, leadMachine, asking, why);
  return why;
}

type Effect = NonNullable<ReturnType<typeof effectOf>>;

/**
 * Writes an action and where it leads by the machine's own moves, which a person has to be allowed. `next`: what comes after
 * it on a lead that stays open. Returns the id of the action.
 */
export async function carryOut(
  ctx: Ctx,
  given: LeadRecord,
  { type, result, note, channel = null }: Done,
  {
    effect,
    next,
    why,
    followUpOn = null,
    byPerson,
  }: { effect: Effect; next: Planned | null; why: Partial<Why>; followUpOn?: string | null; byPerson: boolean },
): Promise<number> {
  let record = given;
  const { id: actionId } = await keepAction(ctx, record, {
    type,
    result,
    note,
    reason: why.reason ? Number(why.reason) : null,
    channel,
  });
  const said = {
    ...(await saidOf(ctx, { type, result })),
    ...(note && { note }),
    ...(followUpOn && { followUpOn }),
  };
  if (effect.moves.length === 0)
    ctx.audit({ action: 'log', entity: leadMachine.entity, entityId: record.id, before: {}, after: said });
  for (const name of effect.moves) {
    if (byPerson) allow(ctx, leadMachine, record, name);
    const isLast = name === effect.moves.at(-1);
    // Who is told not to be one for us, or to be called off, may never have been spoken with.
    const reason = result === 'failed' ? why.reason : undefined;
    const columns = await moveColumns(ctx, record, name, { followUpOn, reason });
    await carry(ctx, leadCourse, record, name, {
      columns,
      ...(isLast && { ...why, told: { before: {}, after: said } }),
    });
    record = await leadCourse.find(ctx, record.id);
  }
  // Who did not answer or come was not reached; what the customer moves or calls off is no answer of the company's.
  const isAnswer = byPerson ? !(effect.planned || effect.unanswered || effect.missed) : result === 'success';
  if (record.state !== 'closed' && next)
    await leadCourse.write(ctx, record, {
      ...(await nextColumns(ctx, { ...record, state: record.state }, next)),
      parkedUntil: null,
      firstAt: record.firstAt ?? (isAnswer ? ctx.now.toISOString() : null),
      unanswered: effect.unanswered ? record.unanswered + 1 : 0,
      missed: record.missed + (effect.missed ? 1 : 0),
    });
  return actionId;
}

/** Logs an action; its result leads the lead on. */
export const logAction: VerbOf<Table, 'POST /leads/:id/actions'> = async (ctx, { params, version, body }) => {
  const record = await take(ctx, leadCourse, { id: params.id, action: 'log', version });
  const effect = effectOf(record.state, body.type, body.result);
  if (!effect)
    throw new Failure('invalid', undefined, { fields: { result: 'Questo esito non vale per questa azione' } });
  const ends = effect.moves.some((name) => leadMachine.moves[name].to === 'closed');
  const next = ends ? null : nextOf(ctx, body);
  const why = await whyOf(ctx, effect, body);
  const { followUpOn } = body;
  const actionId = await carryOut(ctx, record, body, { effect, next, why, followUpOn, byPerson: true });
  await keepBefore(ctx, record, actionId);
  return leadCourse.answer(ctx, record.id);
};

/** Puts a lead off: until that day nothing is due. */
export const park: VerbOf<Table, 'POST /leads/:id/park'> = async (ctx, { params, version, body: { until } }) => {
  const record = await take(ctx, leadCourse, { id: params.id, action: 'park', version });
  const refused = parkRefused(until, ctx.today);
  if (refused) throw new Failure('invalid', undefined, { fields: { until: refused } });
  if (record.state === 'closed') return leadCourse.answer(ctx, record.id);
  const { state } = record;
  await leadCourse.write(
    ctx,
    record,
    {
      ...(await parkedColumns(ctx, { ...record, state }, until, record.nextType ?? 'follow_up')),
      parkedBefore: parkedFrom(ctx, record),
    },
    { action: 'park', before: { parkedUntil: record.parkedUntil }, after: { parkedUntil: until } },
  );
  return leadCourse.answer(ctx, record.id);
};
