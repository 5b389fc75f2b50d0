/** Keeps what a write changes of months that are over, so that each says what was entered after its end. */
import { changesOf, type CountedContract } from '#domain/contracts/changes.ts';
import type { Ctx } from '../lib/work/context.ts';

const columns = [
  'signedOn',
  'approvedOn',
  'billedOn',
  'registeredOn',
  'deliveredOn',
  'canceledAt',
  'withdrawnAt',
  'total',
  'marginSecond',
  'sellerId',
] as const satisfies (keyof CountedContract)[];

/** Whether a write of these columns can change what a month has counted. */
export const isCounted = (written: object): boolean => columns.some((column) => column in written);

async function counted({ db, user }: Ctx, ids: readonly number[]): Promise<Map<number, CountedContract>> {
  const rows = await db
    .selectFrom('contracts')
    .select(['id', ...columns])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, ...contract }) => [id, contract]));
}

/** Writes locked contracts and keeps what it changes of months that are over, with who asked for it. */
export async function noting<T>(ctx: Ctx, ids: readonly number[], write: () => Promise<T>): Promise<T> {
  const before = await counted(ctx, ids);
  const written = await write();
  const after = await counted(ctx, ids);
  const own = { companyId: ctx.user.companyId, at: ctx.now, userId: ctx.user.id || null };
  const changes = [...before].flatMap(([contractId, was]) =>
    changesOf(was, after.get(contractId)!, ctx.today).map((change) => ({ ...own, contractId, ...change })),
  );
  if (changes.length > 0) await ctx.db.insertInto('contractChanges').values(changes).execute();
  return written;
}
