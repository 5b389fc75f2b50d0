import { sql, type RawBuilder } from 'kysely';
import { bandsOf } from '#domain/stock/ageing.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { ownedStates } from '#domain/stock/terms.ts';
import type { UsedState } from '#domain/stock/terms.ts';
import type { VerbOf } from '../lib/bind.ts';
import { holds, type Ctx } from '../lib/context.ts';
import { filtered } from '../lib/list.ts';
import { usedCars, type Filters } from './list.ts';
import { readStockSettings } from './settings.ts';

interface Figures {
  count: number;
  retail: number;
  cost: number;
  averageDays: number | null;
  bands: number[];
  aged: number;
  price: number;
  photos: number;
  papers: number;
  expiring: number;
  lapsed: number;
  reserved: number;
  margin: number;
}

/** Makes that the home names. */
const MOST_MAKERS = 12;

/** How many cars the list would show with these filters: a tile and the list behind it never differ. */
const count = (ctx: Ctx, filters: Filters): RawBuilder<unknown> =>
  sql`(count(*) filter (where ${filtered(ctx, usedCars, filters)}))::int`;

/** The stock in figures, by one walk over the cars that have not left it. */
export const summary: VerbOf<typeof table, 'GET /stock/summary'> = async (ctx) => {
  const own = sql`r.company_id = ${ctx.user.companyId} and r.archived_at is null`;
  const owned = sql`r.state = any(${[...ownedStates]}::text[])`;
  const bands = bandsOf(await readStockSettings(ctx));
  const { rows } = await sql<Figures>`select (count(*) filter (where ${owned}))::int as count,
      coalesce(sum(r.retail_price) filter (where ${owned}), 0) as retail,
      coalesce(sum(coalesce(r.purchase_cost, 0) + r.costs_gross) filter (where ${owned}), 0) as cost,
      round(avg(${ctx.today}::date - r.acquired_on) filter (where ${owned}))::int as average_days,
      array[${sql.join(bands.map(({ band }) => count(ctx, { band: [band] })))}] as bands,
      ${count(ctx, { band: ['aged'] })} as aged, ${count(ctx, { lacks: 'price' })} as price,
      ${count(ctx, { lacks: 'photos' })} as photos, ${count(ctx, { lacks: 'papers' })} as papers, ${count(ctx, { reserved: 'lapsed' })} as lapsed,
      ${count(ctx, { reserved: 'now' })} as reserved, ${count(ctx, { lacks: 'margin' })} as margin,
      ${count(ctx, { lacks: 'expiring' })} as expiring
    from used_cars r where ${own}`.execute(ctx.db);
  const { rows: makers } = await sql<{ name: string; count: number }>`
    select r.maker as name, count(*)::int as count from used_cars r where ${own} group by r.maker
    order by count desc, r.maker limit ${MOST_MAKERS}`.execute(ctx.db);
  const { rows: states } = await sql<{ state: UsedState; count: number }>`
    select r.state, count(*)::int as count from used_cars r where ${own} group by r.state`.execute(ctx.db);
  const { aged, price, photos, papers, lapsed, reserved, margin, expiring, cost, bands: counts, ...figures } = rows[0]!;
  const seesCosts = holds(ctx, ...costSeenWith);
  return {
    ...figures,
    ...(seesCosts && { cost }),
    bands: bands.map((band, index) => ({ ...band, count: counts[index]! })),
    states,
    makers,
    attention: { aged, price, photos, papers, lapsed, reserved, expiring, ...(seesCosts && { margin }) },
  };
};
