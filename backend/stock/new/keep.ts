import { sql } from 'kysely';
import { newCarMachine } from '#domain/stock/new/rules.ts';
import type { Ctx } from '#backend/lib/context.ts';
import { beginWays, endWays } from '../keep.ts';
import { forgetPrices, keepPrices } from '../prices.ts';

/** Beside cars that were written: where their way begins, and each price that they did not have before. */
export async function keep(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await beginWays(ctx, newCarMachine, 'newCars', ids);
  await keepPrices(ctx, 'newCars', ids);
}

/** Cars that an import made by mistake: their states go along; one that is quoted, has papers or went on as a used car, stays. */
export async function forget(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select r.id from new_cars r
    where r.company_id = ${ctx.user.companyId} and r.id = any(${[...ids]}::bigint[]) and r.state = ${newCarMachine.initial}
      and not exists (select from car_papers p where p.company_id = r.company_id and p.new_car_id = r.id)
      and not exists (select from quotes q where q.company_id = r.company_id and q.new_car_id = r.id)`.execute(ctx.db);
  const free = rows.map(({ id }) => id);
  await forgetPrices(ctx, 'newCars', free);
  await endWays(ctx, newCarMachine, free);
  return free;
}
