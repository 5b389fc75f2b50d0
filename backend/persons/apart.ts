/** A customer who was told apart from a merged one stays told apart from the customer that remains. */
import type { Ctx } from '../lib/work/context.ts';

const pairOf = (id: number, other: number) => ({ oneId: Math.min(id, other), otherId: Math.max(id, other) });

/**
 * Tells the remaining customer apart from those that the merged one was told apart from; returns those for whom this
 * is new.
 */
export async function tellApartToo({ db, user, now }: Ctx, keptId: number, goneId: number): Promise<number[]> {
  const { companyId } = user;
  const said = await db
    .selectFrom('distinctCustomers')
    .select(['oneId', 'otherId', 'userId'])
    .where('companyId', '=', companyId)
    .where((eb) => eb.or([eb('oneId', '=', goneId), eb('otherId', '=', goneId)]))
    .execute();
  const pairs = said.flatMap(({ oneId, otherId, userId }) => {
    const other = oneId === goneId ? otherId : oneId;
    return other === keptId ? [] : [{ companyId, ...pairOf(keptId, other), userId, createdAt: now }];
  });
  if (pairs.length === 0) return [];
  const made = await db
    .insertInto('distinctCustomers')
    .values(pairs)
    .onConflict((on) => on.doNothing())
    .returning(['oneId', 'otherId'])
    .execute();
  return made.map(({ oneId, otherId }) => (oneId === keptId ? otherId : oneId));
}

/** Takes back what a merge said, when it is undone. */
export async function forgetTold({ db, user }: Ctx, keptId: number, others: readonly number[]): Promise<void> {
  for (const other of others) {
    const { oneId, otherId } = pairOf(keptId, other);
    await db
      .deleteFrom('distinctCustomers')
      .where('companyId', '=', user.companyId)
      .where('oneId', '=', oneId)
      .where('otherId', '=', otherId)
      .execute();
  }
}
