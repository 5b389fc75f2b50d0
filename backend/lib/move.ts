import { Failure } from '#domain/errors.ts';
import {
  movesOf,
  refusalOf,
  type ActionOf,
  type FactsOf,
  type Machine,
  type Move,
  type MoveOf,
} from '#domain/machine.ts';
import type { Why } from '#domain/moves.ts';
import type { Ctx } from './context.ts';
import { checkReason } from './reasons.ts';
import { endRequests, requestMove, requestOf } from './seconds.ts';
import { stale } from './stale.ts';

interface Stateful {
  id: number;
  version: number;
  state: string;
}

/** How an area keeps the records of its machine. */
export interface Kept<M extends Machine, R extends Stateful, A> {
  machine: M;
  /** Locked until the transaction ends. Throws `not_found`, or `forbidden` where the caller may not see it. */
  lock(ctx: Ctx, id: number): Promise<R>;
  /** Changes columns of a locked record and gives it the next version. */
  write(ctx: Ctx, record: R, columns: object): Promise<void>;
  /** The record as calls answer it, as it stands now. */
  answer(ctx: Ctx, id: number): Promise<A>;
  /** Somebody asked for a move that wants a second person: who may say yes hears of it. */
  asked?(ctx: Ctx, record: R, move: string): Promise<void>;
}

type Facts = { [field: string]: unknown };

/** What a move writes beside the state. */
export interface Filled {
  columns?: object;
  /** For the audit: what else changed; without `before` the record as it is from now on. */
  told?: { before?: Facts; after: Facts };
}
/** What came with the move: why, and what its area's call takes beside. */
type Sent = Partial<Why> & { [key: string]: unknown };
export type Fill<R> = (ctx: Ctx, record: R, sent: Sent) => Promise<Filled> | Filled;

/**
 * The record, locked, for one action of its machine. Throws `stale` with the record when the caller saw another version, `conflict`
 * where the state does not allow it, `forbidden` where only the caller may not.
 */
export async function take<M extends Machine, R extends Stateful, A>(
  ctx: Ctx,
  { machine, lock, answer }: Kept<M, R, A>,
  { id, action, version }: { id: number; action: ActionOf<M>; version?: number },
): Promise<R> {
  const record = await lock(ctx, id);
  if (version !== undefined && record.version !== version)
    throw await stale(ctx, machine.entity, id, await answer(ctx, id));
  allow(ctx, machine, record, action);
  return record;
}

/** Throws `conflict` where the state or a guard of the record is against the action, with all that is missing, `forbidden` where only the caller is. */
export function allow<M extends Machine>(ctx: Ctx, machine: M, record: FactsOf<M>, action: ActionOf<M>): void {
  const refusal = refusalOf(machine, record, { ...ctx.user, today: ctx.today }, action);
  if (refusal?.code === 'conflict') {
    const { message, missing } = refusal;
    throw new Failure('conflict', message, missing && { missing });
  }
  if (refusal) throw new Failure('forbidden');
}

/** One row of a record's way through its states; stored states only, so a lost quote that had expired leaves from `issued`. */
export async function tell(
  ctx: Ctx,
  { entity }: Machine,
  recordId: number,
  { from, to, reason, note }: { from: string | null; to: string } & Partial<Why>,
): Promise<void> {
  const row = { companyId: ctx.user.companyId, entity, recordId, fromState: from, toState: to, at: ctx.now };
  await ctx.db
    .insertInto('stateChanges')
    .values({ ...row, userId: ctx.user.id || null, reason: reason ?? null, note: note || null })
    .execute();
}

/** A record begins in the first state of its machine. */
export const begin = (ctx: Ctx, machine: Machine, id: number): Promise<void> =>
  tell(ctx, machine, id, { from: null, to: machine.initial });

/** A record is deleted for good, and so is its way. */
export async function forgetStates(ctx: Ctx, machine: Machine, id: number): Promise<void> {
  await endRequests(ctx, machine, id);
  await ctx.db
    .deleteFrom('stateChanges')
    .where('companyId', '=', ctx.user.companyId)
    .where('entity', '=', machine.entity)
    .where('recordId', '=', id)
    .execute();
}

type Input = { params: { id: number }; version: number; body: unknown };
/** The verbs of a machine's moves, by the names of their calls. */
type Moving<M extends Machine, A> = {
  [K in MoveOf<M> as `POST ${M['path']}/:id/${K}`]: (ctx: Ctx, input: Input) => Promise<A>;
};

/**
 * Brings a locked record into another state: writes it with what is `filled`, the row of its way and the audit, and tells the other
 * areas. For moves that another area's event makes, too: whether the state allows it is the caller's to ask.
 */
export async function carry<M extends Machine, R extends Stateful, A>(
  ctx: Ctx,
  { machine, write }: Kept<M, R, A>,
  record: R,
  name: keyof M['moves'] & string,
  { columns, told = { before: {}, after: {} }, reason, note }: Filled & Partial<Why> = {},
): Promise<void> {
  const { entity } = machine;
  const { to } = machine.moves[name]!;
  await write(ctx, record, { state: to, ...columns });
  await tell(ctx, machine, record.id, { from: record.state, to, ...(reason && { reason }), note });
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
 * A verb for each move of the machine: takes the record, writes the new state with what `fills` adds, the row of its way and the
 * audit, and answers the record. `fills` may refuse with `invalid` what the machine cannot see.
 */
export function moving<M extends Machine, R extends Stateful, A>(
  kept: Kept<M, R, A>,
  fills: { [K in MoveOf<M>]?: Fill<R> },
): Moving<M, A> {
  const { machine } = kept;
  const verb =
    (name: MoveOf<M>) =>
    async (ctx: Ctx, { params, version, body }: Input) => {
      const record = await take(ctx, kept, { id: params.id, action: name, version });
      const sent = (body ?? {}) as Sent;
      const { reason, note } = sent;
      const { ownReasons, second } = machine.moves[name] as Move;
      if (ownReasons) await checkReason(ctx, machine, name, { reason: reason ?? '', note });
      const before = second && (await requestOf(ctx, machine, record, name));
      if (second && !before) {
        await requestMove(ctx, machine, record, name, { ...(reason && { reason }), note });
        await kept.asked?.(ctx, record, name);
        return kept.answer(ctx, record.id);
      }
      const filled = await fills[name]?.(ctx, record, sent);
      // Why is what the first one said, unless the second one says it otherwise.
      const why = { ...(before?.reason && { reason: before.reason }), note: note ?? before?.note ?? undefined };
      await carry(ctx, kept, record, name, { ...filled, ...why, ...(reason && { reason }) });
      return kept.answer(ctx, record.id);
    };
  const names = movesOf(machine);
  return Object.fromEntries(names.map((name) => [`POST ${machine.path}/:id/${name}`, verb(name)])) as Moving<M, A>;
}
