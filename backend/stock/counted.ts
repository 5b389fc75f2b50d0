/** Used cars as figures count them. */
import { sql } from 'kysely';
import { countedUsed } from '#domain/stock/counted.ts';
import { stockRights } from '#domain/stock/rights.ts';
import { figure } from '../lib/records/figures.ts';
import { usedCars } from './list.ts';

export const usedFigure = figure({
  counted: countedUsed,
  of: usedCars,
  owned: { machine: { rights: stockRights }, as: 'r', owner: [] },
  days: {},
  place: sql`r.location_id`,
  others: { state: sql`r.state`, acquiredOn: sql`r.acquired_on`, maker: sql`r.maker` },
  measures: {
    count: sql`count(*)`,
    retail: sql`sum(r.retail_price)`,
    cost: sql`sum(coalesce(r.purchase_cost, 0) + r.costs_gross)`,
  },
});
