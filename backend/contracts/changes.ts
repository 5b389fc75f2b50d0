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
  'total',
  'marginSecond',
] as const satisfies (keyof CountedContract)[];

/** Whether a write of these columns can change what a month has counted. */
export const isCounted = (written: object): boolean => columns.some((column) => column in written);

const counted = ({ db, user }: Ctx, id: number): Promise<CountedContract> =>
  db
    .selectFrom('contracts')
    .select(columns)
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Writes a locked contract and keeps what it changes of months that are over, with who asked for it. */
export async function noting<T>(ctx: Ctx, contractId: number, write: () => Promise<T>): Promise<T> {
  const before = await counted(ctx, contractId);
  const written = await write();
  const changes = changesOf(before, await counted(ctx, contractId), ctx.today);
  if (changes.length === 0) return written;
  const own = { companyId: ctx.user.companyId, contractId, at: ctx.now, userId: ctx.user.id || null };
  await ctx.db
    .insertInto('contractChanges')
    .values(changes.map((change) => ({ ...own, ...change })))
    .execute();
  return written;
}
