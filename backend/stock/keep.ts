import { sql } from 'kysely';
import type { Machine } from '#domain/record/machine.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import type { Ctx } from '../lib/work/context.ts';
import { plain, refuse } from '../lib/records/import-rows.ts';
import { nextNumber } from '../lib/records/counters.ts';
import type { Cells } from '../lib/records/importable.ts';
import { forgetPrices, keepPrices } from './prices.ts';

type Entity = Pick<Machine, 'entity' | 'initial'>;

/** Writes the first row of the state history of cars that were entered or imported. */
export async function beginWays(
  { db, user, now }: Ctx,
  { entity, initial }: Entity,
  table: 'usedCars' | 'newCars',
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select r.id from ${sql.table(table)} r
    where r.company_id = ${user.companyId} and r.id = any(${[...ids]}::bigint[]) and not exists
      (select from state_changes s where s.company_id = ${user.companyId} and s.entity = ${entity} and s.record_id = r.id)`.execute(
    db,
  );
  if (rows.length === 0) return;
  const begun = rows.map(({ id }) => id);
  await sql`insert into state_changes (company_id, entity, record_id, to_state, at, user_id)
    select ${user.companyId}, ${entity}, id, ${initial}, ${now}, ${user.id || null} from unnest(${begun}::bigint[]) id returning id`.execute(
    db,
  );
}

/** Deletes the state history of deleted cars. */
export async function endWays({ db, user }: Ctx, { entity }: Entity, ids: readonly number[]): Promise<void> {
  await sql`delete from state_changes where company_id = ${user.companyId} and entity = ${entity}
    and record_id = any(${[...ids]}::bigint[])`.execute(db);
}

/** Called after cars were written: begins their state history and keeps each changed price. */
export async function keep(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await beginWays(ctx, usedCarMachine, 'usedCars', ids);
  await keepPrices(ctx, 'usedCars', ids);
}

/**
 * Deletes prices and states of cars that an import created by mistake; a car with costs, photos or papers cannot be
 * deleted.
 */
export async function forget(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const { db, user } = ctx;
  const { rows } = await sql<{ id: number }>`select r.id from used_cars r
    where r.company_id = ${user.companyId} and r.id = any(${[...ids]}::bigint[])
      and not exists (select from used_car_costs c where c.company_id = ${user.companyId} and c.car_id = r.id)
      and not exists (select from car_papers p where p.company_id = ${user.companyId} and p.used_car_id = r.id)
      and not exists (select from used_car_photos f where f.company_id = ${user.companyId} and f.car_id = r.id)`.execute(
    db,
  );
  const free = rows.map(({ id }) => id);
  await forgetPrices(ctx, 'usedCars', free);
  await endWays(ctx, usedCarMachine, free);
  return free;
}

/** The next stock number of this year that no car has. */
export async function freeCode(ctx: Ctx, table: 'usedCars' | 'newCars'): Promise<string> {
  for (;;) {
    const code = await nextNumber(ctx, table === 'usedCars' ? 'used_car' : 'new_car');
    const taken = await ctx.db
      .selectFrom(table)
      .select('id')
      .where('companyId', '=', ctx.user.companyId)
      .where('code', '=', code)
      .executeTakeFirst();
    if (!taken) return code;
  }
}

/**
 * Reads the location in a spreadsheet's row; an empty cell leaves the value unchanged. A closed one is only that of a car
 * that is there already.
 */
export async function locationCells({
  db,
  user,
}: Ctx): Promise<(cells: Cells, old: { locationId: number | null } | undefined) => object> {
  const locations = await db
    .selectFrom('locations')
    .select(['id', 'name', 'archivedAt'])
    .where('companyId', '=', user.companyId)
    .execute();
  const { label } = usedCarFields.locationId;
  return (cells, old) => {
    const name = cells(label);
    const found = locations
      .filter(({ id, archivedAt }) => archivedAt === null || id === old?.locationId)
      .find((one) => plain(one.name) === plain(name));
    if (name && !found) refuse(`${label}: «${name}» non trovata`);
    return found ? { locationId: found.id } : {};
  };
}
