/** Moves that need a second person's approval (table move_requests): the open requests. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Machine, Move } from '#domain/record/machine.ts';
import type { Sent } from '#domain/record/moves.ts';
import type { Ctx } from '../work/context.ts';

interface Versioned {
  id: number;
  version: number;
}

const wantsSeconds = ({ moves }: Machine) => Object.values(moves).some((move) => 'second' in move && move.second);

/** The requests for moves of this version of the record: a later change makes a request void. */
export async function requestsOf({ db, user }: Ctx, machine: Machine, { id: recordId, version }: Versioned) {
  if (!wantsSeconds(machine)) return [];
  const own = { companyId: user.companyId, entity: machine.entity, recordId, version };
  return db
    .selectFrom('moveRequests')
    .select(['move', 'askedBy', 'reason', 'note', sql<Sent>`taken`.as('taken')])
    .where((row) => row.and(own))
    .execute();
}

export const requestOf = async (ctx: Ctx, machine: Machine, record: Versioned, move: string) =>
  (await requestsOf(ctx, machine, record)).find((request) => request.move === move);

/** Deletes the requests of a record that has moved on or is deleted, or only those for one move. */
export async function endRequests({ db, user }: Ctx, machine: Machine, recordId: number, move?: string): Promise<void> {
  if (!wantsSeconds(machine)) return;
  const own = { companyId: user.companyId, entity: machine.entity, recordId, ...(move && { move }) };
  await db
    .deleteFrom('moveRequests')
    .where((row) => row.and(own))
    .execute();
}

/** Asks for a move with what its call takes; requests for older versions are replaced. */
export async function requestMove(
  ctx: Ctx,
  { entity, moves }: Machine,
  { id, version }: Versioned,
  move: string,
  sent: Sent,
): Promise<void> {
  const { reason = null, note } = sent;
  const taken = Object.fromEntries(Object.keys((moves[move] as Move).takes ?? {}).map((key) => [key, sent[key]]));
  const why = { reason, note: note || null, taken: JSON.stringify(taken) };
  const asked = { version, askedBy: ctx.user.id, askedAt: ctx.now, ...why };
  await ctx.db
    .insertInto('moveRequests')
    .values({ companyId: ctx.user.companyId, entity, recordId: id, move, ...asked })
    .onConflict((on) => on.columns(['companyId', 'entity', 'recordId', 'move']).doUpdateSet(asked))
    .execute();
  ctx.audit({ action: `${move}_asked`, entity, entityId: id, before: {}, after: { ...(note && { note }) } });
}

/** Takes the caller's own request back. Throws `conflict` when there is none, `forbidden` when somebody else asked. */
export async function takeBack(ctx: Ctx, machine: Machine, record: Versioned, move: string): Promise<void> {
  const request = await requestOf(ctx, machine, record, move);
  if (!request) throw new Failure('conflict', 'La richiesta non è più aperta.');
  if (request.askedBy !== ctx.user.id) throw new Failure('forbidden', 'La richiesta la ritira chi l’ha fatta.');
  await endRequests(ctx, machine, record.id, move);
  ctx.audit({ action: `${move}_taken_back`, entity: machine.entity, entityId: record.id });
}
