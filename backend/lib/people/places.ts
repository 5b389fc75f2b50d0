import { hoursOf, type Opening } from '#domain/companies/opening.ts';
import type { WorkingHours } from '#domain/time.ts';
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

/** The names of all places of the company by their numbers, also of closed ones. */
export async function placeNames({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<ReadonlyMap<number, string>> {
  const places = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .execute();
  return new Map(places.map(({ id, name }) => [id, name]));
}

/** The working time of a location. */
export async function readHours(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  locationId: number | null,
): Promise<WorkingHours> {
  if (locationId === null) return hoursOf(null);
  const row = await db
    .selectFrom('locations')
    .select(['hours', 'closures', 'openOnHolidays', 'patron'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', locationId)
    .executeTakeFirst();
  return hoursOf((row as Opening | undefined) ?? null);
}
