import { bandOf, bandsOf, daysOf, isOwned, type Borders } from '#domain/stock/ageing.ts';
import { usedLacking } from '#domain/stock/counted.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { costSeenWith, stockRights as rights } from '#domain/stock/rights.ts';
import type { UsedState } from '#domain/stock/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { countParts, partsOf, readFigure } from '../lib/records/figures.ts';
import { usedFigure } from './counted.ts';
import type { Filters } from './list.ts';
import { readStockSettings } from './settings.ts';

/** Number of cars in a state that arrived on a day, and what they are offered at. */
interface Came {
  state: UsedState;
  acquiredOn: string | null;
  count: number;
  retail: number;
  /** 0 for callers who may not see costs. */
  cost: number;
}

/** The most makes that the home of the stock names. */
const MOST_MAKERS = 12;

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

/** The mean of their days in stock; null without any. */
export const averageOf = (aged: readonly Pick<Aged, 'days' | 'count'>[]): number | null =>
  aged.length === 0 ? null : Math.round(aged.reduce((all, one) => all + one.days * one.count, 0) / sum(aged));

/** The number of cars in each age band, and what they are offered at. */
const bandsWith = (aged: readonly Aged[], borders: Borders) =>
  bandsOf(borders).map((band) => {
    const own = aged.filter(({ days }) => bandOf(days, borders) === band.band);
    return { ...band, count: sum(own), retail: own.reduce((all, { retail }) => all + retail, 0) };
  });

async function cameOf(ctx: Ctx, filters: Filters = {}): Promise<Came[]> {
  const of = { by: ['state', 'acquiredOn'], parts: { all: {} }, filters, rights };
  return (await readFigure(ctx, usedFigure, of)).map(({ state, acquiredOn, sums }) => ({
    state: state as UsedState,
    acquiredOn: acquiredOn as string | null,
    count: sums.all.count!,
    retail: sums.all.retail ?? 0,
    cost: sums.all.cost ?? 0,
  }));
}

/** The same figure as on the home, for comparison on the page of a car. */
export const averageDays: VerbOf<typeof table, 'GET /stock/average-days'> = async (ctx) => ({
  averageDays: averageOf(agesOf(await cameOf(ctx), ctx.today)),
});

/** Figures of the cars in stock, read from an index that contains only those (used_cars_figures). */
export const summary: VerbOf<typeof table, 'GET /stock/summary'> = async (ctx, { query }) => {
  const parts = partsOf({ ...usedLacking, margin: { lacks: 'margin' } satisfies Filters });
  const found = await countParts(ctx, usedFigure, { parts, filters: query, rights });
  const makers = (
    await readFigure(ctx, usedFigure, {
      by: ['maker'],
      parts: { all: {} },
      measures: ['count'],
      filters: query,
      rights,
    })
  )
    .map(({ maker, sums }) => ({ name: maker as string, count: sums.all.count! }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'it'))
    .slice(0, MOST_MAKERS);
  const came = await cameOf(ctx, query);
  const ages = agesOf(came, ctx.today);
  const bands = bandsWith(ages, await readStockSettings(ctx));
  const states = [...Map.groupBy(came, ({ state }) => state)].map(([state, some]) => ({ state, count: sum(some) }));
  const owned = came.filter(({ state }) => isOwned(state));
  const added = (of: 'retail' | 'cost') => owned.reduce((all, one) => all + one[of], 0);
  const { margin, ...attention } = found;
  const seesCosts = holds(ctx, ...costSeenWith);
  return {
    count: sum(owned),
    averageDays: averageOf(ages),
    bands,
    retail: added('retail'),
    states,
    makers,
    ...(seesCosts && { cost: added('cost') }),
    attention: { aged: bands.at(-1)!.count, ...attention, ...(seesCosts && { margin }) },
  };
};
