/** Papers of new and used cars, for the stock and for the erasure of a person's data. */
import { sql } from 'kysely';
import type { Ctx } from '../work/context.ts';

/** The table of the cars, and the column of the papers that refers to a car. */
export const paperPlaces = {
  usedCars: { column: 'usedCarId', car: sql.ref('p.used_car_id'), entity: 'used_car' },
  newCars: { column: 'newCarId', car: sql.ref('p.new_car_id'), entity: 'new_car' },
} as const;
export type PaperPlace = keyof typeof paperPlaces;

/**
 * Updates the summary of papers on these cars, which lists show: of each kind of paper the one that is valid longest
 * counts.
 */
export async function sumPapers({ db, user }: Ctx, place: PaperPlace, ids: readonly number[]): Promise<void> {
  const own = sql`p.company_id = ${user.companyId} and ${paperPlaces[place].car} = r.id`;
  await sql`update ${sql.table(place)} r set paper_kinds = array(select distinct p.kind from car_papers p where ${own} order by 1),
      papers_until = (select min(ends) from (select max(p.until) as ends from car_papers p where ${own}
        group by p.kind having bool_and(p.until is not null)) k)
    where r.company_id = ${user.companyId} and r.id = any(${[...ids]}::bigint[])`.execute(db);
}
