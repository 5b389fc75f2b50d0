import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import {
  movesOf,
  refusalOf,
  targetOf,
  type ActionOf,
  type FactsOf,
  type Machine,
  type Move,
  type MoveOf,
  type SecondOf,
} from '#domain/record/machine.ts';
import type { Noted, Sent } from '#domain/record/moves.ts';
import type { Facts } from './audit.ts';
import type { Ctx } from '../work/context.ts';
import { checkReason } from './reasons.ts';
import { endRequests, requestMove, requestOf, takeBack } from './seconds.ts';
import { stale } from './stale.ts';

/** The columns that every record with a course has, beside company_id and updated_at. */
export interface CourseRow {
  id: number;
  version: number;
  state: string;
}

/** How an area stores the records of its machine. */
export interface Kept<M extends Machine, R extends CourseRow, A> {
  machine: M;
  /**
   * Reads a record and locks it until the transaction ends. Throws `not_found`, or `forbidden` when the caller may not
   * see it.
   */
  lock(ctx: Ctx, id: number): Promise<R>;
  /** Changes columns of a locked record and raises its version. */
  write(ctx: Ctx, record: R, columns: object): Promise<unknown>;
  /** The current record as calls answer it. */
  answer(ctx: Ctx, id: number, derived?: object): Promise<A>;
}

/** What a move writes beside the state. */
export interface Filled {
  columns?: object;
  /** Further changes for the audit; without `before`, `after` is the whole record. */
  told?: { before?: Facts; after: Facts };
}
export type Fill<R> = (ctx: Ctx, record: R, sent: Sent) => Promise<Filled> | Filled;

/**
 * Reads and locks the record for one action of its machine, or for what the caller checks itself. Throws `stale` with the
 * record when the caller saw another version, `conflict` when the state does not allow the action, `forbidden` when only
 * the caller may not do it.
 */
export async function take<M extends Machine, R extends CourseRow, A>(
  ctx: Ctx,
  { machine, lock, answer }: Kept<M, R, A>,
  { id, action, version }: { id: number; action?: ActionOf<M>; version?: number | undefined },
): Promise<R> {
  const record = await lock(ctx, id);
  if (version !== undefined && record.version !== version)
    throw await stale(ctx, machine.entity, id, await answer(ctx, id));
  if (action) allow(ctx, machine, record, action);
  return record;
}

/**
 * Throws `conflict` when the state or a guard of the record forbids the action, with everything that is missing;
 * `forbidden` when only the caller may not do it.
 */
export function allow<M extends Machine>(ctx: Ctx, machine: M, record: FactsOf<M>, action: ActionOf<M>): void {
  const refusal = refusalOf(machine, record, { ...ctx.user, today: ctx.today }, action);
  if (!refusal) return;
  const { code, message, missing } = refusal;
  throw new Failure(code, message, missing && { missing });
}

/**
 * Writes one state change to the history of a record, or of several; without one, the first state of new records. It
 * uses stored states only: an expired quote that is lost leaves from `issued`.
 */
export async function tell(
  ctx: Ctx,
  { entity, initial }: Machine,
  ids: number | readonly number[],
  { from, to, reason, note }: Noted & { from: string | null; to: string } = { from: null, to: initial },
): Promise<void> {
  const { companyId, id: userId } = ctx.user;
  const why = { userId: userId || null, reason: reason ?? null, note: note || null };
  const row = { companyId, entity, fromState: from, toState: to, at: ctx.now, ...why };
  await ctx.db
    .insertInto('stateChanges')
    .values([ids].flat().map((recordId) => ({ ...row, recordId })))
    .execute();
  if (from === null) await ctx.emit('record.began', { entity, ids: [ids].flat() });
}

/**
 * Marks the last steps of a record as taken back, with the one that took them back: they stay in its history, and no
 * figure counts them.
 */
export async function undoSteps(ctx: Ctx, { entity }: Machine, recordId: number, steps: number): Promise<void> {
  const own = sql`company_id = ${ctx.user.companyId} and entity = ${entity} and record_id = ${recordId}`;
  await sql`update state_changes set undone = true where ${own}
    and id in (select id from state_changes where ${own} order by id desc limit ${steps + 1})`.execute(ctx.db);
  await ctx.emit('record.undone', { entity, id: recordId });
}

/** Deletes the state history and the comments of a record that is deleted for good. */
export async function forgetStates(ctx: Ctx, machine: Machine, recordId: number): Promise<void> {
  await endRequests(ctx, machine, recordId);
  const own = { companyId: ctx.user.companyId, entity: machine.entity, recordId };
  for (const table of ['comments', 'stateChanges'] as const)
    await ctx.db
      .deleteFrom(table)
      .where((row) => row.and(own))
      .execute();
}

/** What a call on one record brings; the version is the one that the caller saw. */
export interface Input<Body = unknown> {
  params: { id: number };
  version: number;
  body: Body;
}
/** The verbs of a machine's moves, by the names of their calls. */
type Moving<M extends Machine, A> = {
  [K in MoveOf<M> as `POST ${M['path']}/:id/${K}`]: (ctx: Ctx, input: Input) => Promise<A>;
} & {
  [K in SecondOf<M> as `DELETE ${M['path']}/:id/${K}`]: (ctx: Ctx, input: Omit<Input, 'body'>) => Promise<A>;
};

/**
 * Moves a locked record to another state: writes it with the columns in `filled`, the row of its history and the audit,
 * and tells other areas. It also serves moves caused by another area's event. The caller checks beforehand that the
 * state allows the move.
 */
export async function carry<M extends Machine, R extends CourseRow, A>(
  ctx: Ctx,
  { machine, write }: Kept<M, R, A>,
  record: R,
  name: keyof M['moves'] & string,
  { columns, told = { before: {}, after: {} }, reason, note }: Filled & Noted = {},
): Promise<void> {
  const { entity } = machine;
  const to = targetOf(machine.moves[name]!, record);
  await write(ctx, record, { state: to, ...columns });
  await tell(ctx, machine, record.id, { from: record.state, to, reason, note });
  ctx.audit({
    action: name,
    entity,
    entityId: record.id,
    before: told.before && { state: record.state, ...told.before },
    after: { state: to, ...told.after, ...(note && { note }) },
  });
  await endRequests(ctx, machine, record.id);
  await ctx.emit('record.moved', { entity, id: record.id, move: name, from: record.state, to });
}

/**
 * Throws `invalid` when who asks gives no valid reason for a move that needs one, or what the move takes does not fit
 * the record. Who approves what somebody else asked gives nothing more.
 */
async function checkSent(ctx: Ctx, machine: Machine, name: string, record: CourseRow, sent: Sent): Promise<void> {
  const { reasons, ownReasons, wrong } = machine.moves[name] as Move;
  if (ownReasons) await checkReason(ctx, machine, name, sent);
  const fields = reasons && !sent.reason ? { reason: 'Scegliere il motivo' } : (wrong?.(record, sent) ?? {});
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

/**
 * A verb for each move of the machine: it takes the record, writes the new state with the columns from `fills`, the row
 * of its history and the audit, and answers the record. `fills` may throw `invalid` for whatever the machine cannot
 * check. A move that needs a second person also has the verb with which the first one takes the request back; `asked`
 * tells those who may approve it.
 */
export function moving<M extends Machine, R extends CourseRow, A>(
  kept: Kept<M, R, A>,
  fills: { [K in MoveOf<M>]?: Fill<R> },
  asked?: (ctx: Ctx, record: R, move: MoveOf<M>) => Promise<void>,
): Moving<M, A> {
  const { machine } = kept;
  const verb =
    (name: MoveOf<M>) =>
    async (ctx: Ctx, { params, version, body }: Input) => {
      const record = await take(ctx, kept, { id: params.id, action: name, version });
      const own = (body ?? {}) as Sent;
      const { second } = machine.moves[name] as Move;
      const first = second && (await requestOf(ctx, machine, record, name));
      if (!first) await checkSent(ctx, machine, name, record, own);
      if (second && !first) {
        await requestMove(ctx, machine, record, name, own);
        await asked?.(ctx, record, name);
        return kept.answer(ctx, record.id);
      }
      // Reason and what the move takes are of who asked; what the second person notes stands after the first one's note.
      const note = [first?.note, own.note].filter(Boolean).join(' — ');
      const sent = first ? { ...first.taken, reason: first.reason, note } : own;
      const filled = await fills[name]?.(ctx, record, sent);
      await carry(ctx, kept, record, name, { ...filled, reason: sent.reason, note: sent.note });
      return kept.answer(ctx, record.id);
    };
  const back =
    (name: MoveOf<M>) =>
    async (ctx: Ctx, { params, version }: Omit<Input, 'body'>) => {
      const record = await take(ctx, kept, { id: params.id, version });
      await takeBack(ctx, machine, record, name);
      return kept.answer(ctx, record.id);
    };
  const verbs = movesOf(machine).flatMap((name) => {
    const path = `${machine.path}/:id/${name}`;
    const { second } = machine.moves[name] as Move;
    return [[`POST ${path}`, verb(name)], ...(second ? [[`DELETE ${path}`, back(name)]] : [])];
  });
  return Object.fromEntries(verbs) as Moving<M, A>;
}
