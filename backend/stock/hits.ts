import { sql } from 'kysely';
import { usedStates, type UsedState } from '#domain/stock/terms.ts';
import { reachOf } from '#domain/rights.ts';
import { stockRights } from '#domain/stock/rights.ts';
import { HITS, type Hits } from '../lib/area.ts';
import { bestFirst } from '../lib/search.ts';

interface Row {
  id: number;
  name: string;
  plate: string;
  code: string;
  state: UsedState;
}

/** Used cars by plate, chassis number, stock number, make and model, for who sees the stock. */
export const hits: Hits = async (ctx, q) => {
  if (reachOf(stockRights.see, ctx.user.privileges) === 'none') return [];
  const rows = await bestFirst(ctx, ['usedCars', 'r.id'], q, HITS, async (condition, limit) => {
    const { rows: read } = await sql<Row>`
      select r.id, concat_ws(' ', r.maker, r.model, nullif(r.version_name, '')) as name, r.plate, r.code, r.state from used_cars r
      where r.company_id = ${ctx.user.companyId} and r.archived_at is null and ${condition}
      order by r.updated_at desc, r.id desc limit ${limit}`.execute(ctx.db);
    return read;
  });
  return rows.map(({ id, name, plate, code, state }) => ({
    label: 'Usato',
    icon: 'car',
    title: name,
    subtitle: [plate, code, usedStates[state].label].filter(Boolean).join(' · '),
    href: `/dealer/stock/used/${id}`,
  }));
};
