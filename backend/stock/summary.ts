import { sql, type RawBuilder } from 'kysely';
import { bandOf, bandsOf, daysOf, isOwned, type Borders } from '#domain/stock/ageing.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { ownedStates } from '#domain/stock/terms.ts';
import type { UsedState } from '#domain/stock/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { filtered } from '../lib/records/list.ts';
import { usedCars, type Filters } from './list.ts';
import { readStockSettings } from './settings.ts';

interface Figures {
  retail: number;
  cost: number;
  price: number;
  photos: number;
  papers: number;
  expiring: number;
  lapsed: number;
  reserved: number;
  margin: number;
}
/** Number of cars in a state that arrived on a day, and what they are offered at. */
interface Came {
  state: UsedState;
  acquiredOn: string | null;
  count: number;
  retail: number;
}

/** The most makes that the home of the stock names. */
const MOST_MAKERS = 12;

/** SQL that counts the list's rows with these filters, so that a figure and the list behind it never differ. */
const count = (ctx: Ctx, filters: Filters): RawBuilder<unknown> =>
  sql`(count(*) filter (where ${filtered(ctx, usedCars, filters)}))::int`;

const sum = (rows: readonly { count: number }[]) => rows.reduce((all, one) => all + one.count, 0);

interface Aged {
  days: number;
  count: number;
  retail: number;
}
/** The number of cars for each number of days in stock. */
const agesOf = (came: readonly Came[], today: string): Aged[] =>
  came.flatMap((one) => {
    const days = daysOf(one, today);
    return days === null ? [] : [{ days, count: one.count, retail: one.retail }];
  });

const averageOf = (aged: readonly Aged[]): number | null =>
  aged.length === 0 ? null : Math.round(aged.reduce((all, one) => all + one.days * one.count, 0) / sum(aged));

/** The number of cars in each age band, and what they are offered at. */
const bandsWith = (aged: readonly Aged[], borders: Borders) =>
  bandsOf(borders).map((band) => {
    const own = aged.filter(({ days }) => bandOf(days, borders) === band.band);
    return { ...band, count: sum(own), retail: own.reduce((all, { retail }) => all + retail, 0) };
  });

const ownOf = (ctx: Ctx, locationId?: number) =>
  sql`r.company_id = ${ctx.user.companyId} and r.archived_at is null ${locationId === undefined ? sql`` : sql`and r.location_id = ${locationId}`}`;

async function cameOf(ctx: Ctx, own = ownOf(ctx)): Promise<Came[]> {
  const { rows } =
    await sql<Came>`select r.state, r.acquired_on, count(*)::int as count, coalesce(sum(r.retail_price), 0) as retail
    from used_cars r
    where ${own} group by r.state, r.acquired_on order by r.state, r.acquired_on`.execute(ctx.db);
  return rows;
}

/** The same figure as on the home, for comparison on the page of a car. */
export const averageDays: VerbOf<typeof table, 'GET /stock/average-days'> = async (ctx) => ({
  averageDays: averageOf(agesOf(await cameOf(ctx), ctx.today)),
});

/** Figures of the cars in stock, read from an index that contains only those (used_cars_figures). */
export const summary: VerbOf<typeof table, 'GET /stock/summary'> = async (ctx, { query }) => {
  const own = ownOf(ctx, query.locationId);
  const owned = sql`r.state = any(${[...ownedStates]}::text[])`;
  const { rows } = await sql<Figures>`select coalesce(sum(r.retail_price) filter (where ${owned}), 0) as retail,
      coalesce(sum(coalesce(r.purchase_cost, 0) + r.costs_gross) filter (where ${owned}), 0) as cost,
      ${count(ctx, { lacks: 'price' })} as price, ${count(ctx, { lacks: 'photos' })} as photos,
      ${count(ctx, { lacks: 'papers' })} as papers, ${count(ctx, { reserved: 'lapsed' })} as lapsed,
      ${count(ctx, { reserved: 'now' })} as reserved, ${count(ctx, { lacks: 'margin' })} as margin,
      ${count(ctx, { lacks: 'expiring' })} as expiring
    from used_cars r where ${own}`.execute(ctx.db);
  const { rows: makers } = await sql<{ name: string; count: number }>`
    select r.maker as name, count(*)::int as count from used_cars r where ${own} group by r.maker
    order by count desc, r.maker limit ${MOST_MAKERS}`.execute(ctx.db);
  const came = await cameOf(ctx, own);
  const ages = agesOf(came, ctx.today);
  const bands = bandsWith(ages, await readStockSettings(ctx));
  const states = [...Map.groupBy(came, ({ state }) => state)].map(([state, some]) => ({ state, count: sum(some) }));
  const { price, photos, papers, lapsed, reserved, margin, expiring, cost, retail } = rows[0]!;
  const seesCosts = holds(ctx, ...costSeenWith);
  const aged = bands.at(-1)!.count;
  return {
    count: sum(came.filter(({ state }) => isOwned(state))),
    averageDays: averageOf(ages),
    bands,
    retail,
    states,
    makers,
    ...(seesCosts && { cost }),
    attention: { aged, price, photos, papers, lapsed, reserved, expiring, ...(seesCosts && { margin }) },
  };
};
