/** Moves that need a second person's approval (table move_requests): the open requests. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Machine } from '#domain/machine.ts';
import type { Why } from '#domain/moves.ts';
import type { Ctx } from './context.ts';

interface Versioned {
  id: number;
  version: number;
}

/** The requests for this version of the record: a later change makes a request void. */
const requestsOf = ({ db, user }: Ctx, { entity }: Pick<Machine, 'entity'>, { id, version }: Versioned) =>
  db
    .selectFrom('moveRequests')
    .select(['move', 'askedBy', 'reason', 'note', sql<Record<string, unknown>>`taken`.as('taken')])
    .where('companyId', '=', user.companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', id)
    .where('version', '=', version)
    .execute();

export const requestOf = async (ctx: Ctx, machine: Machine, record: Versioned, move: string) =>
  (await requestsOf(ctx, machine, record)).find((request) => request.move === move);

const wantsSeconds = (machine: Machine) =>
  Object.values(machine.moves).some((move) => 'second' in move && move.second !== undefined);

/** Who asked for which move, as the machine reads it; empty for a machine without moves that need two people. */
export async function askedOf(ctx: Ctx, machine: Machine, record: Versioned): Promise<Record<string, number>> {
  const rows = wantsSeconds(machine) ? await requestsOf(ctx, machine, record) : [];
  return Object.fromEntries(rows.map(({ move, askedBy }) => [move, askedBy]));
}

/** Deletes the requests of a record that has moved on or is deleted, or only those for one move. */
export async function endRequests({ db, user }: Ctx, machine: Machine, recordId: number, move?: string): Promise<void> {
  if (!wantsSeconds(machine)) return;
  const own = db.deleteFrom('moveRequests').where('companyId', '=', user.companyId);
  const ofRecord = own.where('entity', '=', machine.entity).where('recordId', '=', recordId);
  await (move === undefined ? ofRecord : ofRecord.where('move', '=', move)).execute();
}

/** Asks for a move; requests for older versions are replaced. */
export async function requestMove(
  ctx: Ctx,
  { entity }: Machine,
  { id, version }: Versioned,
  move: string,
  { reason = null, note, taken }: { [K in keyof Why]?: string | null | undefined } & { taken: object },
): Promise<void> {
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
