import { sql, type RawBuilder } from 'kysely';
import { bandsOf } from '#domain/stock/ageing.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import type { NewState } from '#domain/stock/new/terms.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import type { VerbOf } from '#backend/lib/bind.ts';
import { holds, type Ctx } from '#backend/lib/context.ts';
import { filtered } from '#backend/lib/list.ts';
import { readStockSettings } from '../settings.ts';
import { newCars, type NewFilters } from './list.ts';

interface Figures {
  count: number;
  value: number;
  cost: number;
  averageDays: number | null;
  bands: number[];
  late: number;
  aged: number;
  price: number;
  papers: number;
  expiring: number;
  lapsed: number;
  reserved: number;
}

/** How many cars the list would show with these filters: a tile and the list behind it never differ. */
const count = (ctx: Ctx, filters: NewFilters): RawBuilder<unknown> =>
  sql`(count(*) filter (where ${filtered(ctx, newCars, filters)}))::int`;

/** The new cars in figures, by one walk over those that have not left the stock. */
export const newSummary: VerbOf<typeof table, 'GET /stock/new/summary'> = async (ctx) => {
  const own = sql`r.company_id = ${ctx.user.companyId} and r.archived_at is null`;
  const here = sql`r.state = 'in_stock'`;
  const bands = bandsOf(await readStockSettings(ctx));
  const { rows } = await sql<Figures>`select (count(*) filter (where ${here}))::int as count,
      coalesce(sum(r.price) filter (where ${here}), 0) as value,
      coalesce(sum(coalesce(r.purchase_cost, 0) + coalesce(r.other_costs, 0)) filter (where ${here}), 0) as cost,
      round(avg(${ctx.today}::date - r.arrived_on) filter (where ${here}))::int as average_days,
      array[${sql.join(bands.map(({ band }) => count(ctx, { band: [band] })))}] as bands,
      ${count(ctx, { lacks: 'arrival' })} as late, ${count(ctx, { band: ['aged'] })} as aged, ${count(ctx, { lacks: 'price' })} as price,
      ${count(ctx, { lacks: 'papers' })} as papers, ${count(ctx, { reserved: 'lapsed' })} as lapsed,
      ${count(ctx, { reserved: 'now' })} as reserved, ${count(ctx, { lacks: 'expiring' })} as expiring
    from new_cars r where ${own}`.execute(ctx.db);
  const { rows: states } = await sql<{ state: NewState; count: number }>`
    select r.state, count(*)::int as count from new_cars r where ${own} group by r.state order by r.state`.execute(
    ctx.db,
  );
  const { rows: makers } = await sql<{ id: number; name: string; count: number }>`
    select m.id, m.name, count(*)::int as count from new_cars r join versions v on v.id = r.version_id join models o on o.id = v.model_id
      join makers m on m.id = o.maker_id where ${own} group by m.id, m.name order by count desc, m.name`.execute(
    ctx.db,
  );
  const { late, aged, price, papers, lapsed, reserved, expiring, cost, bands: counts, ...figures } = rows[0]!;
  return {
    ...figures,
    ...(holds(ctx, ...costSeenWith) && { cost }),
    bands: bands.map((band, index) => ({ ...band, count: counts[index]! })),
    states,
    makers,
    attention: { late, aged, price, papers, lapsed, reserved, expiring },
  };
};
