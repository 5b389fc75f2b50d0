/** Who works at a record now, and in which part of it: a row of each person, which counts for seconds. */
import { GONE_SECONDS } from '#domain/record/presence.ts';
import type { Ctx } from '../work/context.ts';

interface Place {
  entity: string;
  recordId: number;
}
/** A record, or all records of an entity. */
type Looked = Pick<Place, 'entity'> & Partial<Place>;

/** Notes where the caller is; `section` null: nowhere, which leaves no row. */
export async function notePlace({ db, user, now }: Ctx, place: Place, section: string | null): Promise<void> {
  const here = { ...place, section: section ?? '', seenAt: now };
  if (section === null)
    await db
      .deleteFrom('presences')
      .where('companyId', '=', user.companyId)
      .where('userId', '=', user.id)
      .where('entity', '=', place.entity)
      .where('recordId', '=', place.recordId)
      .execute();
  else
    await db
      .insertInto('presences')
      .values({ companyId: user.companyId, userId: user.id, ...here })
      .onConflict((row) => row.columns(['companyId', 'userId']).doUpdateSet(here))
      .execute();
}

/** Who else is there, by name; at most twenty. */
export async function othersAt(
  { db, user, now }: Ctx,
  { entity, recordId }: Looked,
): Promise<{ name: string; section: string }[]> {
  return db
    .selectFrom('presences as p')
    .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'p.companyId').onRef('u.id', '=', 'p.userId'))
    .select(['u.name', 'p.section'])
    .where('p.companyId', '=', user.companyId)
    .where('u.companyId', '=', user.companyId)
    .where('p.entity', '=', entity)
    .$if(recordId !== undefined, (one) => one.where('p.recordId', '=', recordId!))
    .where('p.userId', '<>', user.id)
    .where('p.seenAt', '>', new Date(now.getTime() - GONE_SECONDS * 1000).toISOString())
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(20)
    .execute();
}
