/** Stores the turns of a place's day. */
import { sql } from 'kysely';
import { turnsNow, type Turns } from '#domain/accesses/turns.ts';
import type { Ctx } from '../lib/work/context.ts';

/** The turns of a place's day as they are kept. */
export async function readTurns({ db, user, today }: Ctx, locationId: number): Promise<Turns[]> {
  const rows = await db
    .selectFrom('accessTurns')
    .select(['userId', 'turns', 'lastAt', 'seenAt'])
    .where('companyId', '=', user.companyId)
    .where('locationId', '=', locationId)
    .where('day', '=', today)
    .execute();
  return rows.map(({ userId: id, turns, lastAt, seenAt }) => ({
    id,
    turns,
    lastAt: lastAt === null ? null : Date.parse(lastAt),
    seenAt: Date.parse(seenAt),
  }));
}

/** Locks the turns of a place until the transaction ends, so that changes happen one after the other. */
export const lockPlace = ({ db, user }: Ctx, locationId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`visits ${user.companyId} ${locationId}`}, 0))`.execute(db);

/** Records that a visit was given to a seller: who was at work then, and whether it counts as the seller's turn. */
export async function keepTurn(
  ctx: Ctx,
  locationId: number,
  atWork: ReadonlySet<number>,
  { sellerId, isTurn }: { sellerId: number; isTurn: boolean },
): Promise<void> {
  const present = [...new Set([...atWork, sellerId])];
  const turns = turnsNow(present, await readTurns(ctx, locationId));
  const rows = present.map((userId) => {
    const { turns: taken, lastAt } = turns.get(userId)!;
    const isTaker = userId === sellerId;
    return {
      companyId: ctx.user.companyId,
      locationId,
      day: ctx.today,
      userId,
      turns: taken + (isTaker && isTurn ? 1 : 0),
      lastAt: isTaker ? ctx.now : lastAt === null ? null : new Date(lastAt),
      seenAt: ctx.now,
    };
  });
  await ctx.db
    .insertInto('accessTurns')
    .values(rows)
    .onConflict((on) =>
      on.columns(['companyId', 'locationId', 'day', 'userId']).doUpdateSet((eb) => ({
        turns: eb.ref('excluded.turns'),
        lastAt: eb.ref('excluded.lastAt'),
        seenAt: eb.ref('excluded.seenAt'),
      })),
    )
    .execute();
}
