/** Places with their working time, by which months are told. */
import { hoursOf, type Opening } from '#domain/companies/opening.ts';
import { dayInRome } from '#domain/dates.ts';
import type { WorkingHours } from '#domain/time.ts';
import type { Ctx } from '../lib/work/context.ts';

export interface Place {
  /** Null: what belongs to none. */
  id: number | null;
  name: string | null;
  closedOn: string | null;
  calendar: WorkingHours;
}

/** What belongs to no place, by the usual hours. */
export const nowhere = (): Place => ({ id: null, name: null, closedOn: null, calendar: hoursOf(null) });

/** Every place of the company by name, closed ones too. */
export async function readPlaces({ db, user }: Ctx): Promise<Place[]> {
  const rows = await db
    .selectFrom('locations')
    .select(['id', 'name', 'hours', 'closures', 'openOnHolidays', 'patron', 'archivedAt'])
    .where('companyId', '=', user.companyId)
    .orderBy('name')
    .orderBy('id')
    .$castTo<Opening & { id: number; name: string; archivedAt: string | null }>()
    .execute();
  return rows.map(({ id, name, archivedAt, ...opening }) => ({
    id,
    name,
    closedOn: archivedAt && dayInRome(new Date(archivedAt)),
    calendar: hoursOf(opening),
  }));
}
