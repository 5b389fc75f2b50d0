import type { Ctx } from '../work/context.ts';

/** The location where a user works by default, in which the user's new records begin; null without one. */
export async function defaultLocation(ctx: Pick<Ctx, 'db' | 'user'>, userId: number): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('userLocations')
    .select('locationId')
    .where('companyId', '=', ctx.user.companyId)
    .where('userId', '=', userId)
    .where('isDefault', '=', true)
    .executeTakeFirst();
  return row?.locationId ?? null;
}
