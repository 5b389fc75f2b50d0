/** New cars as figures count them. */
import { sql, type RawBuilder } from 'kysely';
import { countedNew } from '#domain/stock/counted.ts';
import { stockRights } from '#domain/stock/rights.ts';
import { figure } from '#backend/lib/records/figures.ts';
import { newCars } from './records.ts';

const makerOf = (column: RawBuilder<unknown>) =>
  sql`(select ${column} from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id where v.id = r.version_id)`;

export const newFigure = figure({
  counted: countedNew,
  of: newCars,
  owned: { machine: { rights: stockRights }, as: 'r', owner: [] },
  days: {},
  place: sql`r.location_id`,
  others: {
    state: sql`r.state`,
    arrivedOn: sql`r.arrived_on`,
    makerId: makerOf(sql`m.id`),
    maker: makerOf(sql`m.name`),
  },
  measures: {
    count: sql`count(*)`,
    value: sql`sum(r.price)`,
    cost: sql`sum(coalesce(r.purchase_cost, 0) + coalesce(r.other_costs, 0))`,
  },
});
