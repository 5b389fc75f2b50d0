import type { Ctx } from './context.ts';

/** Where a user of the company works unless told otherwise: what they make begins there. Null without a location. */
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
