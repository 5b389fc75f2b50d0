/** The new cars in figures. */
import { daysBetween } from '#domain/dates.ts';
import { bandsOf } from '#domain/stock/ageing.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import type { NewState } from '#domain/stock/new-terms.ts';
import { costSeenWith, stockRights as rights } from '#domain/stock/rights.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { countParts, readFigure, type Part } from '#backend/lib/records/figures.ts';
import { readStockSettings } from '../settings.ts';
import { averageOf } from '../summary.ts';
import { newFigure } from './counted.ts';
import type { NewFilters } from './records.ts';

/** What keeps cars from being sold, by the filters of the list behind each number. */
const lacking: Record<'late' | 'aged' | 'price' | 'papers' | 'lapsed' | 'reserved' | 'expiring', Part<NewFilters>> = {
  late: { filters: { lacks: 'arrival' } },
  aged: { filters: { band: ['aged'] } },
  price: { filters: { lacks: 'price' } },
  papers: { filters: { lacks: 'papers' } },
  lapsed: { filters: { reserved: 'lapsed' } },
  reserved: { filters: { reserved: 'now' } },
  expiring: { filters: { lacks: 'expiring' } },
};

/** Cars in a state that arrived on a day. */
async function cameOf(ctx: Ctx) {
  const read = await readFigure(ctx, newFigure, { by: ['state', 'arrivedOn'], parts: { all: {} }, rights });
  return read.map(({ state, arrivedOn, sums: { all } }) => ({
    state: state as NewState,
    arrivedOn: arrivedOn as string | null,
    count: all.count!,
    value: all.value ?? 0,
    cost: all.cost ?? 0,
  }));
}

async function makersOf(ctx: Ctx): Promise<{ id: number; name: string; count: number }[]> {
  const read = await readFigure(ctx, newFigure, {
    by: ['makerId', 'maker'],
    parts: { all: {} },
    measures: ['count'],
    rights,
  });
  return read
    .map(({ makerId, maker, sums }) => ({ id: Number(makerId), name: String(maker), count: sums.all.count! }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'it'));
}

export const newSummary: VerbOf<typeof table, 'GET /stock/new/summary'> = async (ctx) => {
  const bands = bandsOf(await readStockSettings(ctx));
  const byBand = Object.fromEntries(bands.map(({ band }) => [`in_${band}`, { filters: { band: [band] } }]));
  const parts: Record<keyof typeof lacking, Part<NewFilters>> = { ...byBand, ...lacking };
  const found: Readonly<Record<string, number>> = await countParts(ctx, newFigure, { parts, rights });
  const came = await cameOf(ctx);
  const here = came.filter(({ state }) => state === 'in_stock');
  const sum = (of: 'count' | 'value' | 'cost', rows = here) => rows.reduce((all, one) => all + one[of], 0);
  const ages = here.flatMap(({ arrivedOn, count }) =>
    arrivedOn === null ? [] : [{ days: daysBetween(arrivedOn, ctx.today), count }],
  );
  const { late, aged, price, papers, lapsed, reserved, expiring } = found as Record<keyof typeof lacking, number>;
  return {
    count: sum('count'),
    value: sum('value'),
    averageDays: averageOf(ages),
    ...(holds(ctx, ...costSeenWith) && { cost: sum('cost') }),
    bands: bands.map((one) => ({ ...one, count: found[`in_${one.band}`]! })),
    states: [...Map.groupBy(came, ({ state }) => state)]
      .map(([state, rows]) => ({ state, count: sum('count', rows) }))
      .toSorted((a, b) => (a.state < b.state ? -1 : 1)),
    makers: await makersOf(ctx),
    attention: { late, aged, price, papers, lapsed, reserved, expiring },
  };
};
