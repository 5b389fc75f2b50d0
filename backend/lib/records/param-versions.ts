/** The version of a group of a company's settings, which are not one record: who changes them takes it first. */
import { Failure } from '#domain/errors.ts';
import type { Ctx } from '../work/context.ts';

/** The version of a group; 1 when nothing was ever set. */
export async function versionOf({ db, user }: Ctx, name: string): Promise<number> {
  const row = await db
    .selectFrom('paramVersions')
    .select('version')
    .where('companyId', '=', user.companyId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.version ?? 1;
}

/** Locks a group for a change and counts its version up; throws `stale` with `current` when the caller saw another one. */
export async function takeVersion(ctx: Ctx, name: string, seen: number, current: () => Promise<object>): Promise<void> {
  const own = { companyId: ctx.user.companyId, name };
  await ctx.db
    .insertInto('paramVersions')
    .values(own)
    .onConflict((on) => on.doNothing())
    .execute();
  const { version } = await ctx.db
    .selectFrom('paramVersions')
    .select('version')
    .where((eb) => eb.and(own))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (version !== seen) throw new Failure('stale', undefined, { current: await current() });
  await ctx.db
    .updateTable('paramVersions')
    .set({ version: version + 1, updatedAt: ctx.now })
    .where((eb) => eb.and(own))
    .execute();
}
