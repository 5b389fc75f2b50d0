import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { sumsOf } from '#domain/stock/margin.ts';
import type { Cost } from '#domain/stock/schema.ts';
import { costKinds } from '#domain/stock/terms.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { take } from '../lib/records/move.ts';
import { readOne } from '../lib/records/records.ts';
import { stale } from '../lib/records/stale.ts';
import { usedCars } from './list.ts';
import { usedCourse } from './moves.ts';
import { costColumns, readCosts } from './records.ts';

/** The facts of a line for the activity. */
const factsOf = ({ kind, note, supplier, expected, amount }: Cost) => ({
  cost: [costKinds[kind], note, supplier].filter(Boolean).join(' · '),
  expected,
  amount,
});

/**
 * Reads a line of a car's ledger for a change; throws `not_found`, or `stale` with the line when its version differs.
 */
async function line(ctx: Ctx, { id, costId }: { id: number; costId: number }, version: number): Promise<Cost> {
  await take(ctx, usedCourse, { id, action: 'save' });
  const found = (await readCosts(ctx, id)).find((one) => one.id === costId);
  if (!found) throw new Failure('not_found');
  if (found.version !== version) throw await stale(ctx, usedCarMachine.entity, id, found);
  return found;
}

/** Updates the sums that the car stores. The car's version stays, so nobody who edits the car is disturbed. */
async function note(ctx: Ctx, carId: number, action: string, before: Cost | null, after: Cost | null): Promise<void> {
  const { gross, net } = sumsOf(await readCosts(ctx, carId));
  await sql`update used_cars set costs_gross = ${gross}, costs_net = ${net}
    where company_id = ${ctx.user.companyId} and id = ${carId}`.execute(ctx.db);
  const told = { before: before ? factsOf(before) : {}, after: after ? factsOf(after) : {} };
  ctx.audit({ action, entity: usedCarMachine.entity, entityId: carId, ...told });
}

type Calls = 'GET /stock/used/:id/costs' | 'POST /stock/used/:id/costs';
type LineCalls = 'PUT /stock/used/:id/costs/:costId' | 'DELETE /stock/used/:id/costs/:costId';

export const costVerbs: Pick<Verbs<typeof table>, Calls | LineCalls> = {
  'GET /stock/used/:id/costs': async (ctx, { params }) => {
    await readOne(ctx, usedCars, params.id);
    const rows = await readCosts(ctx, params.id);
    const sum = (of: (one: Cost) => number | null) => rows.reduce((total, one) => total + (of(one) ?? 0), 0);
    return { rows, expected: sum(({ expected, amount }) => expected ?? amount), amount: sum(({ amount }) => amount) };
  },
  'POST /stock/used/:id/costs': async (ctx, { params, body }) => {
    await take(ctx, usedCourse, { id: params.id, action: 'save' });
    const made = await ctx.db
      .insertInto('usedCarCosts')
      .values({ ...body, companyId: ctx.user.companyId, carId: params.id, createdAt: ctx.now, updatedAt: ctx.now })
      .returning(costColumns)
      .executeTakeFirstOrThrow();
    await note(ctx, params.id, 'cost', null, made as Cost);
    return made as Cost;
  },
  'PUT /stock/used/:id/costs/:costId': async (ctx, { params, version, body }) => {
    const before = await line(ctx, params, version);
    const after = await ctx.db
      .updateTable('usedCarCosts')
      .set({ ...body, version: version + 1, updatedAt: ctx.now })
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', params.costId)
      .returning(costColumns)
      .executeTakeFirstOrThrow();
    await note(ctx, params.id, 'cost_changed', before, after as Cost);
    return after as Cost;
  },
  'DELETE /stock/used/:id/costs/:costId': async (ctx, { params, version }) => {
    const before = await line(ctx, params, version);
    await ctx.db
      .deleteFrom('usedCarCosts')
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', params.costId)
      .execute();
    await note(ctx, params.id, 'cost_removed', before, null);
  },
};
