import { sql } from 'kysely';
import { reachOf } from '#domain/rights.ts';
import { newStates, type NewState } from '#domain/stock/new/terms.ts';
import { stockRights } from '#domain/stock/rights.ts';
import { usedStates, type UsedState } from '#domain/stock/terms.ts';
import { HITS, type Hits } from '../lib/area.ts';
import type { Ctx } from '../lib/context.ts';
import { bestFirst } from '../lib/search.ts';

interface Row {
  id: number;
  name: string;
  plate: string;
  code: string;
  state: UsedState | NewState;
}
const states = { ...usedStates, ...newStates };

async function usedHits(ctx: Ctx, q: string) {
  const rows = await bestFirst(ctx, ['usedCars', 'r.id'], q, HITS, async (condition, limit) => {
    const { rows: read } = await sql<Row>`
      select r.id, concat_ws(' ', r.maker, r.model, nullif(r.version_name, '')) as name, r.plate, r.code, r.state from used_cars r
      where r.company_id = ${ctx.user.companyId} and r.archived_at is null and ${condition}
      order by r.updated_at desc, r.id desc limit ${limit}`.execute(ctx.db);
    return read;
  });
  return rows.map((row) => hitOf(row, 'Usato', 'used'));
}

async function newHits(ctx: Ctx, q: string) {
  const rows = await bestFirst(ctx, ['newCars', 'r.id'], q, HITS, async (condition, limit) => {
    const { rows: read } = await sql<Row>`
      select r.id, concat_ws(' ', m.name, o.name, v.name) as name, coalesce(nullif(r.plate, ''), r.vin) as plate, r.code, r.state
      from new_cars r join versions v on v.id = r.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id
      where r.company_id = ${ctx.user.companyId} and r.archived_at is null and ${condition}
      order by r.updated_at desc, r.id desc limit ${limit}`.execute(ctx.db);
    return read;
  });
  return rows.map((row) => hitOf(row, 'Nuovo', 'new'));
}

const hitOf = ({ id, name, plate, code, state }: Row, label: string, kind: 'used' | 'new') => ({
  label,
  icon: 'car' as const,
  title: name,
  href: `/dealer/stock/${kind}/${id}`,
  subtitle: [plate, code, states[state].label].filter(Boolean).join(' · '),
});

/** Cars by plate, chassis number, stock or order number, make and model, for who sees the stock. */
export const hits: Hits = async (ctx, q) => {
  if (reachOf(stockRights.see, ctx.user.privileges) === 'none') return [];
  return [...(await usedHits(ctx, q)), ...(await newHits(ctx, q))].slice(0, HITS);
};
