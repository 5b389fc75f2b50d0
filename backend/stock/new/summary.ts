/** The new cars in figures. */
import { daysBetween } from '#domain/dates.ts';
import { bandOf, bandsOf } from '#domain/stock/ageing.ts';
import { newLacking } from '#domain/stock/counted.ts';
import type { newStock as table } from '#domain/stock/new/endpoints.ts';
import type { AgeBand } from '#domain/stock/terms.ts';
import type { NewState } from '#domain/stock/new-terms.ts';
import { costSeenWith, stockRights as rights } from '#domain/stock/rights.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { countParts, partsOf, readFigure } from '#backend/lib/records/figures.ts';
import { readStockSettings } from '../settings.ts';
import { averageOf } from '../summary.ts';
import { newFigure } from './counted.ts';

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
  const borders = await readStockSettings(ctx);
  const attention = await countParts(ctx, newFigure, { parts: partsOf(newLacking), rights });
  const came = await cameOf(ctx);
  const here = came.filter(({ state }) => state === 'in_stock');
  const sum = (of: 'count' | 'value' | 'cost', rows = here) => rows.reduce((all, one) => all + one[of], 0);
  const ages = here.flatMap(({ arrivedOn, count }) =>
    arrivedOn === null ? [] : [{ days: daysBetween(arrivedOn, ctx.today), count }],
  );
  const inBand = (band: AgeBand) => ages.filter(({ days }) => bandOf(days, borders) === band);
  return {
    count: sum('count'),
    value: sum('value'),
    averageDays: averageOf(ages),
    ...(holds(ctx, ...costSeenWith) && { cost: sum('cost') }),
    bands: bandsOf(borders).map((one) => ({
      ...one,
      count: inBand(one.band).reduce((all, { count }) => all + count, 0),
    })),
    states: [...Map.groupBy(came, ({ state }) => state)]
      .map(([state, rows]) => ({ state, count: sum('count', rows) }))
      .toSorted((a, b) => (a.state < b.state ? -1 : 1)),
    makers: await makersOf(ctx),
    attention,
  };
};
