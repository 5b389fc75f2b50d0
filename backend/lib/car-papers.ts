/** Papers of cars, new and used, as the stock and the erasure of a person change them. */
import { sql } from 'kysely';
import type { Ctx } from './context.ts';

/** Whose papers: the table of the cars, and the column that holds the car. */
export const paperPlaces = {
  usedCars: { column: 'usedCarId', car: sql.ref('p.used_car_id'), entity: 'used_car' },
  newCars: { column: 'newCarId', car: sql.ref('p.new_car_id'), entity: 'new_car' },
} as const;
export type PaperPlace = keyof typeof paperPlaces;

/** What lists say of the papers of these cars follows them: of each kind the one that holds longest counts. */
export async function sumPapers({ db, user }: Ctx, place: PaperPlace, ids: readonly number[]): Promise<void> {
  const own = sql`p.company_id = ${user.companyId} and p.company_id = r.company_id and ${paperPlaces[place].car} = r.id`;
  await sql`update ${sql.table(place)} r set paper_kinds = array(select distinct p.kind from car_papers p where ${own} order by 1),
      papers_until = (select min(ends) from (select max(p.until) as ends from car_papers p where ${own}
        group by p.kind having bool_and(p.until is not null)) k)
    where r.company_id = ${user.companyId} and r.id = any(${[...ids]}::bigint[])`.execute(db);
}
